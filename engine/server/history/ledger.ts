/** Creates the rows of events: chained, sealed with the audit key, with the values that each changed. */
import type { KeyObject } from 'node:crypto';
import type { PortalRecord } from '../../portal/model/record.ts';
import { type StatementPart, partOf } from '../database/statement-parts.ts';
import { hashEvent, type RecordEvent, type Version } from './event-chain.ts';
import { digestOf, type Entries, sealValues } from './event-values.ts';
import { changesOf, splitDetail } from './record-changes.ts';

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
