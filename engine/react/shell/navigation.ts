/** The pages in a visitor's navigation. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Route, ScreenKind } from '../../portal/model/route.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { ownPath } from '../../portal/routing/own-page.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { useSession, useSlice } from '../session/portal-context.ts';
import { visitorOf } from '../session/user.ts';

export interface NavigationEntry {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly screen: ScreenKind;
  /** False: the page shows that it is not available yet. */
  readonly isOpen: boolean;
  /** The entry shows how much is on the page. */
  readonly counts: boolean;
}

export interface NavigationGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

function navigationOf(scope: Scope<PortalSlice>): readonly NavigationGroup[] {
  const { portal: slice } = scope;
  const entries = slice.routes.flatMap((route) => entryOf(scope, route));
  return slice.navigation
    .map(({ key, title }) => ({
      key,
      title,
      entries: entries.filter((entry) => entry.group === key).map((entry) => entry.entry),
    }))
    .filter((group) => group.entries.length > 0);
}

/** The current entry: the one with this path, or with the longest parent path. */
function currentEntry(groups: readonly NavigationGroup[], pathname: string): NavigationEntry | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const above = groups
    .flatMap((group) => group.entries)
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return above.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/**
 * The page of a kind of screen for this visitor. The slice also has pages of others, whose paths compete with the
 * visitor's own.
 */
export function ownPage(scope: Scope<PortalSlice>, screen: ScreenKind): string | null {
  const { portal: slice } = scope;
  const paths = slice.routes.map((route) => (route.screen === screen ? ownPath(scope, route) : null));
  return paths.find((path) => path !== null) ?? null;
}

function entryOf(scope: Scope<PortalSlice>, route: Route) {
  const path = route.nav === null ? null : ownPath(scope, route);
  if (route.nav === null || path === null) return [];
  const { group, label, counts } = route.nav;
  return [
    { group, entry: { name: route.name, label, path, screen: route.screen, isOpen: route.open, counts } },
  ];
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
  return { groups, current: currentEntry(groups, pathname) };
}

/** The page of this visitor's messages, or null if the configuration has none. */
export function useMessagesPath(): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useMemo(() => ownPage({ portal: slice, visitor }, 'messages'), [slice, visitor]);
}
