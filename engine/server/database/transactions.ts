/** Waits for the statements of a transaction, and repeats a transaction that PostgreSQL cancelled. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Settles when all of them have, so none continues after its transaction.
 * @throws the error of the first of them in this order, because later ones fail as a consequence
 */
export async function inOrder<const Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

const attempts = 5;
const pauseMs = 50;

/** The transaction itself was correct: a deadlock, or a serialization conflict. */
const repeatable: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/**
 * @param work runs one whole transaction
 * @throws the error of the last attempt, or at once an error that a retry cannot fix
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
