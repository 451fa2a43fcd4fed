/** Photos of accounts. Only answers that name a person contain the signed address of their photo. */
import { randomBytes } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { signedLink } from '../http/signed-link.ts';
import type { Application } from '../kernel/application.ts';

/** The id of the photo of an account in SQL; null: none. @param account the column with the account's id */
export function photoColumn(account: string): string {
  return `(SELECT f.id FROM account_photos f WHERE f.account = ${account})`;
}

/** The address of a photo; null: there is none. */
export function photoLink(application: Application, id: string | null): string | null {
  return id === null ? null : signedLink(application, 'photos', id);
}

/** The id of the photo of this account; null: none. */
export async function findPhoto(client: Queryable, account: string): Promise<string | null> {
  const [row] = await client.query<{ id: string }>({
    name: 'photo-of-account',
    text: 'SELECT id FROM account_photos WHERE account = $1',
    values: [account],
  });
  return row?.id ?? null;
}

/** The picture; null: there is no such photo any more. */
export async function readPhoto(client: Queryable, id: string): Promise<Buffer | null> {
  const rows = await client.query<{ content: Buffer }>('SELECT content FROM account_photos WHERE id = $1', [
    id,
  ]);
  return rows[0]?.content ?? null;
}

/** Replaces the photo of an account. @returns the id of the new one */
export async function writePhoto(client: Queryable, account: string, content: Buffer): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await client.query(
    `INSERT INTO account_photos (account, id, content) VALUES ($1, $2, $3)
     ON CONFLICT (account) DO UPDATE SET id = excluded.id, content = excluded.content`,
    [account, id, content],
  );
  return id;
}

/** @returns false if there was none */
export async function removePhoto(client: Queryable, account: string): Promise<boolean> {
  const rows = await client.query('DELETE FROM account_photos WHERE account = $1 RETURNING 1', [account]);
  return rows.length > 0;
}
