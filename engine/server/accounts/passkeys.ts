/** The passkeys of accounts in the database. */
import type { Queryable } from '../database/database.ts';
import type { StatementPart } from '../database/statements.ts';

/** How many passkeys an account can have. */
export const mostPasskeys = 20;

export interface PasskeyRow {
  readonly id: string;
  readonly account: string;
  /** Id of the credential, as base64url. */
  readonly credential: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

const columns =
  'id, account, credential, public_key, counter::float8 AS counter, transports, name, added_at, used_at';

/** The oldest first. */
export function passkeysOf(client: Queryable, account: string): Promise<PasskeyRow[]> {
  return client.query<PasskeyRow>(
    `SELECT ${columns} FROM passkeys WHERE account = $1 ORDER BY added_at, id`,
    [account],
  );
}

export async function findPasskey(client: Queryable, credential: string): Promise<PasskeyRow | null> {
  const [row] = await client.query<PasskeyRow>(`SELECT ${columns} FROM passkeys WHERE credential = $1`, [
    credential,
  ]);
  return row ?? null;
}

type NewPasskey = Pick<PasskeyRow, 'account' | 'credential' | 'counter' | 'transports' | 'name'> & {
  readonly publicKey: Uint8Array;
};

/** @returns false: there is such a passkey already */
export async function addPasskey(client: Queryable, passkey: NewPasskey): Promise<boolean> {
  const { account, credential, publicKey, counter, transports, name } = passkey;
  const [added] = await client.query(
    `INSERT INTO passkeys (account, credential, public_key, counter, transports, name) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (credential) DO NOTHING RETURNING id`,
    [account, credential, Buffer.from(publicKey), counter, transports, name],
  );
  return added !== undefined;
}

/** After a sign-in. @param counter as the authenticator counts */
export async function notePasskeyUse(client: Queryable, id: string, counter: number): Promise<void> {
  await client.query('UPDATE passkeys SET counter = greatest(counter, $2), used_at = now() WHERE id = $1', [
    id,
    counter,
  ]);
}

export async function renamePasskey(client: Queryable, id: string, name: string): Promise<void> {
  await client.query('UPDATE passkeys SET name = $2 WHERE id = $1', [id, name]);
}

export async function deletePasskey(client: Queryable, id: string): Promise<void> {
  await client.query('DELETE FROM passkeys WHERE id = $1', [id]);
}

/** The statement that removes every passkey of an account. */
export function passkeyRemoval(account: string): StatementPart {
  return { name: 'passkeys', text: 'DELETE FROM passkeys WHERE account = $1', values: [account] };
}
