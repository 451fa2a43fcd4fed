/** What a reader sees of records by the pure functions alone: what the server's answers are held against. */
import { isDraft, viewOf, type View } from '../../../engine/portal/access/access.ts';
import { holds } from '../../../engine/portal/conditions/evaluate.ts';
import type { Scope } from '../../../engine/portal/conditions/scope.ts';
import type { RecordContext } from '../../../engine/portal/model/record.ts';
import { isShown, visibleData } from '../../../engine/portal/access/visible-data.ts';

/** One record with what its reader sees of it, and of the order above it. */
export interface Seen {
  readonly context: RecordContext;
  readonly view: View;
  readonly order: RecordContext | null;
  readonly above: View | null;
}

/** @param orders those that may stand above */
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
/** Does the view show it, and every letter of it? */
export const isWhole = (view: View | null, name: string): boolean =>
  view !== null && isShown(view, name) && !view.masked.includes(name);

/** What a list may show of the order above. */
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

/** Is it open to everybody as it stands? Then it is no secret from those who read the record. */
function isOpen({ portal, visitor }: Scope, context: RecordContext, path: string): boolean {
  const open = portal.recordTypes[context.record.type]?.access.public ?? null;
  if (open === null || open.masked.includes(path) || isDraft(portal, context.record)) return false;
  return open.fields.includes(path) && holds(open.when, { portal, visitor, context });
}

/** The words of a record's own texts, its slug among them, and those of the order above that its reader sees. */
export function wordsOf({ context, order, above }: Seen): string[] {
  const { data, slug } = context.record;
  const own = ['title', 'year', 'tags', 'box', 'lines'].map((name) => data[name]);
  const title = isWhole(above, 'title') ? order?.record.data['title'] : null;
  const texts = [...own, slug, title].filter((value) => typeof value === 'string');
  return texts.flatMap((value) => value.split(/[^a-z0-9]+/i));
}

/** A value as a filter and a report name it. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
