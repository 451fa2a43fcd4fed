/** The reader's view of records by the pure functions alone, to compare with the server's responses. */
import { isDraft, type View, viewOf } from '../../../engine/portal/access/access.ts';
import { holds } from '../../../engine/portal/conditions/evaluate.ts';
import type { Scope } from '../../../engine/portal/conditions/scope.ts';
import type { RecordContext } from '../../../engine/portal/model/record.ts';
import { isShown, visibleData } from '../../../engine/portal/access/visible-data.ts';

/** One record with its reader's view, and that of its parent order. */
export interface Seen {
  readonly context: RecordContext;
  readonly view: View;
  readonly order: RecordContext | null;
  readonly above: View | null;
}

/** @param orders the possible parents */
export function seenOf(
  { portal, visitor }: Scope,
  contexts: readonly RecordContext[],
  orders: readonly RecordContext[],
): Seen[] {
  return contexts.flatMap((context) => {
    const view = viewOf({ portal, visitor, context });
    if (view === null) return [];
    const order = orders.find((one) => one.record.id === context.record.parent) ?? null;
    return [{ context, view, order, above: order && viewOf({ portal, visitor, context: order }) }];
  });
}

export const isListed = ({ view }: Seen): boolean => view.level !== 'public';
export const isRead = ({ view }: Seen): boolean => view.level === 'read';
/** Decides whether the view shows the whole text. */
export const isWhole = (view: View | null, name: string): boolean =>
  view !== null && isShown(view, name) && !view.masked.includes(name);

/** The values of the parent order that a list may show. */
export function shownOf(eyes: Scope, { context, view, order, above }: Seen): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of order === null ? [] : ['title', 'secret']) {
    const path = `order.${name}`;
    const value = order?.record.data[name] ?? null;
    const isThere = above !== null && isShown(above, name);
    const hasRule = Object.hasOwn(eyes.portal.recordTypes['order']?.fields ?? {}, name);
    const isNamed = !hasRule && (view.fields?.includes(path) ?? isOpen(eyes, context, path));
    if (!isThere && !isNamed) continue;
    shown[path] =
      isThere && above.masked.includes(name) ? visibleData(above, { [name]: value })[name] : value;
  }
  return { ...visibleData(view, shown) };
}

/** Decides whether the value is public as it is: then it is no secret from the record's readers. */
function isOpen({ portal, visitor }: Scope, context: RecordContext, path: string): boolean {
  const open = portal.recordTypes[context.record.type]?.access.public ?? null;
  if (open === null || open.masked.includes(path) || isDraft(portal, context.record)) return false;
  return open.fields.includes(path) && holds(open.when, { portal, visitor, context });
}

/** The words of a record's own texts, including its slug, and those of its parent order that the reader sees. */
export function wordsOf({ context, order, above }: Seen): string[] {
  const { data, slug } = context.record;
  const own = ['title', 'year', 'tags', 'box', 'lines'].map((name) => data[name]);
  const title = isWhole(above, 'title') ? order?.record.data['title'] : null;
  const texts = [...own, slug, title].filter((value) => typeof value === 'string');
  return texts.flatMap((value) => value.split(/[^a-z0-9]+/i));
}

/** A value as named in a filter and a report. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
