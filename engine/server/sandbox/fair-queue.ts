/** A fair queue: callers take turns, so that one with many tasks does not delay the others. */
import { CallerLeftError, TooBusyError } from './task.ts';

export interface QueueLimits {
  /** Maximum of waiting tasks of one caller. */
  readonly each: number;
  readonly all: number;
}

export interface Caller {
  /** The caller that takes turns with the others: an account, or a network. */
  readonly name: string;
  /** Aborts when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
}

export interface FairQueue<Slot> {
  /** Rejects with `TooBusyError` if too many are waiting, and with `CallerLeftError` if the caller leaves. */
  wait(caller: Caller, most: QueueLimits): Promise<Slot>;
  /** Removes the next waiter and returns the function that ends its wait; null if nobody waits. */
  next(): ((slot: Slot) => void) | null;
}

export function createFairQueue<Slot>(): FairQueue<Slot> {
  type Take = (slot: Slot) => void;
  /** The next caller comes first. */
  const waiting = new Map<string, Take[]>();
  const count = (): number => waiting.values().reduce((sum, { length }) => sum + length, 0);

  return {
    async wait({ name, signal }, most) {
      const own = waiting.get(name) ?? [];
      if (own.length >= most.each) throw new TooBusyError('caller');
      if (count() >= most.all) throw new TooBusyError('all');
      const { promise, resolve, reject } = Promise.withResolvers<Slot>();
      const leave = (): void => {
        remove(name, resolve);
        reject(new CallerLeftError());
      };
      waiting.set(name, [...own, resolve]);
      signal?.addEventListener('abort', leave);
      return promise.finally(() => signal?.removeEventListener('abort', leave));
    },
    next() {
      const [first] = waiting;
      if (first === undefined) return null;
      const [name, [take = null, ...rest]] = first;
      waiting.delete(name);
      // The other callers come before this caller's next task.
      if (rest.length > 0) waiting.set(name, rest);
      return take;
    },
  };

  function remove(name: string, take: Take): void {
    const rest = (waiting.get(name) ?? []).filter((one) => one !== take);
    if (rest.length > 0) waiting.set(name, rest);
    else waiting.delete(name);
  }
}
