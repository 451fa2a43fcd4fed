/** Everything that a step leads to, computed before anything is written: the server and the stories carry out the same. */
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import type { NumberPattern } from '../model/record-type.ts';
import { type Refusal, refusalOf, type Step, transitionOf } from '../workflow/transition.ts';
import { unitOf } from '../workflow/new-records.ts';
import type { Visitor } from '../model/visitor.ts';
import { contextIn, type Family, type Member, memberOf } from './family.ts';
import { begun } from './plant.ts';
import { plantChecklists, take } from './take.ts';
import { fire, warn } from './triggers.ts';
import { newNameOf, settlePapers } from './verified-answers.ts';
import { wakeOf } from './wake.ts';
import {
  type Actor,
  beginWork,
  engine,
  setMember,
  setRecord,
  tell,
  type Tools,
  type DecisionDraft,
} from './work.ts';

export interface DecisionContext {
  readonly portal: Portal;
  readonly visitor: Visitor;
  readonly tools: Tools;
}

export type Command =
  /** A transition is taken. */
  | { readonly does: 'take'; readonly id: string; readonly step: Step }
  /** The record's answers or items are other ones. */
  | {
      readonly does: 'put';
      readonly record: PortalRecord;
      readonly what: string;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  /** A record that somebody begins. */
  | {
      readonly does: 'add';
      readonly record: PortalRecord;
      readonly isSent: boolean;
      readonly number: NumberPattern | null;
    }
  /** Time has passed. */
  | { readonly does: 'wake' };

/** What is to be written, all of it or nothing. */
export interface Outcome extends Omit<DecisionDraft, 'portal' | 'tools' | 'members'> {
  readonly refused?: undefined;
  readonly before: Family;
}

/**
 * @param family as it is now
 * @returns the family as it becomes, with all that is to be written; or why the step cannot be taken
 * @throws EndlessTriggersError where what the engine then does by itself has no end
 */
export function unfold(asking: DecisionContext, family: Family, deed: Command): Outcome | Refusal {
  const work = beginWork(asking.portal, asking.tools, family);
  const refusal = begin(asking, work, deed);
  if (refusal !== null) return refusal;
  settlePapers(work, family, { visitor: asking.visitor, by: (record) => actorOf(asking.visitor, record) });
  fire(work);
  settleUnits(asking, work);
  settleWakes(work, family);
  settleNames(work, family);
  const { portal: _, tools: __, members: ___, ...rest } = work;
  return { ...rest, before: family };
}

function begin(asking: DecisionContext, work: DecisionDraft, deed: Command): Refusal | null {
  const { visitor } = asking;
  switch (deed.does) {
    case 'take':
      return takeAs(asking, work, deed);
    case 'put':
      tell(work, deed.record, { ...actorOf(visitor, deed.record), what: deed.what, detail: deed.detail });
      return null;
    case 'add':
      add(work, visitor, deed);
      return null;
    case 'wake':
      fire(work);
      warn(work);
      return null;
  }
}

function takeAs(
  asking: DecisionContext,
  work: DecisionDraft,
  { id, step }: Extract<Command, { does: 'take' }>,
): Refusal | null {
  const { portal, visitor } = asking;
  const context = contextIn(asking, work.family, id);
  const refusal = refusalOf({ portal, visitor, context }, step);
  const taken = transitionOf(portal, context.record.type, step.name);
  if (refusal !== null || taken === null) return refusal ?? { refused: 'not-found' };
  const by = actorOf(visitor, context.record);
  take(work, { id, visitor, by, input: step.input, picked: step.picked ?? {} }, taken);
  return null;
}

function add(
  work: DecisionDraft,
  visitor: Visitor,
  { record, isSent, number }: Extract<Command, { does: 'add' }>,
): void {
  const by = actorOf(visitor, record);
  const member: Member = { record, parties: [], documents: [], did: [], wallet: [], wake: null };
  work.made.add(record.id);
  setMember(work, member);
  tell(work, begun(work, record), { ...by, what: 'created', detail: {} });
  if (number !== null) work.numbers.set(record.id, number);
  if (isSent) plantChecklists(work, { id: record.id, visitor, by, input: {}, picked: {} });
}

/** Whoever begins a record signed out, or takes a step by a link, acts as its owner. */
function actorOf(visitor: Visitor, { owner }: PortalRecord): Actor {
  return { account: visitor.account ?? owner, department: visitor.department };
}

/** What stands below a record moves with it, where an answer above decides on the unit. */
function settleUnits({ portal, visitor }: DecisionContext, work: DecisionDraft): void {
  const { family, members } = work;
  for (const [id, { record }] of members) {
    if ((portal.recordTypes[record.type]?.unit ?? []).length === 0) continue;
    const unit = unitOf({ portal, visitor, context: contextIn({ portal, visitor }, family, id) });
    if (unit === record.unit) continue;
    if (work.told.some((one) => one.record === id)) setRecord(work, { ...record, unit });
    else
      tell(work, { ...record, unit }, { ...engine, what: 'unit', detail: { from: record.unit, to: unit } });
  }
}

/** The account that a record opened is called as the record says; where that is verified, as it was verified. */
function settleNames({ portal, members, accounts }: DecisionDraft, before: Family): void {
  for (const [id, { record }] of members) {
    const was = before.members.get(id)?.record;
    if (was === undefined || record.owner === null) continue;
    const name = newNameOf(portal.recordTypes[record.type], was, record);
    if (name !== null) accounts.push({ account: record.owner, does: 'rename', name });
  }
}

/** Where nothing was changed the moment that was stored stands until it comes. */
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

/** Members that are to be written: they have a new version, or another moment to be looked at again. */
export function changedIn({ before, family, made }: Outcome): Member[] {
  return [...family.members.values()].filter((member) => {
    const { record, wake } = member;
    if (made.has(record.id)) return false;
    const was = memberOf(before, record.id);
    return was.record !== record || was.wake !== wake;
  });
}
