/** Records which migrations this database has run, and finds those that are to run now. */
import type { DataMigration } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Queryable } from '../../database/database.ts';
import type { Version } from '../../history/event-chain.ts';
import { newestVersion } from '../../portals/versions.ts';

/** The last run of a migration that has not been taken back. */
export interface MigrationEntry {
  readonly name: string;
  readonly records: number;
  readonly version: number;
  readonly at: Date;
}

export interface DueMigrations {
  /** Not run yet, in their order. */
  readonly pending: readonly DataMigration[];
  /** To take back, the last one first. The migration is null if the configuration that is left no longer has it. */
  readonly undone: readonly (MigrationEntry & { readonly migration: DataMigration | null })[];
  /** No configuration was in force before: there is nothing to change. */
  readonly isFirst: boolean;
}

export interface VersionChange {
  readonly portal: Portal;
  readonly before: Portal | null;
  /** The earlier version that is put in force again; null: the configuration is new. */
  readonly again: number | null;
}

/** @param client of a transaction, or outside of one for a plan */
export async function findDue(
  client: Queryable,
  { portal, before, again }: VersionChange,
): Promise<DueMigrations> {
  const rows = await client.query<MigrationEntry & { readonly direction: string }>(
    `SELECT DISTINCT ON (migration) migration AS name, direction, records, version, at
     FROM migration_runs ORDER BY migration, id DESC`,
  );
  const standing = rows.filter(({ direction }) => direction === 'forward');
  const run = new Set(standing.map(({ name }) => name));
  const wanted = new Set(portal.migrations.map(({ name }) => name));
  const order = (before?.migrations ?? []).map(({ name }) => name);
  const undone = standing
    .filter(({ name, version }) => again !== null && version > again && !wanted.has(name))
    .map((one) => ({ ...one, migration: before?.migrations.find(({ name }) => name === one.name) ?? null }))
    .toSorted((a, b) => b.version - a.version || order.indexOf(b.name) - order.indexOf(a.name));
  return {
    pending: portal.migrations.filter(({ name }) => !run.has(name)),
    undone,
    isFirst: (await newestVersion(client)) === null,
  };
}

export async function noteRun(
  client: Queryable,
  { number }: Version,
  run: Pick<MigrationEntry, 'name' | 'records'> & { readonly direction: 'forward' | 'back' },
): Promise<void> {
  await client.query(
    'INSERT INTO migration_runs (migration, direction, records, version) VALUES ($1, $2, $3, $4)',
    [run.name, run.direction, run.records, number],
  );
}
