/** A part of a page whose code loads on first use. If that fails, the rest of the page stays as it is. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type ReactNode, Suspense } from 'react';
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import { Boundary, useTryAgain } from './boundary.tsx';
import styles from '../page/page.module.css';

interface LazyPartProps {
  /** Shown while the code loads. */
  readonly waiting?: ReactNode;
  /** It opens above the page, and its place in it is none: the error is shown at the lower edge. */
  readonly isAbove?: boolean;
  readonly children: ReactNode;
}

export function LazyPart({ waiting = null, isAbove = false, children }: LazyPartProps) {
  return (
    <Boundary at="" fallback={<FailedPart isAbove={isAbove} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  );
}

function FailedPart({ isAbove }: { readonly isAbove: boolean }) {
  const { said, tryAgain } = useTryAgain();
  return (
    <div className={styles.failed} data-above={isAbove || undefined} role="alert">
      <div>
        <strong>{text(pageMessages.contentNotLoaded)}</strong>
        <p>{said}</p>
      </div>
      <Button variant="default" onClick={tryAgain}>
        {text(pageMessages.tryAgain)}
      </Button>
    </div>
  );
}
