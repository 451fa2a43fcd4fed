/** What a step has led to so far: the family as it has become, and everything that is to be written for it. */
import type { Booking } from '../model/calendar.ts';
import type { IssuedDocument } from '../model/document.ts';
import type { PendingNotice } from '../model/notice.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import type { NumberPattern } from '../model/record-type.ts';
import { type Family, type Member, memberOf } from './family.ts';

/** What a pure function cannot make itself. */
export interface Tools {
  identity(): { readonly id: string; readonly slug: string };
  /** Hash of the form that this record is filled in with, or null. */
  form(context: RecordContext): string | null;
}

/** One version of a record, and why it came to be. */
export interface PendingEvent {
  readonly record: string;
  readonly version: number;
  readonly account: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The record as the event and its effects leave it. */
  readonly after: PortalRecord;
}

/** A document that is to be issued: it gets its number and its code when it is written. */
export interface PendingDocument {
  readonly id: string;
  readonly record: string;
  /** Name of its template. */
  readonly document: string;
  readonly variant: string | null;
  readonly validUntil: string | null;
  readonly issuedAt: string;
  readonly owner: string | null;
  /** As the step left the record, with its answers as `input`. */
  readonly context: RecordContext;
}

export interface PartyChange {
  readonly record: string;
  readonly role: string;
  readonly account: string | null;
  readonly department: string | null;
}

export type AccountChange =
  | { readonly account: string; readonly does: 'suspend' | 'restore' | 'reset-password' | 'sign-out' }
  /** The name that an account is displayed under, as the record that opened it says. */
  | { readonly account: string; readonly does: 'rename'; readonly name: string };

interface BookingChange {
  readonly record: string;
  readonly booking: Booking;
}

/** Whom an event is told of. */
export interface Actor {
  readonly account: string | null;
  readonly department: string | null;
}

export const engine: Actor = { account: null, department: null };

export interface DecisionDraft {
  readonly portal: Portal;
  readonly tools: Tools;
  /** As it has become so far. */
  readonly family: Family;
  /** Those of the family, to be set. */
  readonly members: Map<string, Member>;
  readonly events: PendingEvent[];
  readonly created: Set<string>;
  /** Patterns of the numbers to stamp, by record. */
  readonly numbers: Map<string, NumberPattern>;
  readonly documents: PendingDocument[];
  /** States that documents which were issued earlier come to. */
  readonly documentStates: Map<string, IssuedDocument['state']>;
  readonly joined: PartyChange[];
  readonly left: PartyChange[];
  readonly notices: PendingNotice[];
  readonly accounts: AccountChange[];
  readonly booked: BookingChange[];
  readonly freed: BookingChange[];
}

/** Nothing done yet; the family that is handed in stays as it is. */
export function startDraft(portal: Portal, tools: Tools, family: Family): DecisionDraft {
  const members = new Map(family.members);
  return {
    portal,
    tools,
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
    accounts: [],
    booked: [],
    freed: [],
  };
}

/** Changes a member, or adds it. */
export function setMember(draft: DecisionDraft, member: Member): void {
  draft.members.set(member.record.id, member);
}

/** @throws RangeError where the family has no such record */
export function setRecord(draft: DecisionDraft, record: PortalRecord): void {
  setMember(draft, { ...memberOf(draft.family, record.id), record });
}

/** Gives the record a new version, which this event explains. */
export function addEvent(
  draft: DecisionDraft,
  record: PortalRecord,
  event: Actor & { readonly what: string; readonly detail: Readonly<Record<string, unknown>> },
): void {
  const version = draft.created.has(record.id) && event.what === 'created' ? 1 : record.version + 1;
  const after = { ...record, version, updatedAt: draft.family.now };
  setRecord(draft, after);
  draft.events.push({ record: record.id, version, state: record.state, ...event, after });
}

/** Changes a record as an effect of its newest event. */
export function amend(draft: DecisionDraft, record: PortalRecord): void {
  setRecord(draft, record);
  const index = draft.events.findLastIndex((one) => one.record === record.id);
  const events = draft.events[index];
  if (events !== undefined) draft.events[index] = { ...events, after: record };
}
