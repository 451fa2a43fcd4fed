/** Holds each decision about an item for a moment in which it can be undone, and sends the decisions in their order. */
import { randomKey } from '../../api/intent.ts';
import type { Problem } from '../../api/problem.ts';
import type { Decision, HeldDecision, SeenItem } from './decision.ts';
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
  /** Sends a failed decision once more. @param seen what the officer has in view now */
  repeat(item: string, seen: SeenItem): void;
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
  const withoutFailed = (item: string) => all.filter((one) => one.item !== item || one.stage !== 'failed');
  /** With the states that the decisions before about the item may have made. */
  const withOwn = (item: string, { states, files }: SeenItem): SeenItem => {
    const own = all.filter((one) => one.item === item);
    return { states: [...states, ...own.flatMap(({ seen, body }) => [...seen.states, body.state])], files };
  };

  /** One that is held can still be undone; then the one before counts. */
  const isOutdated = (one: HeldDecision) =>
    all.some((other) => other.stage !== 'held' && isBefore(one, other));
  /** The server has taken it: nothing older about the item may overwrite it, not even what another tab has left. */
  const settle = (taken: HeldDecision) => {
    for (const one of store.read()) if (isBefore(one, taken)) store.forget(one.key);
    set(all.filter((one) => one.key !== taken.key && !isBefore(one, taken)));
  };
  const send = (decision: HeldDecision) => {
    const sent: HeldDecision = { ...decision, stage: 'sending', until: 0, problem: null };
    replace(decision.key, sent);
    set(all.filter((one) => one.stage !== 'failed' || !isOutdated(one)));
    void sender.send(sent).then((problem) => {
      if (problem === null) settle(sent);
      else if (isOutdated(sent)) set(all.filter(({ key }) => key !== sent.key));
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
    if (isOutdated(left)) store.forget(left.key);
    else {
      set([...all, left]);
      send(left);
    }
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
      const seen = withOwn(decision.item, decision.seen);
      set([
        ...withoutFailed(decision.item),
        { ...decision, seen, key: randomKey(), stage: 'held', at, until: at + undoMs, problem: null },
      ]);
      timer = setTimeout(release, undoMs);
    },
    undo() {
      clearTimeout(timer);
      set(all.filter(({ stage }) => stage !== 'held'));
    },
    release,
    repeat(item, seen) {
      release();
      const failed = all.find((one) => one.item === item && one.stage === 'failed');
      if (failed !== undefined) send({ ...failed, seen: withOwn(item, seen) });
    },
    reconnect() {
      for (const one of all) if (one.stage === 'failed' && one.problem?.kind === 'offline') send(one);
    },
    discard: (item) => set(withoutFailed(item)),
    leave() {
      const open = all.filter(({ stage }) => stage !== 'failed');
      for (const [ahead, decision] of open.entries()) sender.sendNow(decision, ahead);
      release();
    },
  };
}

/** Decides whether a decision is about the same item as another, and was made before it. */
function isBefore(one: HeldDecision, other: HeldDecision): boolean {
  return one.item === other.item && one.at < other.at;
}

/** The server may have taken a call that was not answered; one that it refused has used up its key. */
function keyAfter({ kind }: Problem, key: string): string {
  return kind === 'offline' || kind === 'server' ? key : randomKey();
}
