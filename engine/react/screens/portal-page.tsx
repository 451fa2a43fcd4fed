/**
 * Shows the router's page, with its title in the tab. Sign-in is in the first bundle; other screens load on demand.
 */
import { Suspense, useEffect } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { usePortalState, useSlice } from '../session/portal-context.ts';
import { Boundary, useTryAgain } from '../loading/boundary.tsx';
import { PrimaryButton } from '../page/buttons.tsx';
import styles from '../portal-app.module.css';
import type { Page } from '../router/portal-router.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { text } from '../language/text.ts';
import { FramedPage } from './load-frame.ts';
import { pageMessages } from '../../locales/page.ts';

export function PortalPage() {
  const page = useLoaderData<Page>();
  const { pathname } = useLocation();
  if (page.outcome === 'show' && page.route.screen === 'sign-in') {
    return (
      <>
        <TabTitle page={page} />
        <SignInScreen route={page.route} />
        <FirstPaintEnd />
      </>
    );
  }
  return (
    <Boundary at={pathname} fallback={<FailedFrame />}>
      <TabTitle page={page} />
      <Suspense fallback={null}>
        <FramedPage page={page} />
        <FirstPaintEnd />
      </Suspense>
    </Boundary>
  );
}

function FailedFrame() {
  const { said, tryAgain } = useTryAgain();
  return (
    <main id="main" className={styles.alone}>
      <h1>{text(pageMessages.cannotBeShown)}</h1>
      <p role="alert">{said}</p>
      <PrimaryButton type="button" onClick={tryAgain}>
        {text(pageMessages.tryAgain)}
      </PrimaryButton>
    </main>
  );
}

/** Beside a page that is there: what the server painted behind it has done its work. */
function FirstPaintEnd(): null {
  useEffect(() => document.getElementById('first-paint')?.remove(), []);
  return null;
}

/** By itself: what it follows draws no page again. */
function TabTitle({ page }: { readonly page: Page }): null {
  const { title } = useSlice();
  const own = usePortalState((state) => state.tabTitle) ?? titleOf(page);
  const unread = usePortalState((state) => state.unread);
  const count = unread === 0 ? '' : `(${unread}) `;
  useEffect(() => {
    document.title = `${count}${own} · ${title}`;
  }, [count, own, title]);
  return null;
}

function titleOf(page: Page): string {
  if (page.outcome === 'show') return page.route.title;
  return page.outcome === 'unreachable' ? text(pageMessages.noConnection) : text(pageMessages.pageNotFound);
}
