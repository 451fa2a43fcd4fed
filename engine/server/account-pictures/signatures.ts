/** Pictures of signatures. A document keeps the one with which it was signed, whatever its person changes later. */
import { randomBytes } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { signedLink } from '../http/signed-link.ts';
import type { Application } from '../kernel/application.ts';

/** The id of the picture with which an account signs, in SQL; null: none. @param account the column with its id */
export function signatureColumn(account: string): string {
  return `(SELECT p.id FROM signatures p WHERE p.account = ${account} AND p.is_current)`;
}

/** The address of a signature for about a minute; null: there is none. */
export function signatureLink(application: Application, id: string | null): string | null {
  return id === null ? null : signedLink(application, 'signatures', id);
}

export async function findSignature(client: Queryable, account: string): Promise<string | null> {
  const [row] = await client.query<{ id: string }>(
    'SELECT id FROM signatures WHERE account = $1 AND is_current',
    [account],
  );
  return row?.id ?? null;
}

/** The PNG; null: there is no such signature. */
export async function readSignature(client: Queryable, id: string): Promise<Buffer | null> {
  const rows = await client.query<{ content: Buffer }>('SELECT content FROM signatures WHERE id = $1', [id]);
  return rows[0]?.content ?? null;
}

/** Signs the person's next documents. @returns its id */
export async function writeSignature(client: Queryable, account: string, content: Buffer): Promise<string> {
  await removeSignature(client, account);
  const id = randomBytes(16).toString('hex');
  await client.query('INSERT INTO signatures (id, account, content) VALUES ($1, $2, $3)', [
    id,
    account,
    content,
  ]);
  return id;
}

/** A signature on issued documents stays there. @returns false if there was none */
export async function removeSignature(client: Queryable, account: string): Promise<boolean> {
  const rows = await client.query(
    `WITH unused AS (DELETE FROM signatures WHERE account = $1 AND is_current AND NOT is_used RETURNING 1),
       used AS (UPDATE signatures SET is_current = false WHERE account = $1 AND is_current AND is_used RETURNING 1)
     SELECT 1 FROM unused UNION ALL SELECT 1 FROM used`,
    [account],
  );
  return rows.length > 0;
}
