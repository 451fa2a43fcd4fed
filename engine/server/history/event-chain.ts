/**
 * The history of a record as a hash chain: each event is hashed with the audit key over the one before. Nobody
 * without the key can change or remove one unnoticed.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { canonical } from './canonical.ts';

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
