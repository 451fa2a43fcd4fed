/** Catches the error of a page or of a part of it, so that the rest remains usable. */
import { Component, type ReactNode, useEffect, useState } from 'react';
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';

interface BoundaryProps {
  /** The current location; another location is another attempt. */
  readonly at: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly at: string;
  readonly hasFailed: boolean;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState) {
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
