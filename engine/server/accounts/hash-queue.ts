/**
 * Limits how many passwords are hashed at once for each caller: a hash takes 19 MiB and one of the process's few
 * threads.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { tooMany } from '../http/errors.ts';
import { message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

const AT_ONCE = 4;
const WAITING = 60;

interface Queue {
  readonly limit: LimitFunction;
  callers: number;
}

const queues = new Map<string, Queue>();

/**
 * Runs work that hashes a password once fewer than four for the same caller are running.
 * @param caller a network, or a device
 * @throws HttpError 429 if too many are waiting already
 */
export async function inHashQueue<T>(caller: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(caller) ?? { limit: pLimit(AT_ONCE), callers: 0 };
  if (queue.callers >= AT_ONCE + WAITING) throw tooMany(message(accountMessages.tooManyAtOnce), 1);
  queues.set(caller, queue);
  queue.callers += 1;
  try {
    return await queue.limit(work);
  } finally {
    queue.callers -= 1;
    if (queue.callers === 0) queues.delete(caller);
  }
}
