/**
 * Decides a command: computes all its consequences before anything is written. Server and stories use the same code.
 */
import { sendReminders } from './reminders.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message } from '../../locales/message.ts';
import { approvedStates, itemsToAskAgain } from '../checklist/checklist.ts';
import { holds } from '../conditions/evaluate.ts';
import type { Scope } from '../conditions/scope.ts';
import type { NumberPattern, RecordType } from '../model/record-type.ts';
import type { PortalRecord } from '../model/record.ts';
import type { Visitor } from '../model/department.ts';
import { unitOf } from '../workflow/new-records.ts';
import { type Refusal, refusalOf, type Step, transitionOf } from '../workflow/transition.ts';
import {
  type Actor,
  addEvent,
  type DecisionDraft,
  engine,
  setMember,
  setRecord,
  startDraft,
  type Tools,
} from './decision-draft.ts';
import { askItemsAgain, withInitialClocks } from './effects.ts';
import { contextIn, type Family, type Member, memberOf } from './family.ts';
import { type Assignee, assignTo, releaseMoved } from './assignees.ts';
import { createChecklists, takeTransition } from './take-transition.ts';
import { fireTriggers, warnOfDueDates } from './triggers.ts';
import { wakeOf } from './wake.ts';

export interface DecisionContext extends Scope {
  readonly tools: Tools;
}

