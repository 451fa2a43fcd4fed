/**
 * Anchors: sealed counts of all events so far. If somebody removes events later, the anchor no longer matches. Anchors
 * in the log are outside the database, so they prove that later anchors were removed from it.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Database, Queryable } from '../database/database.ts';
import { currentFingerprint, fingerprintOf, requireAuditKey } from '../history/audit-key.ts';
import { canonical } from '../history/event-chain.ts';
import { StartError } from '../process/start-error.ts';

/** Covers the events with `since < seq <= upto`. */
export interface Anchor {
  readonly number: number;
  /** Number of the key that seals it. */
  readonly key: number;
  /** ISO date-time. */
  readonly at: string;
  readonly since: number;
  readonly upto: number;
  readonly events: number;
  /** SHA-256 over the hashes of these events, ordered by record and version (hexadecimal). */
  readonly digest: string;
  /** Hexadecimal. */
  readonly seal: string;
}

/** Seals the content of the anchor and the previous anchor. */
export function sealOf(key: KeyObject, anchor: Omit<Anchor, 'seal'>, before: Anchor | null): string {
  const { number, at, since, upto, events, digest } = anchor;
  const covered = [number, anchor.key, at, since, upto, events, digest, before?.seal ?? null];
  return createHmac('sha256', key).update(canonical(covered)).digest('hex');
}

/** The anchors of the newest key, oldest first. */
export async function readAnchors(client: Queryable): Promise<Anchor[]> {
  const rows = await client.query<AnchorRow>(
    `SELECT number, key, at, since, upto, events, encode(digest, 'hex') AS digest, encode(seal, 'hex') AS seal
     FROM anchors WHERE key = (SELECT max(number) FROM audit_keys) ORDER BY number`,
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

type AnchorRow = Omit<Anchor, 'at'> & { readonly at: Date };

const counting = `SELECT count(*) AS events,
    encode(sha256(coalesce(string_agg(hash, ''::bytea ORDER BY record, version), '')), 'hex') AS digest
  FROM events WHERE seq > $1 AND seq <= $2`;

const adding = `INSERT INTO anchors (number, key, at, since, upto, events, digest, seal)
  VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), decode($8, 'hex'))`;

/**
 * Anchors the events since the last anchor. Writers of events wait for it, usually a few milliseconds.
 * @returns null if there are no new events
 * @throws StartError if the histories are sealed with another key
 */
export async function anchorEvents(database: Database, key: KeyObject): Promise<Anchor | null> {
  return database.transaction(async (client) => {
    await holdAnchors(client);
    await requireAuditKey(client, key);
    return addAnchor(client, key);
  });
}

/**
 * Makes this the key of a database that has none. Existing events are anchored unchanged.
 * @throws StartError if another process has set another key meanwhile
 */
export async function claimKey(database: Database, key: KeyObject): Promise<void> {
  await database.transaction(async (client) => {
    await holdAnchors(client);
    const known = await currentFingerprint(client);
    if (known === null) await beginKey(client, key);
    else if (known !== fingerprintOf(key))
      throw new StartError(
        'Another server has just begun this database with another audit key. Copy that key here.',
      );
  });
}

/**
 * Replaces the key of the histories after the old one was lost. Existing events are anchored unchanged.
 * @throws StartError if it has been their key before
 */
export async function changeKey(database: Database, key: KeyObject): Promise<Anchor | null> {
  return database.transaction(async (client) => {
    await holdAnchors(client);
    const known = await client.query('SELECT 1 FROM audit_keys WHERE fingerprint = $1', [fingerprintOf(key)]);
    if (known.length > 0) throw new StartError('This key is not new. Write another into the file first.');
    return beginKey(client, key);
  });
}

async function beginKey(client: Queryable, key: KeyObject): Promise<Anchor | null> {
  await client.query(
    'INSERT INTO audit_keys (number, fingerprint) SELECT coalesce(max(number), 0) + 1, $1 FROM audit_keys',
    [fingerprintOf(key)],
  );
  return addAnchor(client, key);
}

/** One at a time, across all processes. */
async function holdAnchors(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('anchors'))`);
}

async function addAnchor(client: Queryable, key: KeyObject): Promise<Anchor | null> {
  const before = (await readAnchors(client)).at(-1) ?? null;
  const [numbers] = await client.query<{ anchor: number; key: number }>(
    `SELECT (SELECT coalesce(max(number), 0) + 1 FROM anchors) AS anchor, (SELECT max(number) FROM audit_keys) AS key`,
  );
  // The first anchor of a large database is slow.
  await client.query(`SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = 0`);
  const [settled] = await client.query<{ upto: number }>('SELECT settle_events() AS upto');
  const since = before?.upto ?? 0;
  const upto = settled?.upto ?? 0;
  if (numbers === undefined || (before !== null && upto === since)) return null;
  const [counted] = await client.query<{ events: number; digest: string }>(counting, [since, upto]);
  if (counted === undefined || (before !== null && counted.events === 0)) return null;
  const at = new Date().toISOString();
  const bare = { number: numbers.anchor, key: numbers.key, at, since, upto, ...counted };
  const anchor: Anchor = { ...bare, seal: sealOf(key, bare, before) };
  const { number, events, digest, seal } = anchor;
  await client.query(adding, [number, anchor.key, at, since, upto, events, digest, seal]);
  return anchor;
}

/** The log lines with an anchor, as the server and `audit anchor` write them. */
export function publishedAnchors(log: string): Anchor[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"anchor"'))
    .flatMap((line) => anchorIn(line) ?? []);
}

function anchorIn(line: string): Anchor | null {
  try {
    const entry: unknown = JSON.parse(line);
    const anchor = isMapping(entry) ? entry['anchor'] : null;
    return isAnchor(anchor) ? anchor : null;
  } catch {
    return null;
  }
}

function isAnchor(value: unknown): value is Anchor {
  return (
    isMapping(value) &&
    ['number', 'key', 'since', 'upto', 'events'].every((name) => typeof value[name] === 'number') &&
    ['at', 'digest', 'seal'].every((name) => typeof value[name] === 'string')
  );
}
