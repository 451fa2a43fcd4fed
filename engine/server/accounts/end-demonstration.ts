/** Marks databases as demonstrations, and turns one into a portal for production. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Database, Queryable } from '../database/database.ts';
import { StartError } from '../process/start-error.ts';
import { hashPassword } from './password.ts';

/** In DATA_DIR. Generated once for each folder, so that a restart has the same password. */
export const PASSWORD_FILE = 'demonstration-password';

/** Records that all existing accounts belong to a demonstration. */
export async function markDemonstration(client: Queryable): Promise<void> {
  await client.query('INSERT INTO demonstration (account, password) SELECT id, password FROM accounts');
}

/**
 * Invented data and accounts with a known password must not be served in production.
 * @throws StartError for a database that was created as a demonstration
 */
export async function refuseDemonstration(client: Queryable): Promise<void> {
  const [row] = await client.query<{ accounts: number }>('SELECT count(*) AS accounts FROM demonstration');
  if (!row || row.accounts === 0) return;
  throw new StartError(
    `This database is a demonstration, with ${countOfNoun(row.accounts, 'demonstration account', 'demonstration accounts')}. ` +
      'Start production with an empty DATA_DIR or database; or close these accounts and keep the rest: npx munisipyo demo --end',
  );
}

export interface EndedDemonstration {
  /** Accounts that were closed. */
  readonly closed: number;
  /** Demonstration accounts whose owner has chosen another password. They stay open. */
  readonly kept: readonly string[];
  readonly records: number;
}

/**
 * Closes the demonstration accounts and ends their sessions. Their records stay.
 * @returns null if the database is not a demonstration
 */
export async function endDemonstration(
  database: Database,
  dataDirectory: string,
): Promise<EndedDemonstration | null> {
  const unknown = await hashPassword(randomUUID());
  const ended = await database.transaction((client) => end(client, unknown));
  if (ended !== null) await rm(join(dataDirectory, PASSWORD_FILE), { force: true });
  return ended;
}

async function end(client: Queryable, unknown: string): Promise<EndedDemonstration | null> {
  const accounts = await client.query<{ account: string | null; password: string }>(
    'DELETE FROM demonstration RETURNING account, password',
  );
  if (accounts.length === 0) return null;
  const ids = accounts.map(({ account }) => account);
  // A closed account that is reopened must not have the old password.
  const closed = await client.query<{ id: string }>(
    `UPDATE accounts SET is_suspended = true, password = $3, updated_at = now()
      WHERE id = ANY($1) AND password = ANY($2) RETURNING id`,
    [ids, [...new Set(accounts.map(({ password }) => password))], unknown],
  );
  const closedIds = closed.map(({ id }) => id);
  await client.query('DELETE FROM sessions WHERE account = ANY($1)', [closedIds]);
  const kept = await client.query<{ username: string }>(
    'SELECT username FROM accounts WHERE id = ANY($1) AND NOT id = ANY($2) ORDER BY username',
    [ids, closedIds],
  );
  const [row] = await client.query<{ records: number }>('SELECT count(*) AS records FROM records');
  return {
    closed: closed.length,
    kept: kept.map(({ username }) => username),
    records: row?.records ?? 0,
  };
}
