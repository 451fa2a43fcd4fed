/** Repeats a transaction that PostgreSQL ended because of another one. */
import { setTimeout as sleep } from 'node:timers/promises';

const attempts = 5;
const pauseMs = 50;

/** Nothing was wrong with the transaction itself: a deadlock, or a snapshot that was overtaken. */
const repeatable: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/**
 * @param work runs one whole transaction
 * @throws what the last attempt throws, and at once what repeating cannot mend
 */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (attempt === attempts || !repeatable.has(code)) throw error;
      await sleep(pauseMs * attempt);
    }
  }
}
