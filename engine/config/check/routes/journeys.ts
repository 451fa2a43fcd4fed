/** Follows every visitor from every route until a page opens; reports redirect loops, dead ends, unreachable routes and closed landings. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import { signedOut, type Visitor } from '../../../portal/model/department.ts';
import { decide, pathOfLocation, type RouteDecision, rulesOf } from '../../../portal/routing/decide.ts';
import { explain } from '../../../portal/routing/explain.ts';
import { matchPath } from '../../../portal/routing/match.ts';
import { addressOf, flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

/**
 * Routes with the same guards, area, constants and parameter domains have the same decisions, so only one of each
 * group is tried: the check does not grow with the number of requirement kinds.
 */
export function checkJourneys({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const ends = new Map<string, End>();
  for (const alike of groupsOfAlike(portal)) {
    const [route] = alike;
    if (route === undefined) continue;
    const isReached = travel({ portal, route, ends, findings });
    if (!isReached) {
      const refusedBy = lastRule(portal, route);
      for (const { name, place } of alike) findings.add('route/unreachable', place, { name, refusedBy });
    }
  }
  return findings.all();
}

interface Proof {
  readonly portal: Portal;
  readonly route: Route;
  readonly ends: Map<string, End>;
  readonly findings: DiagnosticSet;
}

/** Tries the route for every visitor. @returns true if it opened for somebody */
function travel({ portal, route, ends, findings }: Proof): boolean {
  let isReached = false;
  for (const visitor of visitorsFor(portal, route)) {
    const scope = { portal, visitor };
    for (const address of addressesFor(scope, route)) {
      const decision = decide(scope, address);
      isReached ||= opens(decision, route);
      if (decision.outcome !== 'go') continue;
      const end = follow(scope, decision, ends);
      if (end.code === null) continue;
      findings.add(end.code, placeOf(scope, address), {
        who: describe(scope),
        through: [address, ...end.through],
      });
    }
  }
  return isReached;
}

/** The rule that refuses the department that comes furthest; null if no rule does. */
function lastRule(portal: Portal, route: Route): Place | null {
  const refused = Object.keys(portal.departments).flatMap((department) => {
    const visitor = visitorOf(portal, department);
    if (visitor === null) return [];
    return addressesFor({ portal, visitor }, route).flatMap((address) => {
      const { rules } = explain({ portal, visitor }, address);
      const at = rules.findIndex(({ decided }) => decided);
      return at === -1 ? [] : [{ at, place: rules[at]?.place ?? null }];
    });
  });
  return refused.toSorted((one, other) => other.at - one.at)[0]?.place ?? null;
}

function opens(decision: RouteDecision, route: Route): boolean {
  if (decision.route !== route) return false;
  return decision.outcome === 'show' || (decision.outcome === 'go' && decision.to === route.redirect);
}

interface End {
  readonly code: 'route/redirect-loop' | 'route/redirect-to-closed' | null;
  readonly through: readonly string[];
}

/** Follows redirects to their end. The result for a visitor and an address is cached. */
function follow(
  { portal, visitor: first }: Scope,
  start: Extract<RouteDecision, { outcome: 'go' }>,
  ends: Map<string, End>,
): End {
  const begin = `${keyOf(start.signOut ? signedOut : first)} ${start.to}`;
  const known = ends.get(begin);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const through: string[] = [];
  let visitor = first;
  let decision: RouteDecision = start;
  while (decision.outcome === 'go') {
    visitor = decision.signOut ? signedOut : visitor;
    // Only the path decides. The query may grow in each round: the sign-in page names the page to return to.
    const path = pathOfLocation(decision.to);
    const key = `${keyOf(visitor)} ${path}`;
    through.push(path);
    if (seen.has(key)) return remember({ code: 'route/redirect-loop', through });
    seen.add(key);
    decision = decide({ portal, visitor }, decision.to);
  }
  const code = decision.outcome === 'show' ? null : 'route/redirect-to-closed';
  return remember({ code, through });

  function remember(end: End): End {
    ends.set(begin, end);
    return end;
  }
}

const keys = new WeakMap<Visitor, string>();

function keyOf(visitor: Visitor): string {
  let key = keys.get(visitor);
  if (key === undefined) keys.set(visitor, (key = JSON.stringify([visitor.department, visitor.flags])));
  return key;
}

/**
 * A visitor without an account, and accounts of each department with every combination of its flags that the rules
 * read.
 */
export function visitorsFor(portal: Portal, route: Route): readonly Visitor[] {
  const flags = flagsRead(rulesOf(portal, route).map((rule) => rule.require)).sort();
  const key = flags.join(',');
  const cached = visitors.get(portal)?.get(key);
  if (cached !== undefined) return cached;
  const all = [
    signedOut,
    ...Object.keys(portal.departments).flatMap((department) =>
      mixtures(flags.filter((flag) => canHave(portal, department, flag))).flatMap(
        (mixture) => visitorOf(portal, department, mixture) ?? [],
      ),
    ),
  ];
  const byKey = visitors.get(portal) ?? new Map<string, readonly Visitor[]>();
  visitors.set(portal, byKey.set(key, all));
  return all;
}

function canHave({ departments }: Portal, department: string, flag: string): boolean {
  const { flags = {}, derived = {} } = departments[department] ?? {};
  return Object.hasOwn(flags, flag) || Object.hasOwn(derived, flag);
}

const visitors = new WeakMap<Portal, Map<string, readonly Visitor[]>>();

/** Values to try for a department parameter: the own key, another of the group, and an unknown one. */
function addressesFor({ portal, visitor }: Scope, route: Route): string[] {
  const group = Object.values(route.params).find((domain) => 'group' in domain);
  if (group === undefined) return [addressOf(route, '')];
  const members = portal.groups[group.group] ?? [];
  const other = members.find((member) => member !== visitor.department);
  const values = [visitor.department, other, 'unlisted'].filter((value) => value != null);
  return values.map((value) => addressOf(route, value));
}

function placeOf(scope: Scope, address: string): Place {
  const { route } = decide(scope, address);
  return decidingRule(scope, address) ?? route?.place ?? { file: '', line: 1, column: 1 };
}

function decidingRule(scope: Scope, address: string): Place | null {
  return explain(scope, address).rules.find((rule) => rule.decided)?.place ?? null;
}

/** Describes the visitor; lists only the flags that a demonstration account has and this visitor lacks. */
export function describe({ portal: { departments }, visitor: { department, flags } }: Scope): string {
  if (department === null) return 'Somebody who is signed out';
  const usual = departments[department]?.flags ?? {};
  const lacking = Object.keys(flags).filter(
    (flag) => flags[flag] === false && usual[flag]?.default !== false,
  );
  const without = lacking.length === 0 ? '' : ` without ${lacking.join(', ')}`;
  return `Somebody of "${department}"${without}`;
}

/** Routes for which every visitor gets the same decision. */
export function groupsOfAlike(portal: Portal): Route[][] {
  const groups = new Map<string, Route[]>();
  for (const route of portal.routes) {
    const signature = signatureOf(portal, route);
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, [route]);
    else group.push(route);
  }
  return [...groups.values()];
}

