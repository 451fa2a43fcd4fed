/** A page inside the frame of the portal, or the reason why it cannot be shown. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback } from 'react';
import { ScrollRestoration, useLocation, useRevalidator } from 'react-router-dom';
import { pageMessages } from '../../locales/page.ts';
import { useLiveChanges } from '../data/live.ts';
import { Boundary, useTryAgain } from '../loading/boundary.tsx';
import { PrimaryButton } from '../page/buttons.tsx';
import { Notice, Placeholder } from '../page/feedback.tsx';
import { NotFoundScreen } from '../page/not-found.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Finder } from '../palette/finder.tsx';
import type { Page } from '../router/portal-router.tsx';
import { PublicFrame } from '../shell/public-frame.tsx';
import { Shell } from '../shell/shell.tsx';
import { text } from '../language/text.ts';
import { PublicLookups } from './public-lookups.tsx';
import { screens } from './registry.ts';

export { firstReadsOf, prepareScreen } from './registry.ts';
export { shellReads } from '../shell/shell.tsx';

export function FramedPage({ page }: { readonly page: Page }) {
  const content = (
    <>
      <Content page={page} />
      {/* A page begins at its top; Back returns to where it was left. Lists scroll to where they are drawn: this is later. */}
      <ScrollRestoration />
      <PublicLookups />
    </>
  );
  // Nothing is read any more for somebody who signs out: the session may end meanwhile.
  const isLeaving = page.outcome === 'show' && page.route.screen === 'sign-out';
  if (!page.isSignedIn || isLeaving) return <PublicFrame>{content}</PublicFrame>;
  return (
    <Shell>
      {content}
      <Finder />
    </Shell>
  );
}

function Content({ page }: { readonly page: Page }): ReactNode {
  const { pathname } = useLocation();
  if (page.outcome === 'not-found') return <NotFoundScreen />;
  if (page.outcome === 'unreachable') return <Unreachable />;
  const Screen = screens[page.route.screen];
  return (
    <Boundary at={pathname} fallback={<FailedPage />}>
      <Suspense fallback={<Placeholder />}>
        <Screen key={pathname} route={page.route} params={page.params} />
      </Suspense>
    </Boundary>
  );
}

export function FailedPage() {
  const { said, tryAgain } = useTryAgain();
  return (
    <>
      <PageHead title={text(pageMessages.cannotBeShown)} />
      <Notice
        icon={IconAlertTriangle}
        isUrgent
        action={
          <PrimaryButton type="button" onClick={tryAgain}>
            {text(pageMessages.tryAgain)}
          </PrimaryButton>
        }
      >
        {said}
      </Notice>
    </>
  );
}

export function Unreachable() {
  const { revalidate } = useRevalidator();
  useLiveChanges(useCallback(({ event }) => void (event === 'all' && revalidate()), [revalidate]));
  return (
    <>
      <PageHead title={text(pageMessages.noConnection)} />
      <Notice
        icon={IconAlertTriangle}
        isUrgent
        action={
          <Button variant="default" onClick={() => void revalidate()}>
            {text(pageMessages.tryAgain)}
          </Button>
        }
      >
        {text(pageMessages.serverUnreachable)}
      </Notice>
    </>
  );
}
