/** Decides where a person goes after signing in. */

/**
 * @param next a path that a link asks for; null: none
 * @returns the path with its query and fragment, or `/` for an address that browsers open on another site
 */
export function safeNext(next: string | null): string {
  const here = 'http://portal.invalid';
  if (next === null || !next.startsWith('/') || !URL.canParse(next, here)) return '/';
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
