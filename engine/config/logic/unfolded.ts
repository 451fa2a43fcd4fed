/**
 * Writes into conditions what their tests imply: an answer implies that its question is asked and lies within its
 * limits, and a fact implies one of its cases. Conditions that exclude each other then contradict each other visibly.
 */
import { compare } from '../../portal/conditions/field-value.ts';
import { testsOf } from '../../portal/conditions/possible.ts';
import { decimalsOfAmount } from '../../portal/forms/value-type.ts';
import { levelOf, propertiesOf, schemaAt } from '../../portal/forms/form-levels.ts';
import type { Condition, ConditionOf, FieldPath, Operand } from '../../portal/model/condition.ts';
import type { Form, JsonSchema } from '../../portal/model/form.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { DerivedValue, RecordType } from '../../portal/model/record-type.ts';
import { aboveOf } from './changing-tests.ts';
import { keyOf } from './one-value.ts';

/** The record that a condition is about. */
export interface UnfoldedRecord {
  readonly portal: Portal;
  /** Null: it may be of several types, and nothing is known of its own fields. */
  readonly type: string | null;
  /** Its form; null: it may have several, or none. */
  readonly form: Form | null;
  /** The tests that are being unfolded: a question may depend on itself. */
  readonly inside?: ReadonlySet<string>;
}

type Comparison = ConditionOf<'compare'>;

/** Facts with more cases, and questions with more choices, are left as they are. */
const mostCases = 6;
const mostChoices = 30;

/** An equal condition with everything that its tests imply. All fields name the type of their record. */
export function unfolded(condition: Condition, subject: UnfoldedRecord): Condition {
  switch (condition.test) {
    case 'all':
    case 'any':
      return { test: condition.test, of: condition.of.map((part) => unfolded(part, subject)) };
    case 'not':
      return { test: 'not', of: unfolded(condition.of, subject) };
    case 'compare':
      return unfoldedTest(condition, subject);
    default:
      return condition;
  }
}

function unfoldedTest(written: Comparison, subject: UnfoldedRecord): Condition {
  const test = absolute(written, subject.type);
  const { inside = new Set<string>() } = subject;
  const key = keyOf(test.subject.from === 'fact' ? test : subjectTest(test));
  if (inside.has(key)) return test;
  const inner: UnfoldedRecord = { ...subject, inside: new Set([...inside, key]) };
  if (test.subject.from === 'fact') return valueOf(test, test.subject.name, inner) ?? test;
  const implied = impliedBy(test, inner);
  return implied.length === 0 ? test : { test: 'all', of: [test, ...implied] };
}

/** Tests of the same answer imply the same. */
function subjectTest(test: Comparison): Comparison {
  return { ...test, operator: 'exists', operand: { value: true } };
}

/** Names the type of the record whose field it reads. */
function absolute(test: Comparison, type: string | null): Comparison {
  const pathOf = (path: FieldPath): FieldPath => ({ ...path, ancestor: path.ancestor ?? type });
  const { subject, operand } = test;
  return {
    ...test,
    subject: subject.from === 'field' ? { from: 'field', path: pathOf(subject.path) } : subject,
    operand: 'field' in operand ? { field: pathOf(operand.field) } : operand,
  };
}

function impliedBy(test: Comparison, subject: UnfoldedRecord): Condition[] {
  const { subject: tested, operator, operand } = test;
  if (tested.from !== 'field' || test.each !== undefined) return [];
  // A missing answer makes every other comparison false.
  if (operator === 'exists' && 'value' in operand && operand.value === false) return [];
  const { ancestor, lookup } = tested.path;
  const form = ancestor === subject.type ? subject.form : formOf(subject.portal, ancestor);
  if (form === null) return [];
  const own = lookup === null ? limitsOf(form, tested.path) : [];
  return [...own, ...whensOf(form, tested.path.keys.join('.'), { ...subject, type: ancestor, form })];
}

/** The only form that records of this type have; null if there is none, or each kind has its own. */
export function formOf(portal: Portal, type: string | null): Form | null {
  const recordType = portal.recordTypes[type ?? ''];
  return recordType === undefined || recordType.kinds.length > 0
    ? null
    : (portal.forms[recordType.form ?? ''] ?? null);
}

/** The bounds and the choices of the question. Lists have rows, each of which has its own answer. */
function limitsOf(form: Form, path: FieldPath): Condition[] {
  const schema = schemaAt(form.schema, path.keys);
  if (schema === undefined || rowsStart(form, path.keys) < path.keys.length) return [];
  const test = (operator: Comparison['operator'], value: Operand): Condition => ({
    test: 'compare',
    subject: { from: 'field', path },
    operator,
    operand: value,
  });
  const minimum = isAmount(schema) ? 0 : schema['minimum'];
  const { maximum } = schema;
  const choices = Array.isArray(schema['enum']) ? (schema['enum'] as string[]) : [];
  return [
    ...(typeof minimum === 'number' ? [test('atLeast', { value: minimum })] : []),
    ...(typeof maximum === 'number' ? [test('atMost', { value: maximum })] : []),
    ...(choices.length > 0 && choices.length <= mostChoices ? [test('in', { value: choices })] : []),
  ];
}

/** Amounts of money have no sign. */
function isAmount(schema: JsonSchema | undefined): boolean {
  return decimalsOfAmount(schema?.['pattern']) !== null;
}

/** The number of keys before the first list on the path, or of all keys. */
function rowsStart(form: Form, keys: readonly string[]): number {
  const at = keys.findIndex((_, index) => isList(form, keys.slice(0, index + 1)));
  return at === -1 ? keys.length : at;
}

