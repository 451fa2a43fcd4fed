/** Which pages stand in the navigation of this visitor, in groups: those that `decide` shows, and nothing else. */
import { decide } from '../../portal/decide.ts';
import type { Route, ScreenKind } from '../../portal/route.ts';
import type { PortalSlice } from '../../portal/slice.ts';
import type { Visitor } from '../../portal/visitor.ts';

export interface NavigationEntry {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly screen: ScreenKind;
  /** False: the page says that it is not open yet. */
  readonly isOpen: boolean;
}

export interface NavigationGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export function navigationOf(slice: PortalSlice, visitor: Visitor): readonly NavigationGroup[] {
  const entries = slice.routes.flatMap((route) => entryOf(slice, visitor, route));
  return slice.navigation
    .map(({ key, title }) => ({
      key,
      title,
      entries: entries.filter((entry) => entry.group === key).map((entry) => entry.entry),
    }))
    .filter((group) => group.entries.length > 0);
}

/** The entry whose page this is: its own path, or the longest one above it. */
export function currentEntry(groups: readonly NavigationGroup[], pathname: string): NavigationEntry | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const above = groups
    .flatMap((group) => group.entries)
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return above.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

function entryOf(slice: PortalSlice, visitor: Visitor, route: Route) {
  if (route.nav === null) return [];
  const path = ownPath(route, visitor);
  if (path === null) return [];
  // A path may belong to another route once its parameters are filled in.
  const decision = decide(slice, visitor, path);
  if (decision.outcome !== 'show' || decision.route !== route) return [];
  const { group, label } = route.nav;
  return [{ group, entry: { name: route.name, label, path, screen: route.screen, isOpen: route.open } }];
}

/** A parameter over departments stands for one's own; a page of one record has no place in the navigation. */
function ownPath(route: Route, visitor: Visitor): string | null {
  let path = route.path;
  for (const [name, domain] of Object.entries(route.params)) {
    if (!('group' in domain) || visitor.department === null) return null;
    path = path.replace(`{${name}}`, visitor.department);
  }
  return path.includes('{') ? null : path;
}
