/** Takes a transition of a member: its state, its clocks, its number and its slot, then everything that follows. */
import { itemsWithHeld } from '../checklist/checklist.ts';
import { checklistsOf } from '../workflow/new-records.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { chooseSlot } from '../workflow/slots.ts';
import { targetOf } from '../workflow/transition.ts';
import type { Transition } from '../model/workflow.ts';
import { clocksOnEntering, dueOf, extended, spent } from './clocks.ts';
import { type EffectContext, follow } from './effects.ts';
import { contextIn, memberOf } from './family.ts';
import { plant } from './plant.ts';
import { setMember, setRecord, tell, type DecisionDraft } from './work.ts';

/** The transition may be taken: that was asked before. */
export function take(work: DecisionDraft, doing: EffectContext, taken: Transition): void {
  const { portal } = work;
  const { id, visitor, input, by } = doing;
  const before = { ...contextIn({ portal, visitor }, work.family, id), input };
  const { record } = before;
  const workflow = portal.workflows[record.type];
  if (record.number === null && record.state === workflow?.initial) wishNumber(work, before, taken, doing);
  const isTrigger = taken.by === null;
  tell(work, moved(work, before, taken, doing), {
    ...by,
    what: taken.name,
    detail: isTrigger ? {} : { input },
  });
  remember(work, doing, taken);
  follow(work, doing, taken.then);
  // Sent, or sent again: what applies may have changed with the answers.
  if (isSent(portal, record)) plantChecklists(work, doing);
}

/** Does a step from here send it? */
function isSent(portal: Portal, { type, state }: PortalRecord): boolean {
  return portal.workflows[type]?.states[state]?.waitsFor === 'owner';
}

/** Makes the checklists that the record should have and has not. */
export function plantChecklists(work: DecisionDraft, { id, visitor, by }: EffectContext): void {
  const context = contextIn({ portal: work.portal, visitor }, work.family, id);
  for (const one of checklistsOf({ portal: work.portal, visitor, context })) plant(work, id, one, by);
}

function moved(
  work: DecisionDraft,
  before: RecordContext,
  taken: Transition,
  { visitor }: EffectContext,
): PortalRecord {
  const { portal } = work;
  const { record, input, now } = before;
  const data = taken.saves ? { ...record.data, [taken.name]: input } : record.data;
  const items = isSent(portal, record) ? itemsWithHeld({ portal, visitor, context: before }) : record.items;
  const filled = { ...before, record: { ...record, data, items } };
  const state = targetOf({ portal, visitor, context: filled }, taken);
  const isElsewhere = state !== record.state;
  const since = isElsewhere ? now : record.since;
  const filedAt = record.filedAt ?? (isElsewhere ? now : null);
  const there = {
    ...filled.record,
    state,
    since,
    filedAt,
    booking: bookingAfter(work, filled, taken, isElsewhere),
  };
  setRecord(work, there);
  const after = { ...contextIn({ portal, visitor }, work.family, record.id), input };
  const then =
    taken.extends === null ? clocksAfter(work, after, isElsewhere) : extended(portal, after, taken.extends);
  const clocks = spent(then, taken);
  return { ...there, clocks, due: dueOf(clocks) };
}

function clocksAfter(
  { portal }: DecisionDraft,
  after: RecordContext,
  isElsewhere: boolean,
): PortalRecord['clocks'] {
  return isElsewhere ? clocksOnEntering(portal, after) : after.record.clocks;
}

function bookingAfter(
  work: DecisionDraft,
  context: RecordContext,
  taken: Transition,
  isElsewhere: boolean,
): PortalRecord['booking'] {
  const { record, input } = context;
  const chosen = taken.books === null ? null : chooseSlot(work.portal, context, taken.books, input['slot']);
  const booking = chosen !== null && 'booking' in chosen ? chosen.booking : null;
  const isFreed = booking !== null || (isElsewhere && !taken.keeps);
  if (record.booking !== null && isFreed) work.freed.push({ record: record.id, booking: record.booking });
  if (booking !== null) work.booked.push({ record: record.id, booking });
  return booking ?? (isFreed ? null : record.booking);
}

function wishNumber(
  work: DecisionDraft,
  before: RecordContext,
  taken: Transition,
  { visitor }: EffectContext,
): void {
  const { record } = before;
  const pattern = work.portal.recordTypes[record.type]?.number ?? null;
  const isLeft = targetOf({ portal: work.portal, visitor, context: before }, taken) !== record.state;
  if (pattern !== null && isLeft) work.numbers.set(record.id, pattern);
}

function remember(work: DecisionDraft, { id, visitor }: EffectContext, { name }: Transition): void {
  if (visitor.account === null) return;
  const member = memberOf(work.family, id);
  setMember(work, { ...member, did: [...member.did, name] });
}
