/** Reads the value of a field from a record and its ancestors, and compares values. */
import type { ConditionSubject, FieldPath, Operator, ReferenceStep, Value } from '../model/condition.ts';
import type { LookupRow } from '../model/portal.ts';
import { contextOfRelative, type PortalRecord, type RecordContext } from '../model/record.ts';
import { isMapping } from '../values/is-mapping.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { EvaluationScope } from './scope.ts';

/**
 * Reads a field path.
 * @returns the value; a flat list if the path crosses a list; undefined if anything on the way is missing
 */
export function readField(path: FieldPath, scope: EvaluationScope): unknown {
  const record = recordOf(path.ancestor, scope.context);
  if (record === undefined) return undefined;
  let value: unknown = record.data;
  for (const key of path.keys) value = step(value, key);
  if (path.reference !== undefined) return readReferred(value, path.reference, scope);
  return path.lookup === null ? value : joinLookup(value, path.lookup, scope);
}

/** The record that has the value at the path, and the name of the value there; null: there is no such record. */
export function sourceOfValue(
  path: FieldPath,
  scope: EvaluationScope,
): { readonly record: PortalRecord; readonly name: string } | null {
  const { reference, ...answer } = path;
  const record = recordOf(path.ancestor, scope.context);
  if (reference === undefined) return record === undefined ? null : { record, name: path.keys[0] ?? '' };
  // Whoever asks for one source of several is told none.
  const slug = reference.isInRows ? null : readField(answer, scope);
  const referred = referredContext(scope.context, { type: reference.type, slug });
  const { of } = reference;
  if (referred === undefined || scope.context === undefined) return null;
  if (of.from === 'record') return { record: referred.record, name: of.name };
  return sourceOfValue(of.path, { ...scope, context: contextOfReferred(scope.context, referred) });
}

/**
 * A column or an answer of the record with this slug; undefined if no answer around the record names it. Several slugs
 * give a flat list.
 */
function readReferred(slug: unknown, reference: ReferenceStep, scope: EvaluationScope): unknown {
  if (Array.isArray(slug)) return slug.flatMap((one) => readReferred(one, reference, scope) ?? []);
  const { type, of } = reference;
  const other = referredContext(scope.context, { type, slug });
  if (other === undefined || scope.context === undefined) return undefined;
  if (of.from === 'record') return readColumn(of.name, other.record);
  return readField(of.path, { ...scope, context: contextOfReferred(scope.context, other) });
}

/** The context in which a path goes on from a record that an answer names. It may follow one more answer there. */
export function contextOfReferred(
  context: RecordContext,
  { record, referred = [] }: Pick<RecordContext, 'record' | 'referred'>,
): RecordContext {
  // Where all records are read together, each may name any of them.
  const known = [...referred, ...(context.referred ?? [])];
  return { ...contextOfRelative(context, { record, ancestors: [] }), referred: known };
}

/** The record of this type and slug, if an answer of the record or of its ancestors names it. */
export function referredContext(
  context: Pick<RecordContext, 'referred'> | undefined,
  { type, slug }: { readonly type: string; readonly slug: unknown },
): RecordContext | undefined {
  return context?.referred?.find(({ record }) => record.slug === slug && record.type === type);
}

export function readColumn(
  name: Extract<ConditionSubject, { from: 'record' }>['name'],
  record: PortalRecord | undefined,
): Value | undefined {
  return name === 'created' ? record?.createdAt : record?.[name];
}

/** The same for each row: a row without a value is undefined in the list. */
export function readRows(path: FieldPath, scope: EvaluationScope): readonly unknown[] {
  const { reference } = path;
  if (reference !== undefined) {
    const { reference: _, ...answer } = path;
    return readRows(answer, scope).flatMap((slug) => readReferred(slug, reference, scope));
  }
  const record = recordOf(path.ancestor, scope.context);
  let rows: readonly unknown[] = [record?.data];
  for (const key of path.keys) {
    rows = rows.flatMap((row) => rowsOf(isMapping(row) && Object.hasOwn(row, key) ? row[key] : undefined));
  }
  const { lookup } = path;
  return lookup === null ? rows : rows.map((row) => joinLookup(row, lookup, scope));
}

/** An empty list has no rows. A missing value is one row without a value. */
function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The record itself, or its nearest ancestor of this type. */
export function recordOf(
  type: string | null,
  context: Pick<RecordContext, 'record' | 'ancestors'> | undefined,
): PortalRecord | undefined {
  if (context === undefined || type === null || context.record.type === type) return context?.record;
  return context.ancestors.find((ancestor) => ancestor.type === type);
}

function step(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((row) => step(row, key) ?? []);
  }
  if (!isMapping(value) || !Object.hasOwn(value, key)) return undefined;
  return value[key];
}

function joinLookup(
  value: unknown,
  lookup: { readonly name: string; readonly column: string },
  scope: EvaluationScope,
): unknown {
  if (value === undefined || !('lookups' in scope.portal)) return undefined;
  const rows = rowsByValue(scope.portal.lookups[lookup.name]?.rows ?? []);
  const read = (one: unknown): unknown => rows.get(one)?.[lookup.column];
  return Array.isArray(value) ? value.flatMap((one) => read(one) ?? []) : read(value);
}

/** The first row of each value. */
const rowsByValue = onceForEach(
  (rows: readonly LookupRow[]) =>
    new Map<unknown, LookupRow>(rows.toReversed().map((row) => [row.value, row])),
);

/**
 * Compares a value with an operand.
 * @param left the value of the subject; undefined, null, '' and an empty list are missing
 * @param right the operand; undefined if its source is missing
 */
export function compare(left: unknown, operator: Operator, right: unknown): boolean {
  return comparisonOf(operator)(left, right);
}

/** The comparison function of this operator, for callers that use it often. */
export function comparisonOf(operator: Operator): (left: unknown, right: unknown) => boolean {
  if (operator === 'exists') return (left, right) => isPresent(left) === right;
  const isTrue = comparisons[operator];
  return (left, right) => isPresent(left) && right !== undefined && right !== null && isTrue(left, right);
}

export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}

const comparisons: Readonly<Record<Exclude<Operator, 'exists'>, (left: unknown, right: unknown) => boolean>> =
  {
    is: (left, right) => isScalar(left) && left === right,
    in: (left, right) => Array.isArray(right) && isScalar(left) && right.includes(left),
    has: (left, right) => Array.isArray(left) && isScalar(right) && left.includes(right),
    hasAny: (left, right) =>
      Array.isArray(left) && Array.isArray(right) && left.some((one) => isScalar(one) && right.includes(one)),
    above: (left, right) => number(left) > number(right),
    below: (left, right) => number(left) < number(right),
    atLeast: (left, right) => number(left) >= number(right),
    atMost: (left, right) => number(left) <= number(right),
    before: (left, right) => isDate(left) && isDate(right) && day(left) < day(right),
    after: (left, right) => isDate(left) && isDate(right) && day(left) > day(right),
  };

/** Only these are equal to anything: neither a missing value in a list nor a whole list or row, even the same one. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Money is stored as digits in a text, so a number in a text counts as a number. Everything else is NaN, for which
 * every comparison is false.
 */
function number(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return Number.NaN;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

function day(value: string): string {
  return value.slice(0, 10);
}
