/** The decisions of one officer about the items of one record: what is held, what is on its way, what failed. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import type { Problem } from '../../api/problem.ts';
import type { Client, Result } from '../../api/client.ts';
import { type LiveChange, useLiveChanges } from '../../data/live.ts';
import { usePortal, useSession } from '../../session/portal-context.ts';
import { type Came, writeRecord } from '../actions/use-record-write.ts';
import type { HeldDecision } from './decision.ts';
import { createDecisionDesk, type DecisionDesk, type DecisionSender } from './decision-desk.ts';
import { createDecisionStore } from './decision-store.ts';

type OnChange = (record: WireRecord, came: Came) => void;

export function useDecisions(
  record: WireRecord,
  onChange: OnChange,
): { readonly desk: DecisionDesk; readonly decisions: readonly HeldDecision[] } {
  const { client } = usePortal();
  const { keeper: me } = useSession();
  const [{ desk, follow }] = useState(() => {
    const { sender, follow: followPage } = createSender(client, { record, onChange });
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

interface PageOfRecord {
  readonly record: WireRecord;
  readonly onChange: OnChange;
}

/** `follow`: the page shows another version of the record. */
function createSender(
  client: Client,
  first: PageOfRecord,
): { readonly sender: DecisionSender; follow(page: PageOfRecord): void } {
  let page = first;
  const follow = (next: PageOfRecord) => {
    if (next.record.version >= page.record.version) page = next;
  };
  /** Calls without an answer, by idempotency key: none is sent twice. */
  const issued = new Map<string, Promise<Result<WireRecord>>>();
  const issue = ({ item, body, key }: HeldDecision, ifMatch: number) => {
    const { type, slug } = page.record;
    const params = { type, slug, item };
    const call =
      issued.get(key) ??
      client
        .send('POST /records/:type/:slug/items/:item', { params, body, ifMatch, key, outlivesPage: true })
        .finally(() => issued.delete(key));
    issued.set(key, call);
    return call;
  };
  const write = (decision: HeldDecision) => {
    const onChange: OnChange = (newer, came) => {
      follow({ ...page, record: newer });
      page.onChange(newer, came);
    };
    const { record } = page;
    const target = { client, record, onChange, prepare: async () => page.record };
    return writeRecord(target, (ifMatch) => issue(decision, ifMatch));
  };
  const sender: DecisionSender = {
    sendNow: (decision, ahead) => void issue(decision, page.record.version + ahead),
    async send(decision) {
      const before = itemOf(page.record, decision);
      const problem = await write(decision);
      if (problem?.kind !== 'stale') return problem;
      // Somebody changed another item: the decision about this one still holds.
      const now = itemOf(page.record, decision);
      if (now !== undefined && isDecided(now, decision)) return null;
      if (now === undefined || before === undefined || !isSame(before, now)) return problem;
      return write({ ...decision, key: `${decision.key}-again` });
    },
  };
  return { sender, follow };
}

function itemOf({ items }: WireRecord, { item }: HeldDecision): WireItem | undefined {
  return items.find(({ id }) => id === item);
}

function isDecided({ state, remark }: WireItem, { body }: HeldDecision): boolean {
  return state === body.state && (body.state === 'accepted' || remark !== null);
}

function isSame(before: WireItem, now: WireItem): boolean {
  return before.state === now.state && filesOf(before) === filesOf(now);
}

function filesOf({ files }: WireItem): string {
  return files.map(({ id }) => id).join(' ');
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
