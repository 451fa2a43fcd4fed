/**
 * Sessions: a random token that only the caller has, stored as a hash, with expiry and revocation; and the browsers
 * that signed in to an account before.
 */
import { digestOfToken } from '../accounts/digests.ts';
import { randomBytes } from 'node:crypto';
import { aYear } from '../../portal/time/lengths.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Membership } from '../accounts/memberships.ts';
import type { Queryable } from '../database/database.ts';
import { networkOf } from '../http/network.ts';

/** Where a session is used from. */
export interface SessionOrigin {
  /** The header `User-Agent`; null: none was sent. */
  readonly agent: string | null;
  /** Network of the caller, from `networkOf`. */
  readonly network: string;
}

const LONGEST_AGENT = 500;

/** The session works in the membership that was used last. @returns the token, which is not stored anywhere */
export async function startSession(
  client: Queryable,
  account: string,
  origin: SessionOrigin | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `INSERT INTO sessions (token, account, agent, network, membership)
     SELECT $1, id, $3, $4, last_membership FROM accounts WHERE id = $2`,
    [digestOfToken(token), account, origin?.agent?.slice(0, LONGEST_AGENT) ?? null, origin?.network ?? null],
  );
  return token;
}

/**
 * The account of a token, or null: unknown, expired, ended or suspended.
 * @param address of the caller; null: not known
 */
export async function findSession(
  client: Queryable,
  token: string,
  address: string | null = null,
): Promise<Account | null> {
  const [row] = await client.query<Account & { stale: boolean }>({
    name: 'find-session',
    text: `SELECT ${accountColumns}, s.stale, s.onlooker, portal_delegation($1) AS acts_for FROM portal_session($1) s CROSS JOIN LATERAL (SELECT (s.account).*) a`,
    values: [digestOfToken(token)],
  });
  if (row?.stale) await keepSession(client, token, address === null ? null : networkOf(address));
  return row ?? null;
}

/** Records that the session is in use, and from which network if that is known. */
export async function keepSession(
  client: Queryable,
  token: string,
  network: string | null = null,
): Promise<void> {
  await client.query(
    'UPDATE sessions SET seen_at = now(), network = coalesce($2, network) WHERE token = $1',
    [digestOfToken(token), network],
  );
}

/**
 * Lets the session work in another membership of its account, under a new token: nothing that was read with the old
 * one mixes with what is read now. It acts for its own account from then on.
 * @returns the new token; null if the membership has just ended
 */
export async function chooseMembership(
  client: Queryable,
  token: string,
  { id, isFirst }: Pick<Membership, 'id' | 'isFirst'>,
): Promise<string | null> {
  const next = randomBytes(32).toString('base64url');
  const rows = await client.query(
    `WITH chosen AS (
       UPDATE sessions s SET token = $2, membership = $3::uuid, delegation = NULL WHERE s.token = $1
         AND EXISTS (SELECT FROM account_memberships m WHERE m.membership = $4 AND m.id = s.account
           AND (m.joined_at IS NULL) = ($3::uuid IS NULL))
       RETURNING s.account
     ) UPDATE accounts a SET last_membership = $3::uuid FROM chosen c WHERE a.id = c.account RETURNING a.id`,
    [digestOfToken(token), digestOfToken(next), isFirst ? null : id, id],
  );
  return rows.length === 0 ? null : next;
}

/** An unknown token is not an error. */
export async function endSession(client: Queryable, token: string): Promise<void> {
  await client.query('DELETE FROM sessions WHERE token = $1', [digestOfToken(token)]);
}

/** Ends every session of the account except the one with this token. */
export async function endOtherSessions(client: Queryable, account: string, token: string): Promise<void> {
  await client.query('DELETE FROM sessions WHERE account = $1 AND token <> $2', [
    account,
    digestOfToken(token),
  ]);
}

/** Deletes the sessions that `findSession` no longer finds. */
export async function forgetOldSessions(client: Queryable): Promise<void> {
  await client.query('DELETE FROM sessions WHERE NOT portal_session_lives(started_at, seen_at)');
}

/** How long a browser is remembered after its last sign-in. Its cookie expires at the same time. */
export const browserLifetime = aYear;

/** Has this browser signed in to the account within a year? */
export async function isKnownDevice(client: Queryable, account: string, device: Buffer): Promise<boolean> {
  const rows = await client.query({
    name: 'known-device',
    text: `SELECT 1 FROM known_devices WHERE account = $1 AND device = $2 AND seen_at > now() - interval '${browserLifetime} milliseconds'`,
    values: [account, device],
  });
  return rows.length > 0;
}

export async function rememberDevice(client: Queryable, account: string, device: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO known_devices (account, device) VALUES ($1, $2)
     ON CONFLICT (account, device) DO UPDATE SET seen_at = now()`,
    [account, device],
  );
}

/** Deletes the browsers that `isKnownDevice` no longer finds. */
export async function forgetOldDevices(client: Queryable): Promise<void> {
  await client.query(
    `DELETE FROM known_devices WHERE seen_at < now() - interval '${browserLifetime} milliseconds'`,
  );
}
