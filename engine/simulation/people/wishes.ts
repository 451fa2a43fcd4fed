/** Finds the answers that make a condition true, for a person who wants to take a step. */
import type { Condition, ConditionOf, FieldPath } from '../../portal/model/condition.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { compare } from '../../portal/conditions/field-value.ts';
import { holds, readOperand } from '../../portal/conditions/evaluate.ts';
import type { EvaluationScope } from '../../portal/conditions/scope.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { dayBeside, sampleAt, type SampleContext } from '../town/sample.ts';

export type GivenAnswers = Record<string, unknown>;

/** The forms that a person may fill in: of the record, and of the step. Null: none. */
interface Writable {
  readonly data: JsonSchema | null;
  readonly input: JsonSchema | null;
}

/** One answer and its path. */
export interface Wish {
  readonly into: 'data' | 'input';
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface WishContext {
  readonly portal: Portal;
  readonly scope: EvaluationScope;
  readonly writable: Writable;
  readonly sampling: SampleContext;
}

/** The conditions of a step that answers can decide: who may take it, and what it needs. */
export function conditionsFor({ by, needs }: Pick<Transition, 'by' | 'needs'>): readonly Condition[] {
  return [...(by === null ? [] : partsOf(by)), ...needs.map(({ condition }) => condition)];
}

function partsOf(condition: Condition): readonly Condition[] {
  return condition.test === 'all' ? condition.of.flatMap(partsOf) : [condition];
}

/** @returns null if no answer can make the condition true; [] if it is true already */
export function wishesFor(
  condition: Condition,
  wishing: WishContext,
  isWanted = true,
): readonly Wish[] | null {
  if (condition.test !== 'compare' && !['all', 'any', 'not'].includes(condition.test)) return null;
  if (holds(condition, wishing.scope) === isWanted) return [];
  switch (condition.test) {
    case 'not':
      return wishesFor(condition.of, wishing, !isWanted);
    case 'all':
    case 'any':
      return (condition.test === 'all') === isWanted
        ? everyWish(condition.of, wishing, isWanted)
        : anyWish(condition.of, wishing, isWanted);
    case 'compare':
      return isWanted ? wishesToCompare(condition, wishing) : wishesToDiffer(condition, wishing);
    default:
      return null;
  }
}

function everyWish(
  parts: readonly Condition[],
  wishing: WishContext,
  isWanted: boolean,
): readonly Wish[] | null {
  const wishes = parts.map((part) => wishesFor(part, wishing, isWanted));
  return wishes.every((one) => one !== null) ? wishes.flat() : null;
}

function anyWish(
  parts: readonly Condition[],
  wishing: WishContext,
  isWanted: boolean,
): readonly Wish[] | null {
  const possible = parts.map((part) => wishesFor(part, wishing, isWanted)).filter((one) => one !== null);
  return possible.length === 0 ? null : wishing.sampling.random.pick(possible);
}

function wishesToCompare(condition: ConditionOf<'compare'>, wishing: WishContext): readonly Wish[] | null {
  const { subject, operator, operand } = condition;
  const { portal, scope, sampling } = wishing;
  if (subject.from === 'fact') return wishesForFact(subject.name, condition, wishing);
  const place = placeOf(subject, wishing);
  if (place === null) return null;
  const { lookup, rows, ...at } = place;
  const right = operator === 'exists' ? null : readOperand(operand, scope);
  if (lookup !== null) {
    const fitting = (portal.lookups[lookup.name]?.rows ?? []).filter((row) =>
      compare(row[lookup.column], operator, right),
    );
    if (fitting.length === 0) return null;
    const { value } = sampling.random.pick(fitting);
    return rows ? wishesInRows(place, wishing, { operator, value }) : [{ ...at, value }];
  }
  const [list = '', ...rest] = place.path;
  const path = rows ? [list, '0', ...rest] : place.path;
  const value = valueThat(operator, right, () => sampleAt(place.schema, path, sampling), sampling.today);
  if (value === undefined) return null;
  if (!rows) return [{ ...at, value }];
  return wishesInRows(place, wishing, { operator, value });
}

/** A different value: another choice of the question, or a number beyond the limit. */
function wishesToDiffer(
  { subject, operator, operand }: ConditionOf<'compare'>,
  wishing: WishContext,
): readonly Wish[] | null {
  const place = subject.from === 'fact' ? null : placeOf(subject, wishing);
  if (place === null || place.rows || place.lookup !== null || operator === 'exists') return null;
  const right = readOperand(operand, wishing.scope);
  const drawn = Array.from({ length: 12 }, () => sampleAt(place.schema, place.path, wishing.sampling));
  const value = drawn.find((one) => one !== undefined && !compare(one, operator, right));
  return value === undefined ? null : [{ into: place.into, path: place.path, value }];
}

/** A derived value that the record's own answers determine: by cases, or from the rows of a list. */
function wishesForFact(
  name: string,
  condition: ConditionOf<'compare'>,
  wishing: WishContext,
): readonly Wish[] | null {
  const type = wishing.scope.context?.record.type ?? '';
  const derived = wishing.portal.recordTypes[type]?.derived[name];
  if (derived?.measure === 'union')
    return wishesToCompare({ ...condition, subject: { from: 'field', path: derived.of } }, wishing);
  if (derived?.measure !== 'cases') return null;
  const right = readOperand(condition.operand, wishing.scope);
  const cases = derived.cases.filter(({ value }) =>
    compare(readOperand(value, wishing.scope), condition.operator, right),
  );
  return anyWish(
    cases.map(({ when }) => when),
    wishing,
    true,
  );
}

interface WishPlace extends Pick<Wish, 'into' | 'path'> {
  readonly schema: JsonSchema;
  readonly lookup: FieldPath['lookup'];
  /** For an answer in the rows of a list: the key of the list, and the rest of the path. */
  readonly rows: boolean;
}

function placeOf(
  subject: ConditionOf<'compare'>['subject'],
  { scope, writable }: WishContext,
): WishPlace | null {
  if (subject.from === 'input') {
    return writable.input === null
      ? null
      : { into: 'input', path: [subject.name], schema: writable.input, lookup: null, rows: false };
  }
  if (subject.from !== 'field' || writable.data === null) return null;
  const { ancestor, keys, lookup } = subject.path;
  if (ancestor !== null && ancestor !== scope.context?.record.type) return null;
  const [first = ''] = keys;
  const property = (writable.data['properties'] as Record<string, JsonSchema> | undefined)?.[first];
  if (property === undefined) return null;
  const rows = property['type'] === 'array' && keys.length > 1;
  return { into: 'data', path: keys, schema: writable.data, lookup, rows };
}

/** Sets the value in each row of the list, or in a new row if one row is enough. */
function wishesInRows(
  { into, path: [list = '', ...rest], schema }: WishPlace,
  { scope, sampling }: WishContext,
  { operator, value }: { readonly operator: string; readonly value: unknown },
): readonly Wish[] {
  const kept = scope.context?.record.data[list];
  const rows: readonly unknown[] = Array.isArray(kept) ? kept : [];
  if (operator !== 'has' && operator !== 'hasAny' && rows.length > 0)
    return rows.map((_, index) => ({ into, path: [list, String(index), ...rest], value }));
  const row = sampleAt(schema, [list, '0'], sampling);
  if (isMapping(row)) setAt(row as GivenAnswers, rest, [value].flat()[0]);
  return [{ into, path: [list, String(rows.length)], value: row }];
}

function valueThat(operator: string, right: unknown, sample: () => unknown, today: string): unknown {
  switch (operator) {
    case 'is':
      return right;
    case 'in':
      return Array.isArray(right) ? right[0] : undefined;
    case 'has':
      return right === undefined ? undefined : [right];
    case 'hasAny':
      return Array.isArray(right) ? [right[0]] : undefined;
    case 'atLeast':
    case 'atMost':
      return right;
    case 'above':
    case 'below':
      return numberBeside(right, operator === 'above' ? 1 : -1);
    case 'before':
    case 'after': {
      const day = typeof right === 'string' ? right.slice(0, 10) : today;
      return dayBeside(day, operator === 'after' ? 60 : -1);
    }
    case 'exists':
      return sample();
    default:
      return undefined;
  }
}

/** Amounts of money are stored as text. */
function numberBeside(right: unknown, by: number): unknown {
  if (typeof right === 'number') return right + by;
  return typeof right === 'string' ? (Number(right) + by).toFixed(2) : undefined;
}

/** Sets the value at its path and creates missing objects on the way. */
export function setAt(target: GivenAnswers, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const isList = /^\d+$/.test(rest[0] ?? '');
  const inner = target[first];
  const fitting = isList ? Array.isArray(inner) : isMapping(inner);
  if (!fitting) target[first] = isList ? [] : {};
  setAt(target[first] as GivenAnswers, rest, value);
}

/** Adds the wished answers. All wished rows of a list are added to it. */
export function withWishes(
  answers: Readonly<GivenAnswers>,
  wishes: readonly Wish[],
  into: Wish['into'],
): GivenAnswers {
  const changed = structuredClone(answers) as GivenAnswers;
  for (const wish of wishes.filter((one) => one.into === into)) {
    const [list = '', index = ''] = wish.path;
    const rows = changed[list];
    const isNewRow = wish.path.length === 2 && /^\d+$/.test(index);
    if (isNewRow && Array.isArray(rows)) rows.push(wish.value);
    else setAt(changed, wish.path, wish.value);
  }
  return changed;
}
