/** The targets of navigation: after signing in, after signing out, and to other pages. */
import type { Route } from '../../portal/model/route.ts';
import { signedOut } from '../../portal/model/department.ts';
import { decide } from '../../portal/routing/decide.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';

/** The sign-in page. */
export function signInPath({ routes, login }: Pick<PortalSlice, 'routes' | 'login'>): string {
  return routes.find(({ name }) => name === login)?.path ?? '/';
}

/** The sign-out page; null if the configuration has none. */
export function signOutPath({ routes }: Pick<PortalSlice, 'routes'>): string | null {
  return routes.find(({ screen }) => screen === 'sign-out')?.path ?? null;
}

/**
 * The page for creating an account: the menu of several forms, or the one form that opens one.
 * @returns null if accounts are created in another way
 */
export function registrationPath(slice: PortalSlice): string | null {
  const open = openRoutes(slice);
  const menu = open.find(
    ({ screen, path }) =>
      screen === 'menu' && open.some((one) => isBelow(one, path) && one.screen === 'form'),
  );
  const form = open.find(
    ({ screen, of: [subject] }) =>
      screen === 'form' && slice.recordTypes[subject?.type ?? '']?.opensAccount !== false,
  );
  return (menu ?? form)?.path ?? null;
}

/** The page that mails a link to people who have forgotten their password; null if the configuration has none. */
export function forgottenPath(slice: PortalSlice): string | null {
  const page = openRoutes(slice).find(({ screen, does }) => screen === 'account' && does === 'forgotten');
  return page?.path ?? null;
}

/** The page that says what people need for a record of this type; null if the configuration has none. */
export function startPathOf({ routes }: Pick<PortalSlice, 'routes'>, type: string | null): string | null {
  return routes.find(({ screen, of }) => screen === 'start' && of[0]?.type === type)?.path ?? null;
}

/** The page that asks for the code of a document; null if the configuration has none. */
export function checkPath({ routes }: Pick<PortalSlice, 'routes'>): string | null {
  return routes.find(({ screen, does }) => screen === 'document' && does === 'check')?.path ?? null;
}

/** Public pages that a visitor would not find otherwise: no entry of the welcome leads there. */
export function openPages(slice: PortalSlice): readonly { readonly label: string; readonly path: string }[] {
  const entries = new Set(slice.welcome.entries.map(({ page }) => page));
  return openRoutes(slice).flatMap(({ name, nav, path }) =>
    nav === null || entries.has(name) ? [] : [{ label: nav.label, path }],
  );
}

function isBelow({ path }: Route, above: string): boolean {
  return path.startsWith(`${above}/`);
}

function openRoutes(slice: PortalSlice): readonly Route[] {
  return slice.routes.filter((route) => {
    if (route.path.includes('{')) return false;
    const decision = decide({ portal: slice, visitor: signedOut }, route.path);
    return decision.outcome === 'show' && decision.route === route;
  });
}
