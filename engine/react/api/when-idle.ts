/** Work that nobody waits for, once the page has nothing else to do. */

/** Milliseconds, for browsers that cannot tell when they are idle. */
const aMoment = 1_000;

export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, aMoment);
}
