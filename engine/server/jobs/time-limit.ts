/** Limits how long the engine waits for code outside of it. */

/** Longer than any answer is worth waiting for, and shorter than the queue keeps a job, in milliseconds. */
const deliveryLimit = 60_000;

/**
 * Runs one attempt of a delivery. Others wait for its end, so one that never ends must not stop them.
 * @param work gets the signal that is aborted when the time is over
 * @throws Error if it takes longer than the limit, and whatever the work throws
 */
export async function withinLimit(
  work: (signal: AbortSignal) => Promise<void> | void,
  limit: number = deliveryLimit,
): Promise<void> {
  const signal = AbortSignal.timeout(limit);
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(new Error(`It did not end within ${limit / 1000} seconds.`));
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([work(signal), over]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
