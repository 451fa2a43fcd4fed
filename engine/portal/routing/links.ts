/** Finds the path of the page that shows a record, or that verifies a document. */
import type { Scope } from '../conditions/scope.ts';
import type { Decidable } from '../model/portal.ts';
import type { ParameterDomain, Route } from '../model/route.ts';
import type { Visitor } from '../model/department.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { decide, landingPath } from './decide.ts';
import { parameterOf } from './match.ts';

/** Parameter of a record's page that opens one of its steps. */
export const stepParameter = 'step';

/** The parts of a record that determine its address. */
export interface Linkable {
  readonly type: string;
  readonly slug: string;
  readonly kind: string | null;
  readonly office: string | null;
  /** Nearest first. */
  readonly ancestors: readonly { readonly type: string; readonly slug: string }[];
}

/**
 * The page of a record for this visitor: a route whose last record parameter has its type, and whose kind
 * and constants match. A page that shows the record wins over a form that begins a record below it. Among those, a page
 * in the visitor's own area wins over others, the record's own kind over a page for all kinds, and a page of one record
 * over a list below it.
 * @returns a path; null if this visitor has no such page
 */
export function pathOf(scope: Scope<Decidable>, record: Linkable): string | null {
  const { portal, visitor } = scope;
  const home = landingPath(scope, 'home');
  const pages = (candidatesOf(portal).get(record.type) ?? []).flatMap((candidate) => {
    const path = fits(candidate.route, record) ? fillPath(candidate, visitor, record) : null;
    if (path === null) return [];
    const { area } = candidate.route;
    const isOwn = visitor.department !== null && (area === visitor.department || isInAreaOf(path, home));
    return [{ path, rank: (beginsBelow(candidate.route) ? 2 : 0) + (isOwn ? 0 : 1) }];
  });
  const ordered = pages.toSorted((a, b) => a.rank - b.rank);
  return ordered.find(({ path }) => decide(scope, path).outcome === 'show')?.path ?? null;
}

/** The first segment of a department's home identifies its area. */
function isInAreaOf(path: string, home: string | null): boolean {
  const [, area = ''] = home?.split('/') ?? [];
  return area !== '' && path.split('/')[1] === area;
}

/** The last record parameter of a route's path: the record that its page shows. */
export function recordParameterOf(route: Route): { readonly name: string; readonly type: string } | null {
  for (const segment of route.path.split('/').toReversed()) {
    const name = parameterOf(segment);
    const domain = name === null ? undefined : route.params[name];
    if (name !== null && domain !== undefined && 'record' in domain) return { name, type: domain.record };
  }
  return null;
}

/** A candidate route, with its path in parts: words, and values of parameters (undefined: unknown). */
interface Candidate {
  readonly route: Route;
  readonly segments: readonly (string | { readonly domain: ParameterDomain | undefined })[];
}

/** By the record type of their pages, best match first. */
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
  return (route.kind === null ? 2 : 0) + (route.screen === 'list' ? 1 : 0);
}

/** A form at the path of a record of another type begins a record below it, and does not show it. */
export function beginsBelow(route: Route): boolean {
  const type = recordParameterOf(route)?.type;
  return route.screen === 'form' && type !== undefined && !route.of.some((one) => one.type === type);
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

/** The path of the page for this code; null if the configuration has no such page. */
export function documentPathOf({ routes }: Pick<Decidable, 'routes'>, code: string): string | null {
  for (const { path, params } of routes) {
    const isOfCode = Object.values(params).some((domain) => 'document' in domain);
    if (!isOfCode) continue;
    const segments = path.split('/');
    return segments.map((segment) => (parameterOf(segment) === null ? segment : code)).join('/');
  }
  return null;
}
