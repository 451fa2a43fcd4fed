/** The address at which a visitor opens a page: a department parameter is the visitor's own department. */
import type { Visitor } from '../model/department.ts';
import type { Decidable } from '../model/portal.ts';
import type { Route, ScreenKind } from '../model/route.ts';
import type { Scope } from '../conditions/scope.ts';
import { decide } from './decide.ts';

/** The path at which this visitor can open the route, or null if they cannot. */
export function ownPath(scope: Scope<Decidable>, route: Route): string | null {
  const { visitor } = scope;
  const path = pathFor(route, visitor);
  if (path === null) return null;
  // With its parameters filled in, a path may belong to another route.
  const decision = decide(scope, path);
  return decision.outcome === 'show' && decision.route === route ? path : null;
}

/**
 * The path of this visitor's page of a kind of screen, or null. Pages of others, whose paths compete with the visitor's
 * own, are passed over.
 */
export function ownPage(scope: Scope<Decidable>, screen: ScreenKind): string | null {
  const { routes } = scope.portal;
  const paths = routes.map((route) => (route.screen === screen ? ownPath(scope, route) : null));
  return paths.find((path) => path !== null) ?? null;
}

/** A page of one record has no address without that record. */
function pathFor(route: Route, visitor: Visitor): string | null {
  let path = route.path;
  for (const [name, domain] of Object.entries(route.params)) {
    if (!('group' in domain) || visitor.department === null) return null;
    path = path.replace(`{${name}}`, visitor.department);
  }
  return path.includes('{') ? null : path;
}
