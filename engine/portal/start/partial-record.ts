/** Decides what is certain about a record of which only some answers are known. */
import { deriveValue } from '../conditions/derive.ts';
import { holds, readOperand } from '../conditions/evaluate.ts';
import { comparisonOf, isPresent, readField, recordOf } from '../conditions/field-value.ts';
import { type KnownTruth, type Possible, possible } from '../conditions/possible.ts';
import { propertiesOf, levelOf, schemaAt } from '../forms/form-levels.ts';
import type { Condition, ConditionOf, ConditionSubject, FieldPath, Operand } from '../model/condition.ts';
import { signedOut } from '../model/department.ts';
import type { Form, FormCondition } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import type { DerivedValue } from '../model/record-type.ts';
import { contextAlone, type PortalRecord, type RecordContext } from '../model/record.ts';
import { isMapping } from '../values/is-mapping.ts';

interface PartialOptions {
  /** Offices decide nothing: the answers that their steps save are missing, not open. */
  readonly isUndecided?: boolean;
}

export class PartialRecord {
  readonly #portal: Portal;
  /** The record with the known answers. Nothing else is known of any other record. */
  readonly #subject: PortalRecord;
  readonly #form: Form | undefined;
  /** Conditions of questions that are being decided: a question may depend on itself. */
  readonly #deciding = new Set<FormCondition>();
  readonly #decided = new Map<string, boolean>();

  readonly #undecided: ReadonlySet<string>;

  readonly #at: Pick<RecordContext, 'today' | 'now'>;

  /** @param context of the record with the known answers */
  constructor(portal: Portal, context: RecordContext, { isUndecided = false }: PartialOptions = {}) {
    const { record: subject, today, now } = context;
    this.#at = { today, now };
    const steps = Object.values(portal.workflows[subject.type]?.transitions ?? {});
    this.#undecided = new Set(isUndecided ? steps.flatMap(({ name, saves }) => (saves ? [name] : [])) : []);
    this.#portal = portal;
    this.#subject = subject;
    this.#form = subject.form === null ? undefined : portal.forms[subject.form];
  }

