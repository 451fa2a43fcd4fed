/** The pages in a visitor's navigation. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Route, RouteSubject, ScreenKind } from '../../portal/model/route.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { decide } from '../../portal/routing/decide.ts';
import { ownPage, ownPath } from '../../portal/routing/own-page.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { useSession, useSlice } from '../session/portal-context.ts';
import { visitorOf } from '../session/user.ts';

export interface NavigationEntry {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly screen: ScreenKind;
  /** The entry shows how much is on the page. */
  readonly counts: boolean;
}

export interface NavigationGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export function navigationOf(scope: Scope<PortalSlice>): readonly NavigationGroup[] {
  const { portal: slice } = scope;
  const entries = slice.routes
    .flatMap((route) => entryOf(scope, route))
    .toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0);
  return slice.navigation
    .map(({ key, title }) => ({
      key,
      title,
      entries: entries.filter((entry) => entry.group === key).map((entry) => entry.entry),
    }))
    .filter((group) => group.entries.length > 0);
}

/**
 * The current entry: the one with this path; or with the longest path above it; or, for a page that only the start page
 * is above, a list of the same records.
 */
export function currentEntry(
  scope: Scope<PortalSlice>,
  groups: readonly NavigationGroup[],
  pathname: string,
): NavigationEntry | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const entries = groups.flatMap((group) => group.entries);
  const above = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  const nearest = above.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
  if (nearest !== null && (nearest.path === path || !startScreens.has(nearest.screen))) return nearest;
  return listOfSame(scope, entries, path) ?? nearest;
}

/** A page below one of these may belong to a list. */
const startScreens: ReadonlySet<ScreenKind> = new Set(['dashboard', 'to-do']);

function listOfSame(
  scope: Scope<PortalSlice>,
  entries: readonly NavigationEntry[],
  path: string,
): NavigationEntry | null {
  const { portal: slice } = scope;
  const decision = decide(scope, path);
  const type = decision.outcome === 'show' ? decision.route.of[0]?.type : undefined;
  if (type === undefined) return null;
  const isOfSame = ({ name, screen }: NavigationEntry) =>
    screen === 'list' &&
    slice.routes
      .find((route) => route.name === name)
      ?.of.some((subject) => subject.type === type && !isOfOthers(slice, subject)) === true;
  return entries.find(isOfSame) ?? null;
}

function isOfOthers({ recordTypes }: PortalSlice, { type, list }: RouteSubject): boolean {
  return list !== null && recordTypes[type]?.lists[list]?.isOfOthers === true;
}

function entryOf(scope: Scope<PortalSlice>, route: Route) {
  const path = route.nav === null ? null : ownPath(scope, route);
  if (route.nav === null || path === null) return [];
  const { group, label, counts, position } = route.nav;
  return [{ group, position, entry: { name: route.name, label, path, screen: route.screen, counts } }];
}

export function useVisitor(): Visitor {
  const slice = useSlice();
  const session = useSession();
  return useMemo(() => visitorOf(session, slice), [session, slice]);
}

export function useNavigation(): {
  readonly groups: readonly NavigationGroup[];
  readonly current: NavigationEntry | null;
} {
  const slice = useSlice();
  const visitor = useVisitor();
  const { pathname } = useLocation();
  const groups = useMemo(() => navigationOf({ portal: slice, visitor }), [slice, visitor]);
  return { groups, current: currentEntry({ portal: slice, visitor }, groups, pathname) };
}

/** The page of this visitor's messages, or null if the configuration has none. */
export function useMessagesPath(): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useMemo(() => ownPage({ portal: slice, visitor }, 'messages'), [slice, visitor]);
}