export type Command =
  /** Take a transition. */
  | { readonly type: 'take'; readonly id: string; readonly step: Step }
  /** Replace the record's answers or items. */
  | {
      readonly type: 'put';
      readonly record: PortalRecord;
      readonly what: string;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  /** Create a record. */
  | {
      readonly type: 'add';
      readonly record: PortalRecord;
      readonly isSent: boolean;
      readonly number: NumberPattern | null;
      /** The step that sends it at once; left out: it stays in its first state. */
      readonly step?: Step;
    }
  /** Hand the record to an account, or to nobody. */
  | { readonly type: 'assign'; readonly id: string; readonly to: Assignee | null; readonly by: Actor }
  /** Let time pass. */
  | { readonly type: 'wake' };

/** What to write, in one transaction. */
export interface Outcome extends Omit<DecisionDraft, 'portal' | 'tools' | 'members'> {
  readonly refused?: undefined;
}

/**
 * @param family its present state
 * @returns the new family with everything to write, or why the command is refused
 * @throws EndlessTriggersError if the triggered steps never end
 */
export function decideCommand(scope: DecisionContext, family: Family, command: Command): Outcome | Refusal {
  const work = startDraft(scope.portal, scope.tools, family);
  const refusal = applyCommand(scope, work, command);
  if (refusal !== null) return refusal;
  requestPapersAgain(work, family, {
    visitor: scope.visitor,
    by: (record) => actorOf(scope.visitor, record),
  });
  fireTriggers(work);
  sendReminders(work, family);
  settleUnits(scope, work);
  releaseMoved(work, family);
  settleWakes(work, family);
  settleNames(work, family);
  const { portal: _, tools: __, members: ___, ...rest } = work;
  return rest;
}

function applyCommand(scope: DecisionContext, draft: DecisionDraft, command: Command): Refusal | null {
  const { visitor } = scope;
  switch (command.type) {
    case 'take':
      return takeRequested(scope, draft, command);
    case 'put':
      addEvent(draft, command.record, {
        ...actorOf(visitor, command.record),
        what: command.what,
        detail: command.detail,
      });
      return null;
    case 'add':
      addRecord(draft, visitor, command);
      return command.step === undefined
        ? null
        : takeRequested(scope, draft, { id: command.record.id, step: command.step });
    case 'assign':
      assignTo(draft, command);
      return null;
    case 'wake':
      fireTriggers(draft);
      warnOfDueDates(draft);
      return null;
  }
}

function takeRequested(
  scope: DecisionContext,
  draft: DecisionDraft,
  { id, step }: Pick<Extract<Command, { type: 'take' }>, 'id' | 'step'>,
): Refusal | null {
  const { portal, visitor } = scope;
  const context = contextIn(scope, draft.family, id);
  const refusal = refusalOf({ portal, visitor, context }, step);
  const taken = transitionOf(portal, context.record.type, step.name);
  if (refusal !== null || taken === null) return refusal ?? { rule: 'read', refused: 'not-found' };
  const by = actorOf(visitor, context.record);
  takeTransition(draft, { id, visitor, by, input: step.input, picked: step.picked ?? {} }, taken);
  return null;
}

function addRecord(
  draft: DecisionDraft,
  visitor: Visitor,
  { record, isSent, number }: Extract<Command, { type: 'add' }>,
): void {
  const by = actorOf(visitor, record);
  const member: Member = { record, parties: [], documents: [], did: [], wallet: [], wake: null };
  draft.created.add(record.id);
  setMember(draft, member);
  addEvent(draft, withInitialClocks(draft, record), { ...by, what: 'created', detail: {} });
  if (number !== null) draft.numbers.set(record.id, number);
  if (isSent) createChecklists(draft, { id: record.id, visitor, by, input: {}, picked: {} });
}

/** A visitor without an account, or with a link, acts as the record's owner. */
function actorOf(visitor: Visitor, { owner }: PortalRecord): Actor {
  const { account, department, actsFor } = visitor;
  return { account: account ?? owner, department, ...(actsFor && { actsFor: actsFor.account }) };
}

/** If an answer of the parent decides the unit, records below move with their parent. */
function settleUnits({ portal, visitor }: DecisionContext, draft: DecisionDraft): void {
  const { family, members } = draft;
  for (const [id, { record }] of members) {
    if ((portal.recordTypes[record.type]?.unit ?? []).length === 0) continue;
    const unit = unitOf({ portal, visitor, context: contextIn({ portal, visitor }, family, id) });
    if (unit === record.unit) continue;
    if (draft.events.some((one) => one.record === id)) setRecord(draft, { ...record, unit });
    else
      addEvent(
        draft,
        { ...record, unit },
        { ...engine, what: 'unit', detail: { from: record.unit, to: unit } },
      );
  }
}

/** An account takes the name in the record that opened it; if that name is verified, the verified one. */
function settleNames({ portal, members, accounts }: DecisionDraft, before: Family): void {
  for (const [id, { record }] of members) {
    const was = before.members.get(id)?.record;
    if (was === undefined || record.owner === null) continue;
    const name = newNameOf(portal.recordTypes[record.type], was, record);
    if (name !== null) accounts.push({ account: record.owner, does: 'rename', name });
  }
}

/** If nothing changed, the stored wake-up time stays. */
function settleWakes({ portal, family, members }: DecisionDraft, before: Family): void {
  const { today, now } = family;
  for (const [id, member] of members) {
    const { record, documents } = member;
    const was = before.members.get(id);
    const isSame = was?.record === record && was.documents === documents;
    if (isSame && member.wake !== null && member.wake > now) continue;
    const wake = wakeOf(portal, { record, documents, today, now });
    if (wake !== member.wake) members.set(id, { ...member, wake });
  }
}

/** The changed members: those with a new version or a new wake-up time. */
export function changedMembers({ before, family, created }: Outcome): Member[] {
  return [...family.members.values()].filter((member) => {
    const { record, wake } = member;
    if (created.has(record.id)) return false;
    const was = memberOf(before, record.id);
    return was.record !== record || was.wake !== wake;
  });
}

/** Requests every paper again that was accepted or waived for other answers, unless the verifier made this change. */
function requestPapersAgain(
  draft: DecisionDraft,
  before: Family,
  { visitor, by }: { readonly visitor: Visitor; readonly by: (record: PortalRecord) => Actor },
): void {
  const { portal } = draft;
  for (const [id, { record: was }] of before.members) {
    const { record } = memberOf(draft.family, id);
    const verified = portal.recordTypes[record.type]?.verified ?? null;
    if (
      verified === null ||
      verified.fields.every((field) => isSameAnswer(was.data[field], record.data[field]))
    )
      continue;
    if (holds(verified.by, { portal, visitor, context: contextIn({ portal, visitor }, before, id) }))
      continue;
    const items = itemsToAskAgain(portal, record, null, approvedStates);
    const remark = message(checklistMessages.answersChanged);
    askItemsAgain(draft, { id, by: by(record) }, { items, remark });
  }
}

/** @returns the account's new name; null if it keeps its name */
function newNameOf(type: RecordType | undefined, was: PortalRecord, record: PortalRecord): string | null {
  const field = type?.account?.name;
  const name = field === undefined ? undefined : record.data[field];
  if (field === undefined || typeof name !== 'string' || name.trim() === '') return null;
  const isOther = name !== was.data[field];
  const verified = type?.verified?.fields.includes(field) === true ? type.verified : null;
  if (verified === null) return isOther ? name.trim() : null;
  const [isVerified, wasVerified] = [record, was].map(({ state }) => verified.states.includes(state));
  return isVerified === true && (isOther || wasVerified === false) ? name.trim() : null;
}

function isSameAnswer(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
