/**
 * Decides what happens when a visitor opens a location: show a page, redirect, or not found. Browser and server use
 * the same code.
 */
import { holds } from '../conditions/evaluate.ts';
import type { Landings } from '../model/department.ts';
import type { Decidable } from '../model/portal.ts';
import type { Otherwise, Route, Rule } from '../model/route.ts';
import type { EvaluationScope, Scope } from '../conditions/scope.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { type Match, matchPath, parameterOf } from './match.ts';

export type RouteDecision =
  | { readonly outcome: 'show'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | {
      readonly outcome: 'go';
      /** A path; only the sign-in page carries a query (`next`). */
      readonly to: string;
      readonly signOut: boolean;
      /** The text of the message, or null. */
      readonly message: string | null;
      /** The requested route. */
      readonly route: Route;
    }
  | { readonly outcome: 'not-found'; readonly route: Route | null };

/** The form for the wire and the command line, without absent values. */
export interface WireDecision {
  readonly outcome: 'show' | 'go' | 'not-found';
  readonly to?: string;
  readonly signOut?: boolean;
  readonly message?: string;
  readonly route?: string;
  readonly title?: string;
  readonly screen?: string;
}

interface RouteIndex {
  readonly rules: ReadonlyMap<Route, readonly Rule[]>;
  readonly paths: ReadonlyMap<string, string>;
}

/**
 * Decides one navigation step: the first rule that fails determines the target.
 * @param location path, with or without query and hash; only the path counts
 */
export function decide({ portal, visitor }: Scope<Decidable>, location: string): RouteDecision {
  const match = matchPath(portal, pathOfLocation(location));
  if (match === null) return { outcome: 'not-found', route: null };
  const { route, params } = match;
  const scope: EvaluationScope = { portal, visitor, params, route };
  for (const rule of rulesOf(portal, route)) {
    if (!holds(rule.require, scope)) return refuse({ portal, visitor }, { match, location, rule });
  }
  if (route.redirect === null) return { outcome: 'show', route, params };
  return { outcome: 'go', to: fill(route.redirect, params), signOut: false, message: null, route };
}

/** The location without its query and hash. */
export function pathOfLocation(location: string): string {
  const end = location.search(/[?#]/);
  return end === -1 ? location : location.slice(0, end);
}

/** The rules of a route's guards, in evaluation order. An unknown guard refuses. */
export function rulesOf(portal: Decidable, route: Route): readonly Rule[] {
  return indexOf(portal).rules.get(route) ?? [closed(route)];
}

/** The path of a landing of the visitor's department, or null. */
export function landingPath({ portal, visitor }: Scope<Decidable>, landing: keyof Landings): string | null {
  if (!visitor.signedIn || visitor.department === null) return null;
  if (!Object.hasOwn(portal.departments, visitor.department)) return null;
  const name = portal.departments[visitor.department]?.landings[landing] ?? null;
  return name === null ? null : (indexOf(portal).paths.get(name) ?? null);
}

/** The decision for the wire and the command line, without absent values. */
export function toWireDecision(decision: RouteDecision): WireDecision {
  const { outcome, route } = decision;
  if (outcome === 'not-found') return { outcome, ...(route && { route: route.name }) };
  if (outcome === 'show') {
    return { outcome, route: route.name, title: route.title, screen: route.screen };
  }
  return {
    outcome,
    to: decision.to,
    ...(decision.signOut && { signOut: true }),
    ...(decision.message !== null && { message: decision.message }),
    route: route.name,
  };
}

function refuse(
  scope: Scope<Decidable>,
  { match, location, rule }: { readonly match: Match; readonly location: string; readonly rule: Rule },
): RouteDecision {
  const { portal, visitor } = scope;
  const { otherwise } = rule;
  const { route } = match;
  if (otherwise.notFound) return { outcome: 'not-found', route };
  const message = otherwise.message === null ? null : (portal.messages[otherwise.message] ?? null);
  const target = targetOf(scope, { otherwise, params: match.params });
  // There is no page for this signed-in visitor, so the session is useless and ends.
  const isLost = target === null;
  const signOut = otherwise.signOut || (isLost && visitor.signedIn);
  const login = indexOf(portal).paths.get(portal.login) ?? '/';
  const isSignIn = otherwise.go === 'login' && !signOut && !visitor.signedIn;
  const to = isSignIn ? `${login}?next=${encodeURIComponent(withoutHash(location))}` : target;
  return { outcome: 'go', to: to ?? login, signOut, message, route };
}

function targetOf(
  scope: Scope<Decidable>,
  { otherwise, params }: { otherwise: Otherwise; params: Match['params'] },
): string | null {
  const { portal } = scope;
  const { paths } = indexOf(portal);
  const home = landingPath(scope, 'home');
  switch (otherwise.go) {
    case 'home':
    case 'back':
      return home;
    case 'credentials':
    case 'secondStep':
      return landingPath(scope, otherwise.go) ?? home;
    case 'login':
    case null:
      return paths.get(portal.login) ?? '/';
    default: {
      const path = paths.get(otherwise.go);
      return path === undefined ? home : fill(path, params);
    }
  }
}

function withoutHash(location: string): string {
  return location.split('#', 1)[0] ?? location;
}

/** The path with its parameters in their places. */
export function fill(path: string, params: Match['params']): string {
  if (!path.includes('{')) return path;
  return path
    .split('/')
    .map((segment) => {
      const name = parameterOf(segment);
      return name === null ? segment : encodeURIComponent(params[name] ?? '');
    })
    .join('/');
}

const indexOf = onceForEach((portal: Decidable): RouteIndex => {
  const rules = new Map(portal.routes.map((route) => [route, compileRules(portal, route)]));
  const paths = new Map(portal.routes.map((route) => [route.name, route.path]));
  return { rules, paths };
});

function compileRules(portal: Decidable, route: Route): Rule[] {
  if (route.guards.length === 0) return [closed(route)];
  return route.guards.flatMap((name) => {
    const guard = Object.hasOwn(portal.guards, name) ? portal.guards[name] : undefined;
    return guard?.rules ?? [closed(route)];
  });
}

/** An unknown guard denies. */
function closed(route: Route): Rule {
  return {
    require: { test: 'not', of: { test: 'always' } },
    otherwise: { notFound: true, signOut: false, go: null, message: null },
    place: route.place,
  };
}
