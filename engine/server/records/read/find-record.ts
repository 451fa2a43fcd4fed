/** Finds records and accounts by the words that people know them by. For commands: nobody's rights are checked. */
import { USER } from '../../../portal/access/accounts.ts';
import type { Queryable } from '../../database/database.ts';
import type { RecordName } from './open-record.ts';

/** A record by the names that it has. */
export interface NamedRecord extends RecordName {
  readonly number: string | null;
}

/** The most records that a word may name. */
const most = 20;

/** Accounts are records too. @param word a number, an id, a slug, or `type/slug` as in an address */
export async function findRecords(client: Queryable, word: string): Promise<readonly NamedRecord[]> {
  return client.query<NamedRecord>(
    `SELECT type, slug, number FROM records
      WHERE number = $1 OR id::text = $1 OR slug = $1 OR type || '/' || slug = $1
     UNION SELECT $3, slug, NULL FROM accounts WHERE id::text = $1 OR slug = $1 OR $3 || '/' || slug = $1
     ORDER BY type, slug LIMIT $2`,
    [word, most, USER],
  );
}

/** Numbers of records that begin like this one, for a suggestion. */
export async function numbersLike(client: Queryable, word: string): Promise<readonly string[]> {
  const rows = await client.query<{ number: string }>(
    `SELECT number FROM records WHERE number IS NOT NULL AND lower(left(number, 2)) = lower(left($1, 2))
      ORDER BY updated_at DESC LIMIT 2000`,
    [word],
  );
  return rows.map(({ number }) => number);
}

/** @param word an address, a slug or an id. @returns the address of the account, or null */
export async function findUsername(client: Queryable, word: string): Promise<string | null> {
  const [row] = await client.query<{ username: string }>(
    'SELECT username FROM accounts WHERE username = lower($1) OR slug = $1 OR id::text = $1 LIMIT 1',
    [word],
  );
  return row?.username ?? null;
}

/** Addresses of accounts, for a suggestion. */
export async function usernamesLike(client: Queryable, word: string): Promise<readonly string[]> {
  const rows = await client.query<{ username: string }>(
    'SELECT username FROM accounts WHERE left(username, 1) = lower(left($1, 1)) ORDER BY username LIMIT 2000',
    [word],
  );
  return rows.map(({ username }) => username);
}
