/**
 * The history of a record as a hash chain: each event is hashed with the audit key over the one before. Nobody without
 * the key can change or remove one unnoticed. The values of an event have salts of their own, so that they can be
 * erased.
 */
import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto';

/** An event as a row of the table `events`. */
export interface RecordEvent {
  readonly record: string;
  /** The version of the record after it. */
  readonly version: number;
  /** ISO date-time. */
  readonly at: string;
  readonly account: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A configuration that came into force: one row of the table `versions`. */
export interface Version {
  readonly number: number;
  /** Content hash of the portal; its body is in the table `portals`. */
  readonly hash: string;
  /** ISO date-time since when it is in force. */
  readonly at: string;
}

/** The other values that a keyed hash covers. */
export interface EventSeal {
  /** The version of the configuration at that time. */
  readonly configuration: Version;
  /** Digest of the values that it changed (hexadecimal), or null if it changed none. */
  readonly digest: string | null;
}

/** First byte of a hash: the format of what it covers. */
const FORMAT = Buffer.from([1]);

/**
 * The keyed hash of an event: the format byte and 32 bytes. @param before hash of the previous event, or null for the
 * first
 */
export function hashEvent(
  key: KeyObject,
  event: RecordEvent,
  { configuration, digest, before }: EventSeal & { readonly before: Buffer | null },
): Buffer {
  const { number, hash: portal, at: since } = configuration;
  const { record, version, at, account, department, what, state, detail } = event;
  const facts = [record, version, at, account, department, what, state, detail];
  const covered = canonical([...facts, [number, portal, since], digest]);
  const hmac = createHmac('sha256', key);
  if (before !== null) hmac.update(before);
  return Buffer.concat([FORMAT, hmac.update(covered).digest()]);
}

/** By field: the salt and the value as JSON; after erasure the entry's digest (hexadecimal). */
export type Entries = Readonly<Record<string, readonly [salt: string, json: string] | string>>;

/** @param values by field, such as `data.phone` */
export function sealValues(values: ReadonlyMap<string, unknown>): Entries {
  const entries: Record<string, readonly [string, string]> = {};
  for (const [field, value] of values) entries[field] = [randomUUID(), JSON.stringify(value) ?? 'null'];
  return entries;
}

/** Digest of all entries (hexadecimal), the same before and after some of them are erased. */
export function digestOf(entries: Entries): string {
  const fields = Object.keys(entries).sort();
  return hash(
    'sha256',
    fields.map((field) => `${field}\n${digestOfEntry(field, entries[field])}\n`).join(''),
  );
}

/** The SQL function `sealed_entry` computes the same. */
function digestOfEntry(field: string, entry: Entries[string] = ''): string {
  return typeof entry === 'string' ? entry : hash('sha256', `${field}\n${entry[0]}\n${entry[1]}`);
}

/** The value of an entry; undefined if it was erased. */
export function valueOf(entry: Entries[string]): unknown {
  return typeof entry === 'string' ? undefined : JSON.parse(entry[1]);
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}
