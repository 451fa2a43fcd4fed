/** Keys for signing and sealing, derived from one random root key in the database. */
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Queryable } from './database.ts';

/** Reads or creates the root key. Returns a function from a purpose to its key of 32 bytes. */
export async function loadSecrets(database: Queryable): Promise<(purpose: string) => KeyObject> {
  await database.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    'root',
    randomBytes(32),
  ]);
  const secret = await readSecrets(database);
  if (secret === null) throw new Error('The root key vanished while it was read.');
  return secret;
}

/** Like `loadSecrets`, but null if there is no root key yet. */
export async function readSecrets(database: Queryable): Promise<((purpose: string) => KeyObject) | null> {
  const [row] = await database.query<{ value: Buffer }>('SELECT value FROM secrets WHERE name = $1', [
    'root',
  ]);
  if (!row) return null;
  const keys = new Map<string, KeyObject>();
  return (purpose) => {
    const key =
      keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', row.value, '', purpose, 32)));
    keys.set(purpose, key);
    return key;
  };
}
