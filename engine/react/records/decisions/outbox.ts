/** Decisions that the server has not answered yet, kept in the browser: a reload or a crash loses none. */
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { HeldDecision } from './decision.ts';

export interface Outbox {
  /** In the order in which they were kept. */
  read(): readonly HeldDecision[];
  keep(decision: HeldDecision): void;
  forget(key: string): void;
}

/**
 * Each decision is an entry of its own, so that two tabs do not overwrite each other. If the device refuses storage,
 * nothing is stored and nothing fails.
 */
export function createOutbox(name: string, storage: Storage = window.localStorage): Outbox {
  const prefix = `portal.decisions.${name}.`;
  return {
    read: () =>
      attempt(() =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index))
          .filter((key) => key?.startsWith(prefix) === true)
          .map((key): unknown => JSON.parse(storage.getItem(key ?? '') ?? 'null'))
          .filter(isDecision)
          .toSorted((a, b) => a.at - b.at),
      ) ?? [],
    keep: (decision) =>
      void attempt(() => storage.setItem(`${prefix}${decision.key}`, JSON.stringify(decision))),
    forget: (key) => void attempt(() => storage.removeItem(`${prefix}${key}`)),
  };
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}

function isDecision(value: unknown): value is HeldDecision {
  return (
    isMapping(value) &&
    typeof value['item'] === 'string' &&
    typeof value['title'] === 'string' &&
    typeof value['key'] === 'string' &&
    typeof value['until'] === 'number' &&
    typeof value['at'] === 'number' &&
    isMapping(value['body'])
  );
}
