/** On which page does this visitor open a record? Derived from the routes: nobody writes it down. */
import type { Scope } from '../conditions/scope.ts';
import { decide, landingPath } from './decide.ts';
import { parameterOf } from './match.ts';
import { onceForEach } from '../values/once-for-each.ts';
import type { Decidable } from '../model/portal.ts';
import type { ParameterDomain, Route } from '../model/route.ts';
import type { Visitor } from '../model/visitor.ts';

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
 * and constants fit. A page in the visitor's own area wins over one elsewhere, the record's own kind over a page for all
 * kinds, a page of one record over a list below it.
 * @returns a path, or null where this visitor has no such page
 */
export function pathOf(scope: Scope<Decidable>, record: Linkable): string | null {
  const { portal, visitor } = scope;
  const home = landingPath(scope, 'home');
  const pages = (candidatesOf(portal).get(record.type) ?? []).flatMap((candidate) => {
    const path = fits(candidate.route, record) ? fillPath(candidate, visitor, record) : null;
    if (path === null) return [];
    const { open, area } = candidate.route;
    const isOwn = area === visitor.department || isInAreaOf(path, home);
    return [{ path, isOwn: open && visitor.department !== null && isOwn }];
  });
  const ordered = pages.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return ordered.find(({ path }) => decide(scope, path).outcome === 'show')?.path ?? null;
}

/** An area is known by the first segment of its home. */
function isInAreaOf(path: string, home: string | null): boolean {
  const [, area = ''] = home?.split('/') ?? [];
  return area !== '' && path.split('/')[1] === area;
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

/** A route that may be the page, and its path in parts: words, and what a parameter stands for (undefined: unknown). */
interface Candidate {
  readonly route: Route;
  readonly segments: readonly (string | { readonly domain: ParameterDomain | undefined })[];
}

/** By the type of the record that their pages are about, the fittest first. */
const candidatesOf = onceForEach(({ routes }: Decidable) => {
  const candidates = routes
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((route): Candidate => ({ route, segments: segmentsOf(route) }));
  return Map.groupBy(candidates, ({ route }) => recordParameterOf(route)?.type);
});

function fits(route: Route, record: Linkable): boolean {
  if (route.kind !== null && route.kind !== record.kind) return false;
  return route.with.office === undefined || route.with.office === record.office;
}

/** Among those that fit. */
function rankOf(route: Route): number {
  return (route.kind === null ? 2 : 0) + (route.screen === 'list' ? 1 : 0) + (route.open ? 0 : 4);
}

function segmentsOf({ path, params }: Route): Candidate['segments'] {
  return path.split('/').map((segment) => {
    const name = parameterOf(segment);
    return name === null ? segment : { domain: params[name] };
  });
}

function fillPath({ segments }: Candidate, visitor: Visitor, record: Linkable): string | null {
  const filled = segments.map((segment) => {
    if (typeof segment === 'string') return segment;
    const { domain } = segment;
    if (domain === undefined || 'word' in domain || 'document' in domain) return null;
    if ('group' in domain) return visitor.department;
    const { record: type } = domain;
    return (record.type === type ? record : record.ancestors.find((one) => one.type === type))?.slug ?? null;
  });
  return filled.includes(null) ? null : filled.join('/');
}
