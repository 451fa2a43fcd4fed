/** Which lists everybody may read: those on pages that open without an account. */
import { decide } from './decide.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { addressOf } from './opening.ts';
import type { Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { signedOut } from '../model/visitor.ts';

/** The pages of records that open without an account and list records. */
export const openListPages: (portal: Portal) => readonly Route[] = onceForEach((portal: Portal) =>
  portal.routes.filter((route) => {
    if (!route.open || route.screen !== 'list' || route.lookup !== null) return false;
    const decision = decide({ portal, visitor: signedOut }, addressOf(route, ''));
    return decision.outcome === 'show' && decision.route === route;
  }),
);

/** Does this list stand on such a page? It shows of each record what the record's access shows to everybody. */
export function isOpenList(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(({ of }) => of.some((one) => one.type === type && one.list === list));
}

/** Does it stand there below the one record that the page's address names? */
export function isOpenBelow(portal: Portal, type: string, list: string): boolean {
  return openListPages(portal).some(
    ({ of, below }) => below !== null && of.some((one) => one.type === type && one.list === list),
  );
}
