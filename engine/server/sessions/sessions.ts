/** Sessions: a random token that only the caller has, stored as a hash, with expiry and revocation. */
import { hash, randomBytes } from 'node:crypto';
import { accountColumns, type Account } from '../accounts/accounts.ts';
import type { Queryable } from '../database/database.ts';

/** @returns the token, which is not stored anywhere */
export async function startSession(client: Queryable, account: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query('INSERT INTO sessions (token, account) VALUES ($1, $2)', [
    digestOfToken(token),
    account,
  ]);
  return token;
}

/** The account of a token, or null: unknown, expired, ended or suspended. */
export async function findSession(client: Queryable, token: string): Promise<Account | null> {
  const [row] = await client.query<Account & { stale: boolean }>({
    name: 'find-session',
    text: `SELECT ${accountColumns}, s.stale FROM portal_session($1) s CROSS JOIN LATERAL (SELECT (s.account).*) a`,
    values: [digestOfToken(token)],
  });
  if (row?.stale) await keepSession(client, token);
  return row ?? null;
}

/** Records that the session is in use. */
export async function keepSession(client: Queryable, token: string): Promise<void> {
  await client.query('UPDATE sessions SET seen_at = now() WHERE token = $1', [digestOfToken(token)]);
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

/** The stored form of a token. */
export function digestOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
