/** The visitor's navigation, computed once a portal and session. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Visitor } from '../../portal/model/visitor.ts';
import { useSession, useSlice } from '../portal-context.ts';
import { visitorOf } from '../session/user.ts';
import { currentEntry, navigationOf, type NavigationEntry, type NavigationGroup } from './navigation.ts';

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
