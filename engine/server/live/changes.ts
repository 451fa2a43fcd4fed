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
  records: ChangedRecords;
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
  all.records = mergeChanges(all.records, records);
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

/** The values before both changes are those before the first. */
export function mergeChanges(first: ChangedRecords, second: ChangedRecords): ChangedRecords {
  const merged: Record<string, Record<string, EarlierValues>> = {};
  for (const [type, records] of [...Object.entries(second), ...Object.entries(first)]) {
    const known = (merged[type] ??= {});
    for (const [id, earlier] of Object.entries(records)) {
      const data = {
        ...(known[id]?.['data'] as object | undefined),
        ...(earlier['data'] as object | undefined),
      };
      known[id] = { ...known[id], ...earlier, ...(Object.keys(data).length > 0 && { data }) };
    }
  }
  return merged;
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
