/** Finds the lists that everybody may read: those on pages that open without an account. */
import { decide } from './decide.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { addressOf } from './opening.ts';
import type { Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { signedOut } from '../model/visitor.ts';

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
