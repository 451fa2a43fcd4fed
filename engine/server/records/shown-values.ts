/** Values that a form or a list shows from the records above, so that nobody types or looks them up twice. */
import { isDraft, type View } from '../../portal/access.ts';
import { holds } from '../../portal/evaluate.ts';
import type { PortalRecord, RecordContext } from '../../portal/record.ts';
import { isShown, visibleData } from '../../portal/visible-data.ts';
import type { Asker } from './asker.ts';
import { columnValue, splitPath } from './column-value.ts';
import type { StoredRecord } from './read-record.ts';
import { shownPaths } from './shown-paths.ts';

/**
 * By property for what the form shows, by path (`type.field`) for what a list has in a column. Of a record above only
 * what its reader sees there, and what this record's own rules name for him or for everybody.
 * @param view of the record itself
 */
export function shownValues(asker: Asker, stored: StoredRecord, view: View): Record<string, unknown> {
  const { context, above } = stored;
  const values: Record<string, unknown> = {};
  for (const [name, path] of shownPaths(asker.portal, context)) {
    const { ancestor, name: field } = splitPath(context, path);
    const record = context.ancestors.find(({ type }) => type === ancestor);
    if (record === undefined) continue;
    const value = columnValue(context, path) ?? fieldOf(record, field);
    const there = above.get(record.id) ?? null;
    if (there !== null && isShown(there, field)) {
      values[name] = there.masked.includes(field) ? visibleData(there, { [field]: value })[field] : value;
    } else if (!hasRule(asker, record, field) && isNamed(asker, context, { view, name })) {
      values[name] = value;
    }
  }
  return values;
}

/** A field that has a rule of its own keeps it, also where it is shown elsewhere. */
function hasRule({ portal }: Asker, { type }: PortalRecord, field: string): boolean {
  return Object.hasOwn(portal.recordTypes[type]?.fields ?? {}, field);
}

/** Do the rules of the record itself name the property, for this visitor or for everybody? */
function isNamed(
  { portal, visitor }: Asker,
  context: RecordContext,
  { view, name }: { readonly view: View; readonly name: string },
): boolean {
  if (view.fields !== null) return view.fields.includes(name);
  const open = portal.recordTypes[context.record.type]?.access.public ?? null;
  if (open === null || open.masked.includes(name) || isDraft(portal, context.record)) return false;
  return open.fields.includes(name) && holds(open.when, { portal, visitor, context });
}

/** What is no scalar, too: a list of rows. */
function fieldOf({ data }: PortalRecord, name: string): unknown {
  return Object.hasOwn(data, name) ? data[name] : null;
}
