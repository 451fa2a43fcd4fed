/** Waits that have a limit. */

/** The longest wait of a navigation for what it asks of the server, in milliseconds. */
export const LONGEST_NAVIGATION_WAIT = 250;

/** Waits for the promise, but no longer than this. @throws what the promise rejects with, if that is before the limit */
export async function atMost(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  await Promise.race([
    promise,
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  ]);
}
