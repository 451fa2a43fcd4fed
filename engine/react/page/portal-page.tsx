/** Shows what the router decided: a screen inside its frame, with its title in the tab. */
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { useSlice } from '../portal-context.ts';
import type { Page } from '../router/portal-router.tsx';
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx';
import { screens } from '../screens/registry.ts';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { PublicFrame } from '../shell/public-frame.tsx';
import { requestFocus } from './focus-request.ts';
import { Unreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));
const NotOpen = lazy(async () => ({
  default: (await import('../screens/not-open/not-open-screen.tsx')).NotOpenScreen,
}));

export function PortalPage() {
  const page = useLoaderData<Page>();
  useTitle(page);
  useFocusOnNavigation();
  if (page.outcome === 'show' && page.route.screen === 'sign-in') return <SignInScreen />;
  const content = <Content page={page} />;
  return page.isSignedIn ? (
    <Suspense fallback={<Waiting />}>
      <Shell>{content}</Shell>
    </Suspense>
  ) : (
    <PublicFrame>{content}</PublicFrame>
  );
}

function Content({ page }: { readonly page: Page }): ReactNode {
  const { pathname } = useLocation();
  if (page.outcome === 'not-found') return <NotFoundScreen />;
  if (page.outcome === 'unreachable') return <Unreachable />;
  const Screen = page.route.open ? screens[page.route.screen] : NotOpen;
  return (
    <Suspense fallback={<Waiting />}>
      <Screen key={pathname} route={page.route} params={page.params} />
    </Suspense>
  );
}

function useTitle(page: Page): void {
  const { title } = useSlice();
  const own = page.outcome === 'show' ? page.route.title : 'Page not found';
  useEffect(() => {
    document.title = `${own} · ${title}`;
  }, [own, title]);
}

function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  if (last.current !== pathname) {
    last.current = pathname;
    requestFocus();
  }
}
