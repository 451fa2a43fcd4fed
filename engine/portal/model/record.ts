/**
 * Records as the pure functions receive them: the row, its ancestors, its parties, and the context for conditions.
 */
import type { Message, PortalText } from '../../locales/message.ts';
import type { Booking } from './calendar.ts';
import type { ClockState } from './workflow.ts';
import type { Value } from './condition.ts';
import type { IssuedDocument } from './document.ts';

export interface PortalRecord {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  /** `set/kind`, or null. */
  readonly kind: string | null;
  /** Account id. */
  readonly owner: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  /** Id of the account that works on it, or null. */
  readonly assignee: string | null;
  /** Id of the parent. */
  readonly parent: string | null;
  readonly version: number;
  /** ISO date-time, or null. */
  readonly due: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Hash of the form with which it was filled in. */
  readonly form: string | null;
  readonly items: Readonly<Record<string, ItemRecord>>;
  /** When it entered its state (ISO date-time). */
  readonly since: string;
  readonly clocks: Readonly<Record<string, ClockState>>;
  readonly booking: Booking | null;
  /** Who has taken a step with a quorum since the record entered its state. */
  readonly signatures: readonly StepSignature[];
  /** When it first left its initial state (ISO date-time); null: not sent yet. */
  readonly filedAt: string | null;
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One person's part in a step that several people take. */
export interface StepSignature {
  /** Name of the step when it was taken. */
  readonly step: string;
  /** Account of the person; if a deputy took the step, also the deputy's. */
  readonly by: readonly string[];
  /** The version that the record got. */
  readonly version: number;
}

export type ItemState = 'missing' | 'filed' | 'accepted' | 'returned' | 'waived' | 'expired' | 'asked-again';

/**
 * Why an item was returned, waived or requested again: own words, a frequent remark of the engine, or a text of the
 * configuration.
 */
export type Remark = string | Message | PortalText;

export interface ItemRecord {
  readonly state: ItemState;
  readonly remark: Remark | null;
  readonly files: readonly FileReference[];
  /** The date on the paper (ISO date), if the paper is valid for a limited time and somebody entered the date. */
  readonly issuedOn?: string | null;
}

export interface FileReference {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** How others see an account. */
export interface AccountName {
  readonly slug: string;
  readonly name: string;
}

/** All facts that a condition over a record may read. */
export interface RecordContext {
  readonly record: PortalRecord;
  /** Nearest first. */
  readonly ancestors: readonly PortalRecord[];
  readonly children: readonly PortalRecord[];
  /** The parties of each child, by its id. */
  readonly childParties?: Readonly<Record<string, RecordContext['parties']>>;
  readonly parties: readonly {
    readonly role: string;
    readonly account: string | null;
    readonly department: string | null;
    /** Name of the account, if it was read. */
    readonly name?: string | null;
  }[];
  /** Transitions that the visitor, or the officer for whom they act, has taken on this record, also by a deputy. */
  readonly did: readonly string[];
  /** The same of the deputy themself, if the visitor acts for another officer. */
  readonly deputyDid?: readonly string[];
  /** Derived values that need other records, computed by the store. All others are computed on demand. */
  readonly facts: Readonly<Record<string, Value>>;
  /** Answers of the transition being taken. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly documents: readonly IssuedDocument[];
  /** Valid documents that the portal issued to the record's owner, for items that they may satisfy. */
  readonly wallet?: readonly IssuedDocument[];
  /** The records for which items of its checklist repeat. */
  readonly related?: readonly RelatedRecord[];
  /** The records that its own answers and those of its ancestors name. */
  readonly referred?: readonly RecordContext[];
  /** The profiles of its owner of which a list shows something; left out: they were not read. */
  readonly profiles?: readonly RecordContext[];
  /** The records whose answers name it or one above it, where a derived value counts them. */
  readonly naming?: readonly NamingRecord[];
  /** The records of its family that will issue documents, for items that they may satisfy. */
  readonly issuing?: readonly IssuingRecord[];
  /** The visitor's account has not opened the record since its last event. */
  readonly isUnseen?: boolean;
  /** ISO date in the portal's time zone. */
  readonly today: string;
  /** ISO date-time. */
  readonly now: string;
}

/** A record that names another one. Derived values read its row and the rows above it. */
export type NamingRecord = Pick<RecordContext, 'record' | 'ancestors'>;

/** An open record whose kind issues a document. */
export type IssuingRecord = Pick<PortalRecord, 'type' | 'state'> & { readonly kind: string };

/** A record for which an item repeats, with its parties. */
export interface RelatedRecord {
  readonly record: PortalRecord;
  readonly parties: RecordContext['parties'];
  /** Documents that the portal issued to it, or to its parties other than the owner of the checklist. */
  readonly documents: readonly IssuedDocument[];
}

/** A record that does not exist yet, for conditions. */
export function blankRecord(type: string, parts: Partial<PortalRecord>): PortalRecord {
  return {
    id: '',
    type,
    slug: '',
    number: null,
    state: '',
    kind: null,
    owner: null,
    office: null,
    unit: null,
    assignee: null,
    parent: null,
    version: 1,
    due: null,
    data: {},
    form: null,
    items: {},
    since: '',
    clocks: {},
    booking: null,
    signatures: [],
    filedAt: null,
    createdAt: '',
    updatedAt: '',
    ...parts,
  };
}

/** A record of which only the given facts are known. */
export function contextAlone(
  parts: Pick<RecordContext, 'record' | 'today' | 'now'> & Partial<RecordContext>,
): RecordContext {
  return {
    ancestors: [],
    children: [],
    parties: [],
    did: [],
    facts: {},
    input: {},
    documents: [],
    ...parts,
  };
}

/** A relative of the context's record: only its row and its ancestors are known. */
export function contextOfRelative(
  context: RecordContext,
  { record, ancestors }: Pick<RecordContext, 'record' | 'ancestors'>,
): RecordContext {
  const nothing = {
    children: [],
    childParties: {},
    parties: [],
    did: [],
    deputyDid: [],
    facts: {},
    documents: [],
  };
  return { ...context, ...nothing, record, ancestors };
}

/** A child as the subject of a condition, with the context's record as its parent. */
export function contextOfChild(context: RecordContext, record: PortalRecord): RecordContext {
  return contextOfRelative(context, { record, ancestors: [context.record, ...context.ancestors] });
}
