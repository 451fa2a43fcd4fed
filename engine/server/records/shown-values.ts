/** Values that a form or a list shows from the records above, so that nobody types or looks them up twice. */
import { viewOf } from '../../portal/access.ts';
import { contextOfChild } from '../../portal/derived-values.ts';
import { isVisible } from '../../portal/visible-data.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordContext } from '../../portal/record.ts';
import { columnValue, splitPath } from './column-value.ts';
import type { Asker } from './asker.ts';

/** By property for what the form shows, by path (`type.field`) for what a list has in a column. */
export function shownValues(asker: Asker, context: RecordContext): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, path] of pathsOf(asker.portal, context)) {
    if (mayShow(asker, context, path)) values[name] = columnValue(context, path) ?? fieldAt(context, path);
  }
  return values;
}

function pathsOf(portal: Portal, { record }: RecordContext): [string, string][] {
  // A form that was made for this record shows what the one in force shows.
  const inForce = portal.kinds[record.kind ?? '']?.form ?? portal.recordTypes[record.type]?.form ?? '';
  const form = portal.forms[record.form ?? ''] ?? (record.form === null ? undefined : portal.forms[inForce]);
  const columns = Object.values(portal.recordTypes[record.type]?.lists ?? {}).flatMap((list) => list.columns);
  const above = columns.filter(({ value }) => value.includes('.'));
  return [...Object.entries(form?.from ?? {}), ...above.map(({ value }): [string, string] => [value, value])];
}

/** A field that has a rule of its own keeps it, also where it is shown elsewhere. */
function mayShow({ portal, visitor }: Asker, context: RecordContext, path: string): boolean {
  const { ancestor, name } = splitPath(context, path);
  const index = context.ancestors.findIndex(({ type }) => type === ancestor);
  const record = context.ancestors[index];
  if (record === undefined) return false;
  if (!Object.hasOwn(portal.recordTypes[record.type]?.fields ?? {}, name)) return true;
  const above = contextOfChild(context, record);
  const view = viewOf(portal, visitor, { ...above, ancestors: context.ancestors.slice(index + 1) });
  return view !== null && isVisible(view, name);
}

/** What is no scalar: a list of rows. */
function fieldAt(context: RecordContext, path: string): unknown {
  const { ancestor, name } = splitPath(context, path);
  const record = context.ancestors.find(({ type }) => type === ancestor);
  return record !== undefined && Object.hasOwn(record.data, name) ? record.data[name] : null;
}