function isList(form: Form, keys: readonly string[]): boolean {
  return schemaAt(form.schema, keys)?.['type'] === 'array';
}

/**
 * The conditions of this question and of the groups that contain it, unfolded.
 * @param property its keys, joined by dots
 */
export function whensOf(form: Form, property: string, subject: UnfoldedRecord): Condition[] {
  const keys = property.split('.');
  // Within a list each row answers for itself, so the questions of other rows imply nothing.
  const end = rowsStart(form, keys) + 1;
  return keys.slice(0, end).flatMap((_, at) => {
    const path = keys.slice(0, at + 1).join('.');
    return [...form.conditions, ...form.factual]
      .filter((one) => one.property === path)
      .map(({ when }) => unfolded(atLevel(when, form, keys.slice(0, at)), subject));
  });
}

/** Replaces the names of questions by their keys from the root: those of the nearest level that has them. */
export function atLevel(condition: Condition, form: Form, level: readonly string[]): Condition {
  switch (condition.test) {
    case 'all':
    case 'any':
      return { test: condition.test, of: condition.of.map((part) => atLevel(part, form, level)) };
    case 'not':
      return { test: 'not', of: atLevel(condition.of, form, level) };
    case 'compare': {
      const { subject, operand } = condition;
      const pathOf = (path: FieldPath): FieldPath =>
        path.ancestor === null ? { ...path, keys: fromRoot(path.keys, form, level) } : path;
      return {
        ...condition,
        subject: subject.from === 'field' ? { from: 'field', path: pathOf(subject.path) } : subject,
        operand: 'field' in operand ? { field: pathOf(operand.field) } : operand,
      };
    }
    default:
      return condition;
  }
}

function fromRoot(keys: readonly string[], form: Form, level: readonly string[]): readonly string[] {
  const [first = ''] = keys;
  for (let depth = level.length; depth > 0; depth -= 1) {
    const above = level.slice(0, depth);
    const schema = schemaAt(form.schema, above);
    if (schema !== undefined && Object.hasOwn(propertiesOf(levelOf(schema)), first))
      return [...above, ...keys];
  }
  return keys;
}

/** The test of the values that make up the fact: the first case that is true decides. Null if nothing is known. */
function valueOf(
  test: Comparison,
  name: string,
  { portal, type, ...rest }: UnfoldedRecord,
): Condition | null {
  const owner = ownerOf(portal, type, name);
  const derived = owner?.derived[name];
  if (owner === null || derived === undefined || test.each !== undefined) return null;
  const form = owner.type === type ? rest.form : formOf(portal, owner.type);
  const subject: UnfoldedRecord = { ...rest, portal, type: owner.type, form };
  if (derived.measure === 'union')
    return unfolded({ ...test, subject: { from: 'field', path: derived.of } }, subject);
  if (isNeverNegative(derived, subject)) {
    const atLeastZero: Condition = { ...test, operator: 'atLeast', operand: { value: 0 } };
    return { test: 'all', of: [test, atLeastZero] };
  }
  if (derived.measure !== 'cases' || derived.cases.length > mostCases) return null;
  const reached: Condition[] = [];
  const before: Condition[] = [];
  for (const { when, value } of [...derived.cases, { when: always, value: derived.otherwise }]) {
    const given = givenBy(test, value);
    if (given === null) return null;
    reached.push({ test: 'all', of: [...before, when, given] });
    before.push({ test: 'not', of: when });
  }
  const isOpen = reached.flatMap(testsOf).some(isOfRecord);
  // Its tests of the state or of relatives are about another record than this one.
  if (isOpen && owner.type !== type) return null;
  return unfolded({ test: 'any', of: reached }, subject);
}

/** Counts, sums of amounts, and the shares of these. */
function isNeverNegative(derived: DerivedValue, { portal, form }: UnfoldedRecord): boolean {
  switch (derived.measure) {
    case 'count':
      return true;
    case 'percent':
      return [derived.part, derived.of].every((one) => isNeverNegative(one, { portal, type: null, form }));
    case 'total':
      return isAmount(schemaOf(formOf(portal, derived.of), derived.field));
    case 'sum':
      return derived.less === null && derived.of.ancestor === null && isAmount(schemaOf(form, derived.of));
    default:
      return false;
  }
}

function schemaOf(form: Form | null, { keys }: FieldPath): JsonSchema | undefined {
  return form === null ? undefined : schemaAt(form.schema, keys);
}

const always: Condition = { test: 'always' };

/** The type that declares the fact; null if it is not certain which one. */
function ownerOf(portal: Portal, type: string | null, name: string): RecordType | null {
  const types =
    type === null ? Object.keys(portal.recordTypes) : [...new Set([type, ...aboveOf(portal, type)])];
  const owners = types
    .flatMap((one) => portal.recordTypes[one] ?? [])
    .filter(({ derived }) => name in derived);
  return owners.length === 1 ? (owners[0] ?? null) : null;
}

function isOfRecord(test: Condition): boolean {
  return (
    test.test !== 'always' && !(test.test === 'compare' && ['field', 'fact'].includes(test.subject.from))
  );
}

/** The test of a fact with this value; null if it is unknown. */
function givenBy(test: Comparison, value: Operand): Condition | null {
  if ('field' in value) return { ...test, subject: { from: 'field', path: value.field } };
  if (!('value' in value) || !('value' in test.operand)) return null;
  const isTrue = compare(value.value, test.operator, test.operand.value);
  return isTrue ? always : { test: 'not', of: always };
}
