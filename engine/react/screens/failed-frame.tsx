/** Where not even the frame of a page could be had: small enough to be there from the start. */
import { text } from '../text.ts';
import styles from './failed-frame.module.css';
import { PrimaryButton } from '../page/primary-button.tsx';
import { useTryAgain } from './try-again.ts';
import { pageMessages } from '../../locales/page.ts';

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