  /** Knows the tests about this record, or about one below it, that have one result whatever the open answers are. */
  truthFor(context: RecordContext): KnownTruth {
    return (condition) => {
      if (condition.test === 'between') return holds(condition, this.#scope(context));
      return condition.test === 'compare' ? this.#comparison(condition, context) : null;
    };
  }

  /** Decides whether the answer is known, or certainly not asked. */
  isSettled(keys: readonly string[]): boolean {
    const name = keys.join('.');
    const known = this.#decided.get(name);
    if (known !== undefined) return known;
    const isSettled =
      isAnswered(this.#subject.data, keys) || this.#undecided.has(keys[0] ?? '') || !this.mayBeAsked(keys);
    if (this.#deciding.size === 0) this.#decided.set(name, isSettled);
    return isSettled;
  }

  /** Decides whether the form may ask this question. */
  mayBeAsked(keys: readonly string[]): boolean {
    const name = keys.join('.');
    const rules = [...(this.#form?.conditions ?? []), ...(this.#form?.factual ?? [])];
    return rules
      .filter(({ property }) => name === property || name.startsWith(`${property}.`))
      .every((rule) => this.#mayApply(rule));
  }

  isFieldSettled(path: FieldPath, context: RecordContext): boolean {
    const record = recordOf(path.ancestor, context);
    // The record that an answer names may not be chosen yet, and may change.
    if (path.reference !== undefined) return false;
    return record !== undefined && record === this.#subject && this.isSettled(path.keys);
  }

  #mayApply(rule: FormCondition): boolean {
    if (this.#deciding.has(rule)) return true;
    this.#deciding.add(rule);
    const isOwn = (keys: readonly string[]) => this.#isOfRoot(rule, keys);
    const truth = this.truthFor(this.#context(this.#subject));
    const known: KnownTruth = (condition) =>
      condition.test === 'compare' && !readsOnly(condition, isOwn) ? null : truth(condition);
    const result = possible(rule.when, known).true;
    this.#deciding.delete(rule);
    return result;
  }

  /** Questions of a row come before those of the form with the same name. Each row has its own answer. */
  #isOfRoot({ property }: FormCondition, [first = '']: readonly string[]): boolean {
    const above = property.split('.').slice(0, -1);
    if (above.length === 0 || this.#form === undefined) return true;
    const row = schemaAt(this.#form.schema, above);
    return row === undefined || !Object.hasOwn(propertiesOf(levelOf(row)), first);
  }

  #comparison(condition: ConditionOf<'compare'>, context: RecordContext): boolean | null {
    const { subject, operator, operand, each } = condition;
    if (!this.#isOperandKnown(operand, context)) return null;
    const values = this.#possibleValues(subject, context);
    if (values === null) return null;
    const scope = this.#scope(context);
    if (each !== undefined) return values.length === 1 ? holds(condition, scope) : null;
    const right = readOperand(operand, scope);
    const results = new Set(values.map((left) => comparisonOf(operator)(left, right)));
    const [result = null, ...others] = results;
    return others.length === 0 ? result : null;
  }

  #isOperandKnown(operand: Operand, context: RecordContext): boolean {
    if ('field' in operand) return this.isFieldSettled(operand.field, context);
    if ('input' in operand) return Object.hasOwn(context.input, operand.input);
    return 'value' in operand || 'today' in operand || 'officeConstant' in operand;
  }

  /** Null: it can have any value. */
  #possibleValues(subject: ConditionSubject, context: RecordContext): readonly unknown[] | null {
    switch (subject.from) {
      case 'record':
        return subject.name === 'kind' || subject.name === 'office' ? [context.record[subject.name]] : null;
      case 'field':
        return this.isFieldSettled(subject.path, context)
          ? [readField(subject.path, this.#scope(context))]
          : null;
      case 'fact': {
        const found = this.factNamed(subject.name, context);
        return found === null ? null : this.#valuesOfFact(found.derived, found.context);
      }
      case 'input':
        return Object.hasOwn(context.input, subject.name) ? [context.input[subject.name]] : null;
      default:
        return null;
    }
  }

  factNamed(
    name: string,
    context: RecordContext,
  ): { readonly derived: DerivedValue; readonly context: RecordContext } | null {
    const line = [context.record, ...context.ancestors];
    for (const [at, record] of line.entries()) {
      const derived = this.#portal.recordTypes[record.type]?.derived ?? {};
      const one = Object.hasOwn(derived, name) ? derived[name] : undefined;
      if (one !== undefined) return { derived: one, context: this.#context(record, line.slice(at + 1)) };
    }
    return null;
  }

  #valuesOfFact(derived: DerivedValue, context: RecordContext): readonly unknown[] | null {
    if (derived.measure === 'cases') return this.#valuesOfCases(derived, context);
    const paths = pathsOf(derived);
    if (paths === null || !paths.every((path) => this.isFieldSettled(path, context))) return null;
    return [deriveValue(derived, this.#scope(context), { holds, readOperand })];
  }

  #valuesOfCases(
    { cases, otherwise }: Extract<DerivedValue, { measure: 'cases' }>,
    context: RecordContext,
  ): readonly unknown[] | null {
    const values: unknown[] = [];
    let isDecided = false;
    for (const { when, value } of [...cases, { when: always, value: otherwise }]) {
      const can: Possible = isDecided ? neither : possible(when, this.truthFor(context));
      if (!can.true) continue;
      if (!this.#isOperandKnown(value, context)) return null;
      values.push(readOperand(value, this.#scope(context)));
      isDecided = !can.false;
    }
    return values;
  }

  #context(record: PortalRecord, ancestors: readonly PortalRecord[] = []): RecordContext {
    return contextAlone({ record, ancestors, ...this.#at });
  }

  #scope(context: RecordContext) {
    return { portal: this.#portal, visitor: signedOut, context };
  }
}

const always: Condition = { test: 'always' };
const neither = { true: false, false: false };

function readsOnly(
  { subject, operand }: ConditionOf<'compare'>,
  isOwn: (keys: readonly string[]) => boolean,
): boolean {
  const paths = [
    ...(subject.from === 'field' ? [subject.path] : []),
    ...('field' in operand ? [operand.field] : []),
  ];
  return paths.every(({ ancestor, keys }) => ancestor !== null || isOwn(keys));
}

/** The fields that a value is computed from; null: it needs other records. */
export function pathsOf(derived: DerivedValue): readonly FieldPath[] | null {
  switch (derived.measure) {
    case 'union':
      return [derived.of];
    case 'sum':
      return derived.less === null ? [derived.of] : [derived.of, derived.less];
    case 'cases':
      return derived.cases.length === 0 && 'value' in derived.otherwise ? [] : null;
    case 'less':
      return both(derived.of, derived.less);
    case 'percent':
      return both(derived.part, derived.of);
    default:
      return null;
  }
}

function both(one: DerivedValue, other: DerivedValue): readonly FieldPath[] | null {
  const [first, second] = [pathsOf(one), pathsOf(other)];
  return first === null || second === null ? null : [...first, ...second];
}

/** In a list every row has its answer. */
function isAnswered(value: unknown, keys: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((row) => isAnswered(row, keys));
  const [key, ...rest] = keys;
  if (key === undefined) return isPresent(value);
  return isMapping(value) && Object.hasOwn(value, key) && isAnswered(value[key], rest);
}
