/** Another try at a page that could not be shown, and what to say until then. */
import { useState } from 'react';
import { text } from '../text.ts';

interface Retry {
  readonly said: string;
  readonly tryAgain: () => void;
}

export function useTryAgain(): Retry {
  const [isStillAway, setIsStillAway] = useState(false);
  const said = isStillAway
    ? text('There is still no connection. What you entered before is kept on this device.')
    : text('The connection may have been lost on the way. What you entered before is kept on this device.');
  return { said, tryAgain: () => void reload().catch(() => setIsStillAway(true)) };
}

/** Code that once failed to come is only asked for again by a new page, and without a connection that would be empty. */
async function reload(): Promise<void> {
  await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  window.location.reload();
}
