/** Which values of the records above a record shows: in its form, and in the columns of its lists. */
import type { Portal } from '../../portal/portal.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { RecordType } from '../../portal/record-type.ts';

/** The name under which each is shown, and its path (`type.field`). */
export function shownPaths(portal: Portal, { record }: RecordContext): [name: string, path: string][] {
  // A form that was made for this record shows what the one in force shows.
  const inForce = portal.kinds[record.kind ?? '']?.form ?? portal.recordTypes[record.type]?.form ?? '';
  const form = portal.forms[record.form ?? ''] ?? (record.form === null ? undefined : portal.forms[inForce]);
  const above = pathsAbove(portal, record.type).map((path): [string, string] => [path, path]);
  return [...Object.entries(form?.from ?? {}), ...above];
}

const pathsOfTypes = new WeakMap<RecordType, readonly string[]>();

/** What the lists of this type show from the records above, as `type.field`. */
export function pathsAbove(portal: Portal, type: string): readonly string[] {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return [];
  const known = pathsOfTypes.get(recordType);
  if (known !== undefined) return known;
  const columns = Object.values(recordType.lists).flatMap((list) => list.columns);
  const paths = new Set(columns.map(({ value }) => value).filter((path) => path.includes('.')));
  pathsOfTypes.set(recordType, [...paths]);
  return [...paths];
}

const derivedOfTypes = new WeakMap<RecordType, readonly string[]>();

/** What the lists of this type show that is computed from the record's own answers. */
export function derivedColumns(portal: Portal, type: string): readonly string[] {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return [];
  const known = derivedOfTypes.get(recordType);
  if (known !== undefined) return known;
  const columns = Object.values(recordType.lists).flatMap((list) => list.columns);
  const names = new Set(
    columns.map(({ value }) => value).filter((name) => Object.hasOwn(recordType.derived, name)),
  );
  derivedOfTypes.set(recordType, [...names]);
  return [...names];
}
