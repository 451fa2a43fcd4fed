/** The key that seals histories: a file of 64 hexadecimal digits, stored outside the database. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/database.ts';
import { makeDataDirectory } from '../process/data-directory.ts';
import { StartError } from '../process/start-error.ts';

export interface KeySettings {
  readonly dataDirectory: string;
  /** Absolute. The file of the key that seals histories, or null: `audit.key` in the data directory. */
  readonly auditKeyFile: string | null;
}

/** The path of the key. */
export function auditKeyPath({ auditKeyFile, dataDirectory }: KeySettings): string {
  return auditKeyFile ?? join(dataDirectory, 'audit.key');
}

/** @returns null if there is no such file @throws StartError if it contains no key or cannot be read */
export async function readAuditKey(settings: KeySettings): Promise<KeyObject | null> {
  const path = auditKeyPath(settings);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`The audit key cannot be read: ${error.message}`);
  });
  if (text === null) return null;
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) {
    throw new StartError(`${path} holds no audit key. A key is 64 hexadecimal digits: openssl rand -hex 32`);
  }
  return createSecretKey(Buffer.from(text.trim(), 'hex'));
}

/**
 * Reads the key, or creates it in DATA_DIR if these histories have none.
 * @throws StartError if the key is missing, or these histories are sealed with another
 */
export async function openAuditKey(settings: KeySettings, database: Queryable): Promise<KeyObject> {
  const path = auditKeyPath(settings);
  const known = await currentFingerprint(database);
  const key = (await readAuditKey(settings)) ?? (known === null ? await makeKey(settings) : null);
  if (key === null) {
    throw new StartError(
      `The audit key of this database is missing from ${path}. Put it back from a backup, or copy it from another server.`,
    );
  }
  if (known !== null && known !== fingerprintOf(key)) {
    throw new StartError(
      `${path} is not the audit key of this database. Servers that share a database share the key: copy it, or name its file in AUDIT_KEY_FILE.`,
    );
  }
  return key;
}

/** Identifies keys without revealing them. */
export function fingerprintOf(key: KeyObject): string {
  return createHmac('sha256', key).update('fingerprint').digest('hex').slice(0, 16);
}

/** The current key of the histories; null: none yet. */
export async function currentFingerprint(client: Queryable): Promise<string | null> {
  const [row] = await client.query<{ fingerprint: string }>(
    'SELECT fingerprint FROM audit_keys ORDER BY number DESC LIMIT 1',
  );
  return row?.fingerprint ?? null;
}

/** @throws StartError if the histories are sealed with another key */
export async function requireAuditKey(client: Queryable, key: KeyObject): Promise<void> {
  if ((await currentFingerprint(client)) !== fingerprintOf(key))
    throw new StartError('This is not the audit key of this database.');
}

/** Among several processes one creates the file, and all read the same key. */
async function makeKey(settings: KeySettings): Promise<KeyObject | null> {
  if (settings.auditKeyFile !== null) return null;
  const path = auditKeyPath(settings);
  await makeDataDirectory(settings.dataDirectory);
  const own = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw new StartError(`The audit key cannot be made: ${(error as Error).message}`);
  } finally {
    await rm(own, { force: true });
  }
  return readAuditKey(settings);
}
