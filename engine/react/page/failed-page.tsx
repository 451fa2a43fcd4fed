/** A page that could not be shown: what may have happened, what is safe, and a way to try again. */
import { useState } from 'react';
import styles from './failed-page.module.css';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';
import { PrimaryButton } from './primary-button.tsx';

export function FailedPage() {
  const [isStillAway, setIsStillAway] = useState(false);
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Notice
        icon="alert"
        isUrgent
        action={
          <PrimaryButton type="button" onClick={() => void tryAgain(setIsStillAway)}>
            Try again
          </PrimaryButton>
        }
      >
        {isStillAway
          ? 'There is still no connection. What you entered before is kept on this device.'
          : 'The connection may have been lost on the way. What you entered before is kept on this device.'}
      </Notice>
    </>
  );
}

/** Where not even the frame of the page is there. */
export function FailedPageAlone() {
  return (
    <main id="main" className={styles.alone}>
      <FailedPage />
    </main>
  );
}

/** Code that once failed to come is only asked for again by a new page, and without a connection that would be empty. */
async function tryAgain(setIsStillAway: (isAway: boolean) => void): Promise<void> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    window.location.reload();
  } catch {
    setIsStillAway(true);
  }
}
