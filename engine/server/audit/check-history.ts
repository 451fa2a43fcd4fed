/**
 * Checks the history of one record: each event follows from the one before, and the record is as the last event left
 * it.
 */
import type { KeyObject } from 'node:crypto';
import { USER } from '../../portal/access/accounts.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { digestOf, type Entries, hashEvent, type RecordEvent, type Version } from '../history/event-chain.ts';
import { EventContent, isErasable } from '../history/ledger.ts';

/** A stored event with its values. */
export interface StoredEvent extends RecordEvent {
  readonly seq: number;
  readonly configuration: number;
  readonly digest: Buffer | null;
  readonly hash: Buffer;
  readonly entries: Entries | null;
}

export interface History {
  readonly record: PortalRecord;
  readonly head: Buffer | null;
  /** Do its stored ancestors match its chain of parents? */
  readonly isInLine: boolean;
  /** Oldest first. */
  readonly events: readonly StoredEvent[];
}

/** The keys and anchors for checking a history. */
export interface HistoryEvidence {
  readonly key: KeyObject;
  /** By number. */
  readonly versions: ReadonlyMap<number, Version>;
  /** The last event that an older key may have sealed. */
  readonly boundary: number;
}

export interface HistoryFault {
  /** Version of the event; null for a fault in the record itself. */
  readonly version: number | null;
  readonly why: string;
}

/** @returns the first fault, or null */
export function faultOf(
  evidence: HistoryEvidence,
  { record, head, isInLine, events }: History,
): HistoryFault | null {
  const content = new EventContent();
  let before: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    if (event.version !== index + 1) {
      return { version: index + 1, why: `is missing: the next event is version ${event.version}` };
    }
    const why = faultOfEvent(evidence, event, before);
    if (why !== null) return { version: event.version, why };
    content.add(event.entries ?? {});
    before = event.hash;
  }
  // The person's own pages and the operator change an account too, so only its events are compared.
  if (record.type === USER) {
    const isLast = head !== null && before !== null && head.equals(before);
    return isLast ? null : { version: null, why: 'names another event as its last' };
  }
  const why =
    faultOfRecord(record, head, events.at(-1)) ??
    content.differenceTo(record) ??
    (record.filedAt === filedAtOf(events) ? null : 'was filed at another time than its history says') ??
    (isInLine ? null : 'has other ancestors than its parent leads to');
  return why === null ? null : { version: null, why };
}

/** When a step first left the record's initial state; null: no step has. */
function filedAtOf(events: readonly StoredEvent[]): string | null {
  const filing = events.find(
    ({ state, what }, index) =>
      index > 0 && what !== 'renamed' && what !== 'migrated' && state !== events[index - 1]?.state,
  );
  return filing?.at ?? null;
}

/** @returns the fields whose values were erased from the event */
export function erasedFields({ entries }: StoredEvent): string[] {
  return Object.entries(entries ?? {}).flatMap(([field, entry]) =>
    typeof entry === 'string' ? [field] : [],
  );
}

function faultOfEvent(
  { key, versions, boundary }: HistoryEvidence,
  event: StoredEvent,
  before: Buffer | null,
): string | null {
  const digest = event.digest?.toString('hex') ?? null;
  if (digest !== null && event.entries === null) return 'has lost the values that it changed';
  if (event.entries !== null && digestOf(event.entries) !== digest)
    return 'has other values than it was sealed with';
  const lost = erasedFields(event).find((field) => !isErasable(field));
  if (lost !== undefined) return `has lost "${lost}", which may not be erased`;
  const configuration = versions.get(event.configuration);
  if (configuration === undefined)
    return `names version ${event.configuration} of the configuration, which is missing`;
  // Sealed with an older key, which is gone. The anchor of the newer key covers it.
  if (event.seq <= boundary) return null;
  return hashEvent(key, event, { configuration, digest, before }).equals(event.hash) ? null : changed;
}

const changed = 'was changed, or something before it, or the configuration that it names';

function faultOfRecord(
  record: PortalRecord,
  head: Buffer | null,
  last: StoredEvent | undefined,
): string | null {
  if (last === undefined) return 'has no history';
  if (last.version !== record.version) {
    return `is at version ${record.version}, but its last event is version ${last.version}`;
  }
  if (last.state !== record.state)
    return `is in the state "${record.state}", but its last event left it in "${last.state}"`;
  return head !== null && head.equals(last.hash) ? null : 'names another event as its last';
}
