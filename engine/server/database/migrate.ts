/**
 * Migrates a database from the baseline to the newest numbered migration. Several processes may try at the same time.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from './database.ts';

export interface Migration {
  /** `0001-baseline`: the file's name without its ending. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * The database is older than the baseline or newer than this program, or the text of an applied migration has
 * changed.
 */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

// Any number that nothing else on the database uses.
export const LOCK = 7_361_520_441;

const TABLE = `CREATE TABLE migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/** Reads the folder's numbered `.sql` files in the order of their names. The first one is the baseline. */
export async function loadMigrations(
  directory = join(import.meta.dirname, 'migrations'),
): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name: name.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies the missing migrations, each file in its own transaction.
 * @throws MigrationError if the database lacks the baseline, or an applied file was changed or is unknown; the
 * driver's error if a file fails
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.transaction(async (client) => {
    await lock(client);
    // A role that may not create tables can still start a portal with all its tables.
    const [found] = await client.query<{ at: string | null }>("SELECT to_regclass('migrations')::text AS at");
    if (found?.at === null) await client.query(TABLE);
  });
  const applied = await readApplied(database);
  await requireBaseline(database, migrations, applied);
  for (const migration of missing(migrations, applied)) {
    await database.transaction(async (client) => {
      await lock(client);
      // Another process may have applied it while this one waited for the lock.
      if (missing([migration], await readApplied(client), false).length === 0) return;
      await client.query(migration.sql);
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    });
  }
}

async function lock(client: Queryable): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

async function readApplied(client: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** @throws MigrationError for a database of an earlier release */
async function requireBaseline(
  client: Queryable,
  [baseline]: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Promise<void> {
  if (baseline === undefined || applied.size === 0 || applied.has(baseline.name)) return;
  const [found] = await client.query<{ name: string }>('SELECT current_database() AS name');
  throw new MigrationError(
    `The database “${found?.name ?? ''}” is older than release 0.2, which cannot read it. Start with an empty database.`,
  );
}

function missing(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  isWhole = true,
): readonly Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].find((name) => !known.has(name));
  if (isWhole && unknown !== undefined) {
    throw new MigrationError(
      `The database was written by a newer version: it has the migration ${unknown}. Run that version.`,
    );
  }
  return migrations.filter((migration) => {
    const checksum = applied.get(migration.name);
    if (checksum === undefined || checksum === migration.checksum) return checksum === undefined;
    throw new MigrationError(
      `The migration ${migration.name} was changed after it was applied. Undo the change and write a new migration.`,
    );
  });
}
