/** Holds each decision about an item for a moment in which it can be undone, and sends the decisions in their order. */
import { randomKey } from '../../api/intent.ts';
import type { Problem } from '../../api/problem.ts';
import type { Decision, HeldDecision } from './decision.ts';
import type { EntryStore } from '../../outbox/entry-store.ts';

/** How long a decision can be undone. */
export const undoMs = 5_000;

export interface DecisionDesk {
  /** At most one is held; those before it are on their way or failed. */
  read(): readonly HeldDecision[];
  subscribe(listener: () => void): () => void;
  /** Sends what a page that was left before did not see answered. */
  resume(): void;
  /** Holds a decision. One that was held until now is sent. */
  decide(decision: Decision): void;
  /** Takes back the decision that is held. */
  undo(): void;
  /** Sends what is held. */
  release(): void;
  /** Sends a failed decision once more. */
  repeat(item: string): void;
  /** Sends the decisions again that found no connection. */
  reconnect(): void;
  /** Gives up a failed decision. */
  discard(item: string): void;
  /** The page goes: sends everything that was not sent yet, without waiting for answers. */
  leave(): void;
}

export interface DecisionSender {
  /** Sends it after the writes before it. @returns why the server did not take it, or null */
  send(decision: HeldDecision): Promise<Problem | null>;
  /** Sends it at once. @param ahead the number of decisions before it that have no answer yet */
  sendNow(decision: HeldDecision, ahead: number): void;
}

/** @param store keeps decisions over a reload until the server has answered them */
export function createDecisionDesk(sender: DecisionSender, store: EntryStore<HeldDecision>): DecisionDesk {
  const listeners = new Set<() => void>();
  let all: readonly HeldDecision[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: readonly HeldDecision[]) => {
    for (const { key } of all) if (next.every((one) => one.key !== key)) store.forget(key);
    for (const one of next) if (!all.includes(one)) store.keep(one);
    all = next;
    for (const listener of listeners) listener();
  };
  const replace = (key: string, by: HeldDecision) => set(all.map((one) => (one.key === key ? by : one)));
  const without = (item: string) => all.filter((one) => one.item !== item || one.stage === 'sending');

  const send = (decision: HeldDecision) => {
    const sent: HeldDecision = { ...decision, stage: 'sending', until: 0, problem: null };
    replace(decision.key, sent);
    void sender.send(sent).then((problem) => {
      if (problem === null) set(all.filter(({ key }) => key !== sent.key));
      else replace(sent.key, { ...sent, stage: 'failed', problem, key: keyAfter(problem, sent.key) });
    });
  };
  const release = () => {
    clearTimeout(timer);
    const held = all.find(({ stage }) => stage === 'held');
    if (held !== undefined) send(held);
  };
  const takeUp = (left: HeldDecision) => {
    // Another tab may have undone or sent it meanwhile.
    const isOpen = store.read().some(({ key }) => key === left.key);
    if (!isOpen || all.some(({ key }) => key === left.key)) return;
    set([...all, left]);
    send(left);
  };

  return {
    read: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resume() {
      for (const left of store.read()) {
        const wait = left.until - Date.now();
        if (wait > 0) setTimeout(() => takeUp(left), wait);
        else takeUp(left);
      }
    },
    decide(decision) {
      release();
      const at = Date.now();
      set([
        ...without(decision.item),
        { ...decision, key: randomKey(), stage: 'held', at, until: at + undoMs, problem: null },
      ]);
      timer = setTimeout(release, undoMs);
    },
    undo() {
      clearTimeout(timer);
      set(all.filter(({ stage }) => stage !== 'held'));
    },
    release,
    repeat(item) {
      release();
      const failed = all.find((one) => one.item === item && one.stage === 'failed');
      if (failed !== undefined) send(failed);
    },
    reconnect() {
      for (const one of all) if (one.stage === 'failed' && one.problem?.kind === 'offline') send(one);
    },
    discard: (item) => set(without(item)),
    leave() {
      const open = all.filter(({ stage }) => stage !== 'failed');
      for (const [ahead, decision] of open.entries()) sender.sendNow(decision, ahead);
      release();
    },
  };
}

/** The server may have taken a call that was not answered; one that it refused has used up its key. */
function keyAfter({ kind }: Problem, key: string): string {
  return kind === 'offline' || kind === 'server' ? key : randomKey();
}
