/** Catches the error of a page, so that the rest of the portal remains usable. */
import { Component, type ReactNode, useEffect, useState } from 'react';
import { pageMessages } from '../../locales/page.ts';
import { PrimaryButton } from '../page/buttons.tsx';
import { text } from '../language/text.ts';
import styles from '../portal-app.module.css';

interface PageBoundaryProps {
  /** The current location; another location is another attempt. */
  readonly at: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly at: string;
  readonly hasFailed: boolean;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: PageBoundaryProps, state: PageBoundaryState) {
    return at === state.at ? null : { at, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

interface Retry {
  readonly said: string;
  readonly tryAgain: () => void;
}

export function useTryAgain(): Retry {
  const [isStillAway, setIsStillAway] = useState(false);
  const said = isStillAway ? text(pageMessages.stillNoConnection) : text(pageMessages.connectionLost);
  useEffect(() => watchServer(), []);
  return { said, tryAgain: () => void reload().catch(() => setIsStillAway(true)) };
}

const often = 4000;

/** Opens the page again as soon as a server that was away is back. A server that answers now is not what failed. */
function watchServer(): () => void {
  let isAway = false;
  const look = () =>
    void ask().then(
      () => isAway && window.location.reload(),
      () => (isAway = true),
    );
  const timer = setInterval(look, often);
  look();
  return () => clearInterval(timer);
}

/** A failed import is only retried by a new page, and without a connection that would be empty. */
async function reload(): Promise<void> {
  await ask();
  window.location.reload();
}

function ask(): Promise<Response> {
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
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
