/** The decisions of one officer about the items of one record: what is held, what is on its way, what failed. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import type { Problem } from '../../api/problem.ts';
import { type LiveChange, useLiveChanges } from '../../data/live.ts';
import { usePortal, useSession } from '../../session/portal-context.ts';
import type { HeldDecision } from './decision.ts';
import { createDecisionDesk, type DecisionDesk } from './decision-desk.ts';
import { createDecisionSender, type OnChange } from './decision-sender.ts';
import { createDecisionStore } from './decision-store.ts';

export function useDecisions(
  record: WireRecord,
  onChange: OnChange,
): { readonly desk: DecisionDesk; readonly decisions: readonly HeldDecision[] } {
  const { client } = usePortal();
  const { keeper: me } = useSession();
  const [{ desk, follow }] = useState(() => {
    const { sender, follow: followPage } = createDecisionSender(client, { record, onChange });
    const kept = createDecisionStore(`${me}.${record.type}.${record.slug}`);
    return { desk: createDecisionDesk(sender, kept), follow: followPage };
  });
  useEffect(() => follow({ record, onChange }), [follow, record, onChange]);
  const decisions = useSyncExternalStore(desk.subscribe, desk.read);
  useLiveChanges(useCallback(({ event }: LiveChange) => void (event === 'all' && desk.reconnect()), [desk]));
  useEffect(() => {
    const leave = () => desk.leave();
    const hide = () => document.visibilityState === 'hidden' && desk.release();
    // A step of the record comes after the decisions before it.
    const act = (event: Event) => {
      const isStep = event.type === 'click' || (event instanceof KeyboardEvent && event.key === 'Enter');
      const isInReview = event.target instanceof Element && event.target.closest('[data-review]') !== null;
      if (isStep && !isInReview) desk.release();
    };
    desk.resume();
    document.addEventListener('click', act, true);
    document.addEventListener('keydown', act, true);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('click', act, true);
      document.removeEventListener('keydown', act, true);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      desk.release();
    };
  }, [desk]);
  return { desk, decisions };
}

/** The record as it will be when the server has taken the decisions. */
export function withDecisions(record: WireRecord, decisions: readonly HeldDecision[]): WireRecord {
  const open = new Map(decisions.filter(({ stage }) => stage !== 'failed').map((one) => [one.item, one]));
  if (open.size === 0) return record;
  const items = record.items.map((item) => {
    const state = open.get(item.id)?.body.state;
    return state === undefined ? item : { ...item, state, remark: state === 'accepted' ? null : item.remark };
  });
  return { ...record, items };
}

/** Why the decision about an item was not taken, if it was not. */
export function failureOf(
  decisions: readonly HeldDecision[],
  item: string,
): { readonly decision: HeldDecision; readonly problem: Problem } | null {
  const decision = decisions.find((one) => one.item === item && one.stage === 'failed');
  return decision === undefined || decision.problem === null ? null : { decision, problem: decision.problem };
}
