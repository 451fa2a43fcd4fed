/** Shown if not even the frame of a page could be loaded: small enough to be in the first bundle. */
import { useState } from 'react';
import { pageMessages } from '../../locales/page.ts';
import { PrimaryButton } from '../page/primary-button.tsx';
import { text } from '../text.ts';
import styles from './failed-frame.module.css';

interface Retry {
  readonly said: string;
  readonly tryAgain: () => void;
}

export function useTryAgain(): Retry {
  const [isStillAway, setIsStillAway] = useState(false);
  const said = isStillAway ? text(pageMessages.stillNoConnection) : text(pageMessages.connectionLost);
  return { said, tryAgain: () => void reload().catch(() => setIsStillAway(true)) };
}

/** A failed import is only retried by a new page, and without a connection that would be empty. */
async function reload(): Promise<void> {
  await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  window.location.reload();
}

export function FailedFrame() {
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