/** A route whose address matches another route first is a group of its own. */
function signatureOf(portal: Portal, route: Route): string {
  const domains = Object.entries(route.params).map(([name, domain]) =>
    'group' in domain ? [name, domain.group] : [name],
  );
  const match = matchPath(portal, addressOf(route, 'unlisted'));
  const own = match?.route === route ? '' : route.name;
  return JSON.stringify([route.guards, route.area, route.with, domains, route.redirect, own]);
}

/** Checks the pages on which everybody starts: the page to sign in, and the landings of each department. */
export function checkLandings(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const login = portal.routes.find(({ name }) => name === portal.login);
  if (login !== undefined && decide({ portal, visitor: signedOut }, login.path).outcome !== 'show') {
    const refusedBy = decidingRule({ portal, visitor: signedOut }, login.path);
    findings.add('portal/closed-login', login.place, { name: login.name, refusedBy });
  }
  for (const { key, landings } of Object.values(portal.departments)) {
    for (const landing of ['home', 'credentials', 'secondStep'] as const) {
      const route = portal.routes.find((one) => one.name === landings[landing]);
      const visitor = visitorOf(portal, key);
      if (route === undefined || visitor === null) continue;
      let decision: RouteDecision = decide({ portal, visitor }, route.path);
      // A landing may redirect once within its area; `checkJourneys` reports loops.
      if (decision.outcome === 'go') decision = decide({ portal, visitor }, decision.to);
      if (decision.outcome === 'show') continue;
      const place = spanIn(context, { kind: 'department', name: key }, 'landings', landing);
      const refusedBy = decidingRule({ portal, visitor }, route.path);
      findings.add('department/landing-closed', place, { name: key, path: route.path, refusedBy });
    }
  }
  return findings.all();
}
