/** Where a deep link goes on after sign-in: a path of this portal, never another site. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || /^\/[/\\]/.test(next)) return '/';
  return next;
}
