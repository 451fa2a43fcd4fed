/** The values from ancestors that a record shows, in its form and in the columns of its lists. */
import { type Cell, columnOf } from '../../portal/conditions/derived-values.ts';
import { recordOf } from '../../portal/conditions/field-value.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { referredValue } from '../../portal/forms/references.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';

/** The name under which each is shown, and its path (`type.field`). */
export function shownPaths(portal: Portal, { record }: RecordContext): [name: string, path: string][] {
  // A form that was specialised for this record shows the same values as the current form.
  const inForce = portal.kinds[record.kind ?? '']?.form ?? portal.recordTypes[record.type]?.form ?? '';
  const form = portal.forms[record.form ?? ''] ?? (record.form === null ? undefined : portal.forms[inForce]);
  const above = pathsAbove(portal, record.type).map((path): [string, string] => [path, path]);
  return [...Object.entries(form?.from ?? {}), ...above];
}

/** The values that the lists of this type show from ancestors, as `type.field`. */
export function pathsAbove({ recordTypes }: Portal, type: string): readonly string[] {
  const recordType = recordTypes[type];
  return recordType === undefined ? [] : columnsOf(recordType).above;
}

/** The types of the owners' profiles of which these columns show something. */
export function profilesShown(portal: Portal, type: string, columns: readonly string[]): readonly string[] {
  const others = columns.map((column) => referredValue(portal, type, column));
  return [...new Set(others.flatMap((other) => (other?.keys === null ? [other.type] : [])))];
}

/** The values that the lists of this type show and that are computed from the record's own answers. */
export function derivedColumns({ recordTypes }: Portal, type: string): readonly string[] {
  const recordType = recordTypes[type];
  return recordType === undefined ? [] : columnsOf(recordType).derived;
}

const columnsOf = onceForEach(({ lists, derived }: RecordType) => {
  const columns = Object.values(lists).flatMap((list) => list.columns);
  const names = [...new Set(columns.map(({ value }) => value))];
  return {
    above: names.filter((name) => name.includes('.')),
    derived: names.filter((name) => Object.hasOwn(derived, name)),
  };
});

/** A record with its ancestors, nearest first. */
export type RecordWithAncestors = Pick<RecordContext, 'record' | 'ancestors'>;

/** The value at `number`, `business_name` or `type.business_name`; null if there is none. */
export function columnValue(context: RecordWithAncestors, path: string): Cell {
  const { ancestor, name } = splitPath(context, path);
  const record = recordOf(ancestor, context);
  return record === undefined ? null : columnOf(record, name);
}

/** The record type before the dot, if it is the type of an ancestor, and the name after it. */
export function splitPath(
  context: RecordWithAncestors,
  path: string,
): { readonly ancestor: string | null; readonly name: string } {
  const dot = path.indexOf('.');
  if (dot === -1) return { ancestor: null, name: path };
  const head = path.slice(0, dot);
  const isAbove = context.ancestors.some(({ type }) => type === head);
  return isAbove ? { ancestor: head, name: path.slice(dot + 1) } : { ancestor: null, name: path };
}
