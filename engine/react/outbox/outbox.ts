/** The writes of one account that wait on this device until there is a connection. Pages and tabs follow them. */
import { createEntryStore } from './entry-store.ts';
import { isSameStep, isWaitingWrite, type KeptCall, type WaitingWrite } from './waiting-write.ts';

interface OutboxState {
  /** In the order in which they were made. */
  readonly writes: readonly WaitingWrite[];
  /** The key of the one that is being sent from this tab. */
  readonly sending: string | null;
}

export interface Outbox {
  /** The `keeper` of the session. */
  readonly account: string;
  get(): OutboxState;
  subscribe(listener: () => void): () => void;
  /** As it is on the device now, which another tab may have changed; null: it is not there any more. */
  find(key: string): WaitingWrite | null;
  /** Takes the place of the same step, refused before. @returns false if the device refuses storage */
  add(write: WaitingWrite): boolean;
  /** Forgets the same step, refused before. */
  settle(call: KeptCall): void;
  /** Changes a write that is still there, as it is on the device now. */
  change(key: string, change: Partial<WaitingWrite>): void;
  remove(key: string): void;
  markSending(key: string | null): void;
}

/** By account. */
const outboxes = new Map<string, Outbox>();

/** @param account the `keeper` of the session */
export function outboxOf(account: string): Outbox {
  const known = outboxes.get(account) ?? createOutbox(account);
  outboxes.set(account, known);
  return known;
}

export function createOutbox(account: string): Outbox {
  const store = createEntryStore<WaitingWrite>(`outbox.${account}`, isWaitingWrite);
  const listeners = new Set<() => void>();
  let state: OutboxState = { writes: store.read(), sending: null };
  const set = (change: Partial<OutboxState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const reread = () => set({ writes: store.read() });
  const find = (key: string) => store.read().find((one) => one.key === key) ?? null;
  const forgetRefused = (call: KeptCall, but: string | null) => {
    for (const one of store.read())
      if (one.isRefused && one.key !== but && isSameStep(one.call, call)) store.forget(one.key);
    reread();
  };
  const followTabs = ({ key }: StorageEvent) => {
    if (store.owns(key)) reread();
  };
  return {
    account,
    get: () => state,
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', followTabs);
        reread();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', followTabs);
      };
    },
    find,
    add(write) {
      const isKept = store.keep(write);
      if (isKept) forgetRefused(write.call, write.key);
      return isKept;
    },
    settle: (call) => forgetRefused(call, null),
    change(key, change) {
      const kept = find(key);
      // Another tab may have sent or discarded it.
      if (kept !== null) {
        const write = { ...kept, ...change };
        if (store.keep(write) && key !== write.key) store.forget(key);
      }
      reread();
    },
    remove(key) {
      store.forget(key);
      reread();
    },
    markSending: (sending) => set({ sending }),
  };
}
