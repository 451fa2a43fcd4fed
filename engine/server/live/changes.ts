/**
 * Tells every process of the database what has changed, so that pages show it at once. A lost announcement loses no
 * data: pages also read again when somebody returns to them.
 */
import type { Database } from '../database/database.ts';

/** What a change replaced in a record, as far as it decides who sees the record. */
export type EarlierValues = Readonly<Record<string, unknown>>;

/** By type and id. */
export type ChangedRecords = Readonly<Record<string, Readonly<Record<string, EarlierValues>>>>;

/** What changed in a moment. */
export interface Changes {
  readonly records: ChangedRecords;
  /** Ids of accounts that have something else to read: a notification, a message. */
  readonly accounts: readonly string[];
  /** Ids of accounts that look at a record which somebody else opened or left. */
  readonly viewers: readonly string[];
}

const channel = 'changes';
/** Several writes in so many milliseconds are one announcement. */
const together = 50;
/** PostgreSQL refuses longer payloads. An empty one means that anything may have changed. */
const longest = 7900;

interface PendingChanges {
  readonly records: CollectedRecords;
  readonly accounts: Set<string>;
  readonly viewers: Set<string>;
}

const pending = new WeakMap<Database, PendingChanges>();

/** Call it after the commit, because listeners read at once. */
export function announceChanges(
  database: Database,
  { records = {}, accounts = [], viewers = [] }: Partial<Changes>,
): void {
  const waiting = pending.get(database);
  const all = waiting ?? { records: {}, accounts: new Set(), viewers: new Set() };
  addChanges(all.records, records);
  for (const account of accounts) all.accounts.add(account);
  for (const viewer of viewers) all.viewers.add(viewer);
  if (waiting !== undefined) return;
  pending.set(database, all);
  setTimeout(() => {
    pending.delete(database);
    const text = payloadOf(all);
    database.query(`SELECT pg_notify('${channel}', $1)`, [text.length > longest ? '' : text]).catch(() => {});
  }, together).unref();
}

function payloadOf({ records, accounts, viewers }: PendingChanges): string {
  const changes: Changes = {
    records,
    accounts: [...accounts],
    viewers: [...viewers],
  };
  return JSON.stringify(changes);
}

/** Changes that others are added to. */
export type CollectedRecords = Record<string, Record<string, EarlierValues>>;

/** Adds later changes in place, because one step can change hundreds of records. The earliest values stay. */
export function addChanges(collected: CollectedRecords, later: ChangedRecords): void {
  for (const [type, records] of Object.entries(later)) {
    const known = (collected[type] ??= {});
    for (const [id, values] of Object.entries(records)) known[id] = earliest(known[id], values);
  }
}

function earliest(first: EarlierValues | undefined, later: EarlierValues): EarlierValues {
  if (first === undefined) return later;
  const data = { ...(later['data'] as object | undefined), ...(first['data'] as object | undefined) };
  return { ...later, ...first, ...(Object.keys(data).length > 0 && { data }) };
}

/**
 * @param listener null: anything may have changed
 * @returns ends it
 */
export function followChanges(
  database: Database,
  listener: (changes: Changes | null) => void,
): Promise<() => Promise<void>> {
  return database.listen(channel, (payload) => {
    // Only this module writes to the channel.
    listener(payload === '' ? null : (JSON.parse(payload) as Changes));
  });
}
