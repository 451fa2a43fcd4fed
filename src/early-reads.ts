/**
 * Asks for the portal, the user and the messages of the language at once, while the browser still loads the scripts that
 * wait for them: over a slow connection this saves a round trip.
 *
 * The build puts this file into dist/ by itself, so it imports only types.
 */
import type { EarlyReads } from '../engine/react/api/early-reads.ts';

// The page was faster and asks itself.
if (globalThis.earlyReads === undefined) {
  beginReads((globalThis.earlyReads = new Map()));
  // The first format of a date loads what all of them need, and takes as long as drawing a list.
  setTimeout(() => new Intl.DateTimeFormat(document.documentElement.lang));
}

function beginReads(early: EarlyReads): void {
  const token = storedToken();
  const authorization = token === null ? '' : `Bearer ${token}`;
  const { lang } = document.documentElement;
  begin(early, 'portal', authorization);
  if (token !== null) begin(early, 'user', authorization);
  if (lang !== 'en') begin(early, `locales/${lang}`, '');
}

/** The headers are those of `headersOf` in `engine/react/api/client.ts`. */
function begin(early: EarlyReads, path: string, authorization: string): void {
  const address = `${contentOf('api') ?? ''}/${path}`;
  const csrf = contentOf('csrf-token');
  const read = fetch(address, {
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...(csrf !== null && { 'X-CSRF-TOKEN': csrf }),
      ...(authorization !== '' && { Authorization: authorization }),
    },
  });
  // Whoever takes it handles that there is no connection.
  read.catch(() => {});
  early.set(`${authorization} ${address}`, read);
}

function contentOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

/** Where `engine/react/api/token.ts` keeps it; null also if the browser refuses its storage. */
function storedToken(): string | null {
  try {
    return localStorage.getItem('portal.token');
  } catch {
    return null;
  }
}
