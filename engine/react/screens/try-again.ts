/** Another try at a page that could not be shown, and what to say until then. */
import { useState } from 'react';
import { text } from '../text.ts';
import { pageMessages } from '../../locales/page.ts';

interface Retry {
  readonly said: string;
  readonly tryAgain: () => void;
}

export function useTryAgain(): Retry {
  const [isStillAway, setIsStillAway] = useState(false);
  const said = isStillAway ? text(pageMessages.stillNoConnection) : text(pageMessages.connectionLost);
  return { said, tryAgain: () => void reload().catch(() => setIsStillAway(true)) };
}

/** Code that once failed to come is only asked for again by a new page, and without a connection that would be empty. */
async function reload(): Promise<void> {
  await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  window.location.reload();
}
