/** Finds who may open a route, by asking `decide` about an address with a value for every parameter. */
import { decide } from './decide.ts';
import { parameterOf } from './match.ts';
import type { Decidable } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { visitorOf } from './visitors.ts';

/** The departments whose demonstration account may open the route. The route's own redirect counts as opening. */
export function openingDepartments(portal: Decidable, route: Route): string[] {
  return Object.keys(portal.departments).filter((department) => {
    const visitor = visitorOf(portal, department);
    if (visitor === null) return false;
    const decision = decide({ portal, visitor }, addressOf(route, department));
    if (decision.outcome === 'show') return decision.route === route;
    return decision.outcome === 'go' && decision.route === route && decision.to === route.redirect;
  });
}

/**
 * An address of the route: this department for a parameter over departments, a word for any other.
 * @param path one of the route's paths
 */
export function addressOf(route: Route, department: string, path: string = route.path): string {
  return path
    .split('/')
    .map((segment) => {
      const name = parameterOf(segment);
      if (name === null) return segment;
      const domain = route.params[name];
      return domain !== undefined && 'group' in domain ? department : `some-${name}`;
    })
    .join('/');
}
