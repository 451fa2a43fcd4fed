/** Takes a transition of a member: sets state, clocks, number and slot, then carries out the effects. */
import { itemsWithHeld } from '../checklist/checklist.ts';
import { checklistsOf } from '../workflow/new-records.ts';
import { countQuorum, type QuorumCount, signatureOf, signaturesOf } from '../conditions/quorum.ts';
import type { Scope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { chooseSlot } from '../workflow/slots.ts';
import { targetOf } from '../workflow/transition.ts';
import type { Transition } from '../model/workflow.ts';
import { clocksOnEntering, dueOf, extendClock, clocksAfterLapse } from './clocks.ts';
import { applyEffects, createRecords, type EffectContext } from './effects.ts';
import { contextIn, memberOf } from './family.ts';
import { type Actor, setMember, setRecord, addEvent, type DecisionDraft } from './decision-draft.ts';

/** The caller has already checked that the transition is allowed. */
export function takeTransition(draft: DecisionDraft, origin: EffectContext, transition: Transition): void {
  const { portal } = draft;
  const { id, visitor, input, by } = origin;
  const before = { ...contextIn({ portal, visitor }, draft.family, id), input };
  const { record } = before;
  const workflow = portal.workflows[record.type];
  const isTrigger = transition.by === null;
  const { quorum } = transition;
  const signed = signedBy(portal, record, { transition, by });
  const count = quorum && countQuorum(portal, quorum, { ...before, record: signed });
  const isMoved = count === null || count.isReached;
  if (isMoved && record.number === null && record.state === workflow?.initial)
    wishNumber(draft, before, transition, origin);
  const after = isMoved ? moved(draft, before, transition, origin) : signed;
  addEvent(draft, after, {
    ...by,
    what: transition.name,
    detail: isTrigger ? {} : { input, ...(count && detailOf(count)) },
  });
  remember(draft, origin, transition);
  // Nothing follows until enough people have taken it.
  if (!isMoved) return;
  applyEffects(draft, origin, transition.then);
  // The record is sent again, so its answers may have changed which items apply.
  if (isSent(portal, record)) createChecklists(draft, origin);
}

/** How many people have taken the step, of how many, and with the last of them, at which versions of the record. */
function detailOf({ given, needed, isReached, signed }: QuorumCount): Readonly<Record<string, unknown>> {
  return { given, needed, ...(isReached && { signed: signed.map(({ version }) => version) }) };
}

/** The record with one person's part in a step that several people take; the engine takes no part. */
function signedBy(
  portal: Portal,
  record: PortalRecord,
  { transition: { name, quorum }, by: { account, actsFor } }: { transition: Transition; by: Actor },
): PortalRecord {
  if (quorum === null || account === null) return record;
  const by = [actsFor ?? [], account].flat();
  const own = { step: name, by, version: record.version + 1 };
  return { ...record, signatures: [...signaturesOf(portal, record), own] };
}

/** Signatures count in one state only, and end with the step that they were for. */
function signaturesAfter(
  scope: Scope,
  record: PortalRecord,
  { quorum, takesBack }: Transition,
): PortalRecord['signatures'] {
  if (quorum !== null) return [];
  if (takesBack.length === 0) return record.signatures;
  const own = signatureOf(scope, record);
  return record.signatures.filter((one) => one !== own);
}

/** Decides whether a step from this state sends the record. */
function isSent(portal: Portal, { type, state }: PortalRecord): boolean {
  return portal.workflows[type]?.states[state]?.waitsFor === 'owner';
}

/** Creates the missing checklists of the record. */
export function createChecklists(draft: DecisionDraft, { id, visitor, by }: EffectContext): void {
  const context = contextIn({ portal: draft.portal, visitor }, draft.family, id);
  for (const one of checklistsOf({ portal: draft.portal, visitor, context }))
    createRecords(draft, id, one, by);
}

function moved(
  draft: DecisionDraft,
  before: RecordContext,
  transition: Transition,
  { visitor }: EffectContext,
): PortalRecord {
  const { portal } = draft;
  const { record, input, now } = before;
  const data = transition.saves ? { ...record.data, [transition.name]: input } : record.data;
  const items = isSent(portal, record) ? itemsWithHeld({ portal, visitor, context: before }) : record.items;
  const filled = { ...before, record: { ...record, data, items } };
  const state = targetOf({ portal, visitor, context: filled }, transition);
  const isElsewhere = state !== record.state;
  const since = isElsewhere ? now : record.since;
  const filedAt = record.filedAt ?? (isElsewhere ? now : null);
  const there = {
    ...filled.record,
    state,
    since,
    filedAt,
    signatures: isElsewhere ? [] : signaturesAfter({ portal, visitor }, record, transition),
    booking: bookingAfter(draft, filled, transition, isElsewhere),
  };
  setRecord(draft, there);
  const after = { ...contextIn({ portal, visitor }, draft.family, record.id), input };
  const then =
    transition.extends === null
      ? clocksAfter(draft, after, isElsewhere)
      : extendClock(portal, after, transition.extends);
  const clocks = clocksAfterLapse(then, transition);
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
  draft: DecisionDraft,
  context: RecordContext,
  transition: Transition,
  isElsewhere: boolean,
): PortalRecord['booking'] {
  const { record, input } = context;
  const chosen =
    transition.books === null ? null : chooseSlot(draft.portal, context, transition.books, input['slot']);
  const booking = chosen !== null && 'booking' in chosen ? chosen.booking : null;
  const isFreed = booking !== null || (isElsewhere && !transition.keeps);
  if (record.booking !== null && isFreed) draft.freed.push({ record: record.id, booking: record.booking });
  if (booking !== null) draft.booked.push({ record: record.id, booking });
  return booking ?? (isFreed ? null : record.booking);
}

function wishNumber(
  draft: DecisionDraft,
  before: RecordContext,
  transition: Transition,
  { visitor }: EffectContext,
): void {
  const { record } = before;
  const pattern = draft.portal.recordTypes[record.type]?.number ?? null;
  const isLeft = targetOf({ portal: draft.portal, visitor, context: before }, transition) !== record.state;
  if (pattern !== null && isLeft) draft.numbers.set(record.id, pattern);
}

function remember(draft: DecisionDraft, { id, visitor }: EffectContext, { name }: Transition): void {
  if (visitor.account === null) return;
  const member = memberOf(draft.family, id);
  // A deputy's step counts as theirs, and as the officer's.
  setMember(draft, {
    ...member,
    did: [...member.did, name],
    deputyDid: [...(member.deputyDid ?? []), name],
  });
}
