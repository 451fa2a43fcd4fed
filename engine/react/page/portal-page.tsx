/** Shows what the router decided: a screen inside its frame, with its title in the tab. */
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { useSlice } from '../portal-context.ts';
import type { Page } from '../router/portal-router.tsx';
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx';
import { screens } from '../screens/registry.ts';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { PublicFrame } from '../shell/public-frame.tsx';
import { Unreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));
const NotOpen = lazy(async () => ({
  default: (await import('../screens/not-open/not-open-screen.tsx')).NotOpenScreen,
}));

export function PortalPage() {
  const page = useLoaderData<Page>();
  useTitle(page);
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
