/** Keeps the files of each configuration that comes into force, so that the last one can be served again. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Queryable } from '../database/database.ts';

/** A file of a configuration, by its name below the folder. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/** A configuration that was in force. */
export interface KeptConfiguration {
  /** The newest version that it was in force as. */
  readonly number: number;
  readonly files: readonly ConfigFile[];
}

/**
 * Keeps the files that a portal was compiled from; each text once, whatever number of configurations has it.
 * @param portal its hash, which the table `portals` has already
 */
export async function keepFiles(
  client: Queryable,
  portal: string,
  files: readonly ConfigFile[],
): Promise<void> {
  const without = await client.query('SELECT FROM portals WHERE hash = $1 AND files IS NULL', [portal]);
  if (without.length === 0) return;
  const texts = new Map(files.map(({ text }) => [hash('sha256', text, 'base64url'), text]));
  const known = await client.query<{ hash: string }>(
    'SELECT hash FROM config_files WHERE hash = ANY($1::text[])',
    [[...texts.keys()]],
  );
  for (const one of known) texts.delete(one.hash);
  const bodies = await Promise.all([...texts.values()].map((text) => promisify(deflate)(text)));
  await client.query(
    `INSERT INTO config_files (hash, body) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING`,
    [[...texts.keys()], bodies],
  );
  const names = Object.fromEntries(files.map(({ name, text }) => [name, hash('sha256', text, 'base64url')]));
  await client.query('UPDATE portals SET files = $2 WHERE hash = $1', [portal, JSON.stringify(names)]);
}

/** @returns the configuration that came into force last and whose files are kept; null: there is none */
export async function readLastConfiguration(client: Queryable): Promise<KeptConfiguration | null> {
  const [last] = await client.query<{ number: number; files: Record<string, string> }>(
    `SELECT v.number, p.files FROM versions v JOIN portals p ON p.hash = v.hash
     WHERE p.files IS NOT NULL ORDER BY v.number DESC LIMIT 1`,
  );
  if (last === undefined) return null;
  const rows = await client.query<{ hash: string; body: Buffer }>(
    'SELECT hash, body FROM config_files WHERE hash = ANY($1::text[])',
    [Object.values(last.files)],
  );
  const texts = new Map(
    await Promise.all(
      rows.map(async (row) => [row.hash, (await promisify(inflate)(row.body)).toString('utf8')] as const),
    ),
  );
  const names = Object.keys(last.files).toSorted((a, b) => (a < b ? -1 : 1));
  const files = names.map((name) => ({ name, text: texts.get(last.files[name] ?? '') ?? '' }));
  return { number: last.number, files };
}
