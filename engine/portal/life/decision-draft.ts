/** The draft of a decision: the family as changed so far, and everything to write for it. */
import type { Booking } from '../model/calendar.ts';
import type { IssuedDocument } from '../model/document.ts';
import type { PendingNotice } from '../model/notice.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import type { NumberPattern } from '../model/record-type.ts';
import { type Family, type Member, memberOf } from './family.ts';

/** Values that a pure function cannot create. */
export interface Tools {
  identity(): { readonly id: string; readonly slug: string };
  /** Hash of the form for filling in this record, or null. */
  form(context: RecordContext): string | null;
}

/** A new version of a record, and its reason. */
export interface PendingEvent {
  readonly record: string;
  readonly version: number;
  readonly account: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The record after the event and its effects. */
  readonly after: PortalRecord;
}

/** A document to issue. It receives its number and code when it is written. */
export interface PendingDocument {
  readonly id: string;
  readonly record: string;
  /** Name of the template. */
  readonly document: string;
  readonly variant: string | null;
  readonly validUntil: string | null;
  readonly issuedAt: string;
  readonly owner: string | null;
  /** The record after the step, with the step's answers as `input`. */
  readonly context: RecordContext;
}

/** What an extension is asked to do once everything is written. */
export interface PendingEffect {
  /** Name of the extension's effect. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** As the step left it. */
  readonly record: PortalRecord;
}

export interface PartyChange {
  readonly record: string;
  readonly role: string;
  readonly account: string | null;
  readonly department: string | null;
}

export type AccountChange =
  | { readonly account: string; readonly does: 'suspend' | 'restore' | 'reset-password' | 'sign-out' }
  /** A new display name for an account, from the record that opened it. */
  | { readonly account: string; readonly does: 'rename'; readonly name: string };

interface BookingChange {
  readonly record: string;
  readonly booking: Booking;
}

/** Who takes a step; both null: the engine. */
export interface Actor {
  readonly account: string | null;
  readonly department: string | null;
  /** Id of the account in whose place a deputy takes it. The event names both. */
  readonly actsFor?: string;
}

export const engine: Actor = { account: null, department: null };

export interface DecisionDraft {
  readonly portal: Portal;
  readonly tools: Tools;
  /** The family as the command found it. */
  readonly before: Family;
  /** The present draft of the family. */
  readonly family: Family;
  /** Parties of the family to write. */
  readonly members: Map<string, Member>;
  readonly events: PendingEvent[];
  readonly created: Set<string>;
  /** Patterns of the numbers to assign, by record. */
  readonly numbers: Map<string, NumberPattern>;
  readonly documents: PendingDocument[];
  /** New states of documents that were issued earlier. */
  readonly documentStates: Map<string, IssuedDocument['state']>;
  readonly joined: PartyChange[];
  readonly left: PartyChange[];
  readonly notices: PendingNotice[];
  readonly requests: PendingEffect[];
  readonly accounts: AccountChange[];
  readonly booked: BookingChange[];
  readonly freed: BookingChange[];
}

/** An empty draft. It never changes the given family. */
export function startDraft(portal: Portal, tools: Tools, family: Family): DecisionDraft {
  const members = new Map(family.members);
  return {
    portal,
    tools,
    before: family,
    family: { ...family, members },
    members,
    events: [],
    created: new Set(),
    numbers: new Map(),
    documents: [],
    documentStates: new Map(),
    joined: [],
    left: [],
    notices: [],
    requests: [],
    accounts: [],
    booked: [],
    freed: [],
  };
}

/** Changes a member, or adds it. */
export function setMember(draft: Pick<DecisionDraft, 'members'>, member: Member): void {
  draft.members.set(member.record.id, member);
}

/** @throws RangeError if the family has no such record */
export function setRecord(draft: Pick<DecisionDraft, 'members' | 'family'>, record: PortalRecord): void {
  setMember(draft, { ...memberOf(draft.family, record.id), record });
}

/** Gives the record a new version with this event. */
export function addEvent(
  draft: Pick<DecisionDraft, 'members' | 'family' | 'events' | 'created'>,
  record: PortalRecord,
  { actsFor, ...event }: Actor & Pick<PendingEvent, 'what' | 'detail'>,
): void {
  const version = draft.created.has(record.id) && event.what === 'created' ? 1 : record.version + 1;
  const after = { ...record, version, updatedAt: draft.family.now };
  setRecord(draft, after);
  const detail = actsFor === undefined ? event.detail : { ...event.detail, for: actsFor };
  draft.events.push({ record: record.id, version, state: record.state, ...event, detail, after });
}

/** Changes a record as an effect of its latest event. */
export function amend(draft: DecisionDraft, record: PortalRecord): void {
  setRecord(draft, record);
  const index = draft.events.findLastIndex((one) => one.record === record.id);
  const events = draft.events[index];
  if (events !== undefined) draft.events[index] = { ...events, after: record };
}
