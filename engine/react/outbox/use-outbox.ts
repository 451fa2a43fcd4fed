/** The outbox of the person who is signed in, for components. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { tellAll, useLiveChanges, type LiveChange } from '../data/live.ts';
import { type PortalServices, usePortal, useSession } from '../session/portal-context.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import { type SendingRound, sendWaiting } from './send-waiting.ts';
import {
  actorOf,
  type KeptCall,
  stagesOf,
  type WaitingWrite,
  type WriteStage,
  type WriteSummary,
} from './waiting-write.ts';

export interface StagedWrite {
  readonly write: WaitingWrite;
  readonly stage: WriteStage;
}

/** How often it is tried again, in milliseconds: not every connection says that it is back. */
const pause = 30_000;

export function useOutbox(): { readonly outbox: Outbox; readonly writes: readonly StagedWrite[] } {
  const session = useSession();
  const outbox = outboxOf(session.keeper);
  const { writes, sending } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const now = useClock(writes.length > 0);
  const stages = stagesOf(writes, { actor: actorOf(session), sending, now });
  return {
    outbox,
    writes: writes.map((write) => ({ write, stage: stages.get(write.key) ?? 'waiting' })),
  };
}

/** Writes of which a person has to decide what happens. */
export function isOpen({ stage }: StagedWrite): boolean {
  return stage === 'asks' || stage === 'refused';
}

function useClock(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), pause);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Where a write goes that was sent with `client.send` and had no answer. */
interface OutboxDoor {
  /**
   * @param answers of the record that the server has to have before it
   * @returns false if this device keeps nothing, or nobody is signed in
   */
  keep(call: KeptCall, summary: WriteSummary, answers?: Answers): boolean;
  /** The server has taken the write: the same one, refused before, is over. */
  settle(call: KeptCall): void;
}

export function useOutboxDoor(): OutboxDoor {
  const { client, store } = usePortal();
  return {
    keep(call, summary, answers) {
      const { session } = store.get();
      if (session.token === null) return false;
      const at = Date.now();
      return outboxOf(session.keeper).add({
        at,
        since: at,
        call,
        ...(answers !== undefined && { answers }),
        summary,
        key: client.releaseKey(call.endpoint, call.input),
        actor: actorOf(session),
        isRefused: false,
        problem: null,
      });
    },
    settle: (call) => outboxOf(store.get().session.keeper).settle(call),
  };
}

/** Sends what waits at the start, when the connection is back, and from time to time. @returns what was sent last */
export function useSending(): readonly WaitingWrite[] {
  const services = usePortal();
  const { outbox, writes } = useOutbox();
  const [sent, setSent] = useState<SendingRound['sent']>([]);
  const start = useCallback(
    () =>
      void sendWaiting(services.client, outbox, () => presentActor(services, outbox)).then((round) => {
        if (round.sent.length === 0 && !round.hasRefused) return;
        setSent(round.sent);
        tellAll({ event: 'all', data: null });
      }),
    [services, outbox],
  );
  useLiveChanges(useCallback(({ event }: LiveChange) => void (event === 'all' && start()), [start]));
  const waiting = writes.filter(({ stage }) => stage === 'waiting' || stage === 'sending');
  const keys = waiting.map(({ write }) => write.key).join(' ');
  useEffect(() => {
    if (keys === '') return;
    start();
    const timer = setInterval(start, pause);
    return () => clearInterval(timer);
  }, [keys, start]);
  return sent;
}

/** Null: the session is of another account, or over. */
function presentActor({ client, store }: PortalServices, outbox: Outbox) {
  const { session } = store.get();
  const isSame = outboxOf(session.keeper) === outbox && session.token === client.tokens.read();
  return isSame && session.token !== null ? actorOf(session) : null;
}
