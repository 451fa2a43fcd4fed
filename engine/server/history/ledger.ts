/** Creates the rows of events: chained, sealed with the audit key, with the values of the record that each changed. */
import type { KeyObject } from 'node:crypto';
import type { PortalRecord } from '../../portal/model/record.ts';
import { partOf, type StatementPart } from '../database/statements.ts';
import {
  canonical,
  digestOf,
  type Entries,
  hashEvent,
  type RecordEvent,
  sealValues,
  valueOf,
  type Version,
} from './event-chain.ts';

/** The key and version that seal events. */
export interface Ledger {
  readonly key: KeyObject;
  /** The version of the current configuration. */
  readonly configuration: Version;
}

/** An event with the record after it. */
export interface NewEvent extends RecordEvent {
  readonly after: PortalRecord;
}

/** The history of a record so far. */
export interface HistoryEnd {
  /** Hash of the newest event. */
  readonly head: Buffer | null;
  /** The record after that event; null for a new one. */
  readonly record: PortalRecord | null;
}

export interface EventRow extends RecordEvent {
  readonly configuration: number;
  readonly digest: string | null;
  /** Hexadecimal. */
  readonly hash: string;
  readonly entries: Entries | null;
}

/**
 * The rows of further events of one record, oldest first. The first row of a history has all values of the record.
 */
export function nextRows(
  ledger: Ledger,
  { head, record }: HistoryEnd,
  events: readonly NewEvent[],
): EventRow[] {
  let before = head;
  let was = head === null ? null : record;
  return events.map(({ after, ...event }) => {
    const { detail, said } = splitDetail(event.detail);
    const entries = sealValues(new Map([...changesOf(was, after), ...said]));
    const digest = Object.keys(entries).length === 0 ? null : digestOf(entries);
    const plain = { ...event, detail };
    before = hashEvent(ledger.key, plain, { configuration: ledger.configuration, digest, before });
    was = after;
    return {
      ...plain,
      configuration: ledger.configuration.number,
      digest,
      hash: before.toString('hex'),
      entries: digest === null ? null : entries,
    };
  });
}

const adding = `INSERT INTO events (record, version, at, account, department, what, state, detail, configuration, digest, hash)
  SELECT record, version, at, account, department, what, state, detail, configuration, decode(digest, 'hex'), decode(hash, 'hex')
  FROM jsonb_to_recordset($1) AS n(record uuid, version integer, at timestamptz, account uuid, department text,
    what text, state text, detail jsonb, configuration integer, digest text, hash text)`;

const keeping = `INSERT INTO event_values (record, version, entries)
  SELECT record, version, entries FROM jsonb_to_recordset($1) AS n(record uuid, version integer, entries jsonb)`;

/** The part that writes the rows; no part if there are none. */
export function eventParts(rows: readonly EventRow[]): StatementPart[] {
  const values = rows.flatMap(({ record, version, entries }) =>
    entries === null ? [] : [{ record, version, entries }],
  );
  // The statement reads no entries from these.
  const events = rows.map((row) => ({ ...row, entries: undefined }));
  return [...partOf('told', adding, events), ...partOf('valued', keeping, values)];
}

type ChangedValues = ReadonlyMap<string, unknown>;

/**
 * Answers, items and columns by field: `data.phone`, `items.receipt`, `record`, `clocks`. Texts and files that people
 * added to an item have their own fields, `items.receipt.remark` and `items.receipt.files`, so that they can be
 * erased.
 */
function contentOf(record: PortalRecord): Map<string, unknown> {
  const { type, slug, number, kind, owner, office, unit, parent, form, since, booking, createdAt } = record;
  const { clocks, due } = record;
  const content = new Map<string, unknown>([
    ['record', { type, slug, number, kind, owner, office, unit, parent, form, since, booking, createdAt }],
    ['clocks', { clocks, due }],
  ]);
  if (record.assignee !== null) content.set('assignee', record.assignee);
  if (record.signatures.length > 0) content.set('signatures', record.signatures);
  for (const [name, value] of Object.entries(record.data))
    if (value !== null) content.set(`data.${name}`, value);
  for (const [id, { remark, files, ...item }] of Object.entries(record.items)) {
    content.set(`items.${id}`, item);
    if (remark !== null) content.set(`items.${id}.remark`, remark);
    if (files.length > 0) content.set(`items.${id}.files`, files);
  }
  return content;
}

/** May the values of this field be erased? The SQL function `is_erasable` decides the same. */
export function isErasable(field: string): boolean {
  return /^(data|detail)\.|^items\..+\.(remark|files)$/.test(field);
}

/**
 * The fields that differ, with their new values; null for a removed field.
 * @param was null: everything is new
 */
function changesOf(was: PortalRecord | null, now: PortalRecord): Map<string, unknown> {
  const after = contentOf(now);
  if (was === null) return after;
  const before = contentOf(was);
  const changes = new Map<string, unknown>();
  for (const [field, value] of after) {
    const old = before.get(field);
    if (old !== value && canonical(old) !== canonical(value)) changes.set(field, value);
  }
  for (const field of before.keys()) if (!after.has(field)) changes.set(field, null);
  return changes;
}

/**
 * Parts of an event's detail that people wrote. They are stored with the values, because they may have to be erased.
 */
const written: ReadonlySet<string> = new Set(['input', 'remark', 'file']);

interface SplitDetail {
  readonly detail: Readonly<Record<string, unknown>>;
  readonly said: ChangedValues;
}

/** Separates what people wrote from an event's detail; the answers of a step one by one. */
function splitDetail(detail: Readonly<Record<string, unknown>>): SplitDetail {
  const said = new Map<string, unknown>();
  for (const [name, value] of Object.entries(detail)) {
    if (name === 'input' && typeof value === 'object' && value !== null) {
      for (const [field, answer] of Object.entries(value)) said.set(`detail.input.${field}`, answer);
    } else if (written.has(name) && value !== null) said.set(`detail.${name}`, value);
  }
  return { detail: Object.fromEntries(Object.entries(detail).filter(([name]) => !written.has(name))), said };
}

/** The detail with what people wrote, except erased parts. */
export function joinDetail(
  detail: Readonly<Record<string, unknown>>,
  entries: Entries,
): Readonly<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  const input: Record<string, unknown> = {};
  for (const [field, entry] of Object.entries(entries)) {
    const value = valueOf(entry);
    if (value === undefined) continue;
    if (field.startsWith('detail.input.')) input[field.slice('detail.input.'.length)] = value;
    else if (field.startsWith('detail.')) said[field.slice('detail.'.length)] = value;
  }
  return { ...detail, ...said, ...(Object.keys(input).length > 0 && { input }) };
}

/** The values of a record according to its history. */
export class EventContent {
  readonly #fields = new Map<string, Entries[string]>();

  /** Applies the changes of an event. */
  add(entries: Entries): void {
    for (const [field, entry] of Object.entries(entries)) {
      if (!field.startsWith('detail.')) this.#fields.set(field, entry);
    }
  }

  /** @returns the first field in which the record differs, as a reason; null if it agrees */
  differenceTo(record: PortalRecord): string | null {
    const content = contentOf(record);
    for (const [field, entry] of this.#fields) {
      const value = valueOf(entry);
      if (value === undefined) {
        if (content.has(field)) return `still holds "${field}", which was erased from its history`;
      } else if (canonical(value) !== canonical(content.get(field))) return differsIn(field);
    }
    for (const field of content.keys()) if (!this.#fields.has(field)) return differsIn(field);
    return null;
  }
}

function differsIn(field: string): string {
  return `does not agree with its history in "${field}"`;
}
