/** Hands a record to the account that works on it, and ends that when the record moves on. */
import type { Portal } from '../model/portal.ts';
import type { AccountName, PortalRecord } from '../model/record.ts';
import { officeInCharge } from '../workflow/claims.ts';
import { type Actor, addEvent, type DecisionDraft, engine, setMember, setRecord } from './decision-draft.ts';
import { type Family, memberOf } from './family.ts';

/** An account that works on a record. */
export interface Assignee extends AccountName {
  readonly id: string;
}

interface Handover {
  readonly id: string;
  /** Null: nobody works on it any more. */
  readonly to: Assignee | null;
  readonly by: Actor;
}

/** The event has the ids of both accounts. */
export function assignTo(
  draft: Pick<DecisionDraft, 'members' | 'family' | 'events' | 'created'>,
  { id, to, by }: Handover,
): void {
  const { record } = memberOf(draft.family, id);
  const detail = { from: record.assignee, to: to?.id ?? null };
  addEvent(draft, { ...record, assignee: detail.to }, { ...by, what: 'assignee', detail });
  const member = memberOf(draft.family, id);
  // For its owner nothing has changed, and lists that are sorted by the last change keep their order.
  setMember(draft, { ...member, record: { ...member.record, updatedAt: record.updatedAt }, assignee: to });
}

/** The same for a decision that the engine completes with an account that it cannot know while it decides. */
export function withAssignee<Outcome extends Pick<DecisionDraft, 'family' | 'events' | 'created'>>(
  outcome: Outcome,
  id: string,
  to: Assignee,
): Outcome {
  const members = new Map(outcome.family.members);
  const family = { ...outcome.family, members };
  const events = [...outcome.events];
  assignTo({ members, family, events, created: outcome.created }, { id, to, by: engine });
  return { ...outcome, family, events };
}

/** A claim ends when the record leaves the office or the unit. The step that moves it is the event. */
export function releaseMoved(draft: DecisionDraft, before: Family): void {
  for (const [id, { record }] of draft.members) {
    const was = before.members.get(id)?.record;
    if (record.assignee === null || was === undefined || !isMoved(draft, was, record)) continue;
    const released = { ...record, assignee: null };
    if (draft.events.some((one) => one.record === id)) setRecord(draft, released);
    else assignTo(draft, { id, to: null, by: engine });
  }
}

function isMoved({ portal }: DecisionDraft, was: PortalRecord, now: PortalRecord): boolean {
  return officeInCharge(portal, was) !== officeInCharge(portal, now) || was.unit !== now.unit;
}

/** The records of the outcome that an office shares out in turn: they reached it, or lost their assignee, just now. */
export function recordsForRound(
  portal: Portal,
  { before, family, events }: Pick<DecisionDraft, 'family' | 'events'> & { readonly before: Family },
): PortalRecord[] {
  return [...family.members.values()].flatMap(({ record }) => {
    const isRound = portal.recordTypes[record.type]?.claim?.isRound ?? false;
    if (!isRound || record.assignee !== null) return [];
    const office = officeInCharge(portal, record);
    const was = before.members.get(record.id)?.record;
    const isNew = was === undefined || officeInCharge(portal, was) !== office || was.unit !== record.unit;
    const isFreed = events.some(
      (one) => one.record === record.id && one.what === 'assignee' && one.account === null,
    );
    return office !== null && (isNew || isFreed) ? [record] : [];
  });
}
