/**
 * Reads the values at a field path of a record: its own field or a named ancestor's, flattened over lists and joined
 * to a lookup's column.
 */
import type { FieldPath } from '../model/condition.ts';
import { isMapping } from '../values/is-mapping.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { LookupRow } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
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
  return path.lookup === null ? value : joinLookup(value, path.lookup, scope);
}

/** The same for each row: a row without a value is undefined in the list. */
export function readRows(path: FieldPath, scope: EvaluationScope): readonly unknown[] {
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
