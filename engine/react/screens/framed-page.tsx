/** Every page except sign-in: a screen in the frame of signed-in or of public pages. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Page } from '../router/portal-router.tsx';
import { NotFoundScreen } from '../page/not-found.tsx';
import { NotOpenScreen } from './not-open/not-open-screen.tsx';
import { screens } from './registry.ts';
import { PublicFrame } from '../shell/public-frame.tsx';
import { FailedPage } from './failed-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { Unreachable } from './unreachable.tsx';
import { Waiting } from '../page/waiting.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));

export function FramedPage({ page }: { readonly page: Page }) {
  const content = <Content page={page} />;
  if (!page.isSignedIn) return <PublicFrame>{content}</PublicFrame>;
  return (
    <Suspense fallback={null}>
      <Shell>{content}</Shell>
    </Suspense>
  );
}

function Content({ page }: { readonly page: Page }): ReactNode {
  const { pathname } = useLocation();
  if (page.outcome === 'not-found') return <NotFoundScreen />;
  if (page.outcome === 'unreachable') return <Unreachable />;
  const Screen = page.route.open ? screens[page.route.screen] : NotOpenScreen;
  return (
    <PageBoundary at={pathname} fallback={<FailedPage />}>
      <Suspense fallback={<Waiting />}>
        <Screen key={pathname} route={page.route} params={page.params} />
      </Suspense>
    </PageBoundary>
  );
}
