/** On which page does this visitor open a record? Derived from the routes: nobody writes it down. */
import { decide } from './decide.ts';
import { parameterOf } from './match.ts';
import type { Decidable } from './portal.ts';
import type { Route } from './route.ts';
import type { Visitor } from './visitor.ts';

/** What of a record its address depends on. */
export interface Linkable {
  readonly type: string;
  readonly slug: string;
  readonly kind: string | null;
  readonly office: string | null;
  /** Nearest first. */
  readonly ancestors: readonly { readonly type: string; readonly slug: string }[];
}

/**
 * The page of a record that this visitor may open: a route whose last record parameter is of its type, and whose kind
 * and constants fit. The record's own kind wins over a page for all kinds, a page of one record over a list below it.
 * @returns a path, or null where this visitor has no such page
 */
export function pathOf(portal: Decidable, visitor: Visitor, record: Linkable): string | null {
  const candidates = (routesAbout(portal).get(record.type) ?? [])
    .filter((route) => fits(route, record))
    .sort((a, b) => rankOf(a, record) - rankOf(b, record));
  for (const route of candidates) {
    const path = fillPath(route, visitor, record);
    if (path !== null && decide(portal, visitor, path).outcome === 'show') return path;
  }
  return null;
}

/** The last parameter of a route's path that names a record: the record that its page is about. */
export function recordParameterOf(route: Route): { readonly name: string; readonly type: string } | null {
  for (const segment of route.path.split('/').toReversed()) {
    const name = parameterOf(segment);
    const domain = name === null ? undefined : route.params[name];
    if (name !== null && domain !== undefined && 'record' in domain) return { name, type: domain.record };
  }
  return null;
}

const indexes = new WeakMap<Decidable, ReadonlyMap<string | undefined, readonly Route[]>>();

/** The routes by the type of the record that their pages are about. */
function routesAbout(portal: Decidable): ReadonlyMap<string | undefined, readonly Route[]> {
  const known = indexes.get(portal);
  if (known !== undefined) return known;
  const index = Map.groupBy(portal.routes, (route) => recordParameterOf(route)?.type);
  indexes.set(portal, index);
  return index;
}

function fits(route: Route, record: Linkable): boolean {
  if (route.kind !== null && route.kind !== record.kind) return false;
  return route.with.office === undefined || route.with.office === record.office;
}

function rankOf(route: Route, record: Linkable): number {
  const isOwnKind = route.kind !== null && route.kind === record.kind;
  return (isOwnKind ? 0 : 2) + (route.screen === 'list' ? 1 : 0) + (route.open ? 0 : 4);
}

function fillPath(route: Route, visitor: Visitor, record: Linkable): string | null {
  const chain = [record, ...record.ancestors];
  const segments = route.path.split('/').map((segment) => {
    const name = parameterOf(segment);
    if (name === null) return segment;
    const domain = route.params[name];
    if (domain === undefined || 'word' in domain || 'document' in domain) return null;
    if ('group' in domain) return visitor.department;
    return chain.find(({ type }) => type === domain.record)?.slug ?? null;
  });
  return segments.includes(null) ? null : segments.join('/');
}
