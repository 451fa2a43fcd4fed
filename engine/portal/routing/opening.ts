/** Finds who may open a route, and which lists everybody may read, by asking `decide` about an address. */
import type { Decidable, Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { signedOut } from '../model/visitor.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { decide } from './decide.ts';
import { parameterOf } from './match.ts';
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

/** Pages that open without an account and list records. */
export const openListPages: (portal: Portal) => readonly Route[] = onceForEach((portal: Portal) =>
  portal.routes.filter((route) => {
    if (!route.open || route.screen !== 'list' || route.lookup !== null) return false;
    const decision = decide({ portal, visitor: signedOut }, addressOf(route, ''));
    return decision.outcome === 'show' && decision.route === route;
  }),
);

/** Decides whether a public page shows this list. Of each record it shows only what everybody may see. */
export function isOpenList(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(({ of }) => of.some((one) => one.type === type && one.list === list));
}

/** Decides whether it shows only records below the record in the page's address. */
export function isOpenBelow(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(
    ({ of, below }) => below !== null && of.some((one) => one.type === type && one.list === list),
  );
}
