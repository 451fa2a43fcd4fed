/** The frame of every page for somebody who is signed in: header, navigation, and the path to the page. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { ReadRequest } from '../api/call.ts';
import { useFreshAnswers, useIsReached, useLive, useLiveChanges } from '../data/live.ts';
import { pageMessages } from '../../locales/page.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { decide, type RouteDecision } from '../../portal/routing/decide.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { notificationsInput } from '../notifications/use-notifications.ts';
import { OutboxLine } from '../outbox/outbox-button.tsx';
import { sayMoment } from '../page/dates.ts';
import { useIsNarrow } from '../page/use-narrow.ts';
import { useIsConnectionTold } from '../data/told-connection.ts';
import { usePortal, usePortalState, useSlice } from '../session/portal-context.ts';
import { chosenOf, type UserSession } from '../session/user.ts';
import { text } from '../language/text.ts';
import '../theme/font.css';
import { Icon } from '../theme/icon.tsx';
import { ActingLine } from './acting.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { OnlookerLine } from './onlooker-line.tsx';
import { SideNavigation } from './navigation-groups.tsx';
import { useVisitor } from './navigation.ts';
import styles from './shell.module.css';
import { SkipLink } from './skip-link.tsx';

/** What the parts of the frame read first. Letters and notifications are for the person alone. */
export function shellReads({ seenBy }: Pick<UserSession, 'seenBy'>): readonly ReadRequest[] {
  const ofFrame: readonly ReadRequest[] = [
    ['GET /photo', {}],
    ['GET /navigation/counts', {}],
  ];
  return seenBy === null
    ? [['GET /notifications', notificationsInput('')], ['GET /threads/unread', {}], ...ofFrame]
    : ofFrame;
}

/** Each membership has its own cache, as has each officer for whom a deputy acts. */
const freshCache = () => new Map();

// The same elements for every page: React draws them again only if what they follow changes.
const top = (
  <>
    <Following />
    <SkipLink />
    <Header />
  </>
);
const side = <SideNavigation />;
const lines = (
  <>
    <OnlookerLine />
    <ConnectionLine />
    <OutboxLine />
    <ActingLine />
    <Breadcrumb />
  </>
);
const bottom = <BottomBar />;

export function Shell({ children }: { readonly children: ReactNode }) {
  const whose = usePortalState(
    ({ session }) => `${session.token} ${chosenOf(session)} ${session.actsFor ?? ''}`,
  );
  const isSignedIn = usePortalState(({ session }) => session.token !== null);
  const isNarrow = useIsNarrow();
  return (
    // Who returns to a tab that follows what changes gets it from there, and would otherwise read it twice.
    <SWRConfig key={whose} value={{ provider: freshCache, revalidateOnFocus: !isSignedIn }}>
      {top}
      <div className={styles.body}>
        {!isNarrow && side}
        <main id="main" className={styles.main} tabIndex={-1}>
          {lines}
          {children}
        </main>
      </div>
      {isNarrow && bottom}
    </SWRConfig>
  );
}

/** Inside the session’s cache, which it reads again. */
function Following(): null {
  const { account } = usePortal();
  const { revalidate } = useRevalidator();
  useLive();
  useFreshAnswers();
  useLiveChanges(
    useCallback(
      ({ event }) => {
        if (event === 'account')
          void account.refreshMemberships().then((isMoved) => (isMoved ? revalidate() : undefined));
      },
      [account, revalidate],
    ),
  );
  return null;
}

/** What is on the page stays there until it can be read again. */
function ConnectionLine() {
  const isReached = useIsReached();
  const { timeZone } = useSlice();
  const shownSince = usePortalState((state) => state.shownSince);
  const isTold = useIsConnectionTold();
  return (
    <output className={styles.connection}>
      {(!isReached || shownSince !== null) && !isTold && (
        <span>
          <Icon of={IconAlertTriangle} size={16} />
          {shownSince === null
            ? text(pageMessages.connectionAway)
            : text(pageMessages.connectionAwaySince, {
                when: sayMoment(new Date(shownSince).toISOString(), timeZone),
              })}
        </span>
      )}
    </output>
  );
}

interface Crumb {
  readonly path: string;
  readonly title: string;
}

function Breadcrumb() {
  const slice = useSlice();
  const visitor = useVisitor();
  const { pathname } = useLocation();
  const crumbs = crumbsOf({ portal: slice, visitor }, pathname);
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={text(pageMessages.breadcrumb)} className={styles.breadcrumb}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.path}>
            <Link to={crumb.path}>{crumb.title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Each prefix of the path that is a page about the same records; the current page is left out, and the one that asks for a code. */
function crumbsOf(scope: Scope<PortalSlice>, pathname: string): readonly Crumb[] {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const current = decide(scope, pathname);
  const prefixes = segments.slice(0, -1).map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return prefixes.flatMap((path) => {
    const decision = decide(scope, path);
    if (decision.outcome !== 'show' || decision.route.does === 'check' || !isAbout(decision, current))
      return [];
    return [{ path, title: decision.route.title }];
  });
}

type PageMatch = Pick<Extract<RouteDecision, { outcome: 'show' }>, 'route' | 'params'>;

/** A prefix may match the page of a record that does not exist: a word of the path taken for a slug. */
function isAbout(above: PageMatch, current: RouteDecision): boolean {
  const records = Object.entries(above.route.params).filter(([, domain]) => 'record' in domain);
  if (records.length === 0) return true;
  return current.outcome === 'show' && records.every(([name]) => current.params[name] === above.params[name]);
}
