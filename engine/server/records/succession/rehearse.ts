/** Tries on a copy of the records what a configuration would change. Other requests do not wait for it. */
import type { KeyObject } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Portal } from '../../../portal/model/portal.ts';
import { withWayBack } from '../../../portal/succession/way-back.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type AdoptionResult, adoptRecords, findObstacles } from './adopt-portal.ts';
import { findDue } from './migration-runs.ts';

export interface RehearsedChange {
  readonly portal: Portal;
  readonly before: Portal;
  /** The earlier version that is put in force again; null: the configuration is new. */
  readonly again: number | null;
  readonly key: KeyObject;
}

/** Copies records only if a migration is due. @returns the obstacles, and what the migrations do */
export async function rehearse(database: Database, change: RehearsedChange): Promise<AdoptionResult> {
  const { portal, before } = change;
  const { pending, undone } = await findDue(database, change);
  if (pending.length + undone.length > 0) return tryAdoption(database, change);
  const obstacles = await findObstacles(database, { portal: withWayBack(before, portal), before });
  return { obstacles, migrations: [] };
}

class RehearsalEnd extends Error {
  readonly result: AdoptionResult;

  constructor(result: AdoptionResult) {
    super('The rehearsal is over.');
    this.result = result;
  }
}

async function tryAdoption(
  database: Database,
  { key, ...adoption }: RehearsedChange,
): Promise<AdoptionResult> {
  // A connection of its own: statements that others have prepared on theirs still mean the tables and not the copies.
  const apart = database.beside(1);
  try {
    return await apart.transaction<never>(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await copyTables(client);
      throw new RehearsalEnd(await adoptRecords(client, adoption, async () => ({ key, configuration })));
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.result;
    throw error;
  } finally {
    await apart.end();
  }
}

/** Nobody reads the events that a rehearsal writes. */
const configuration = { number: 0, hash: '', at: new Date(0).toISOString() };

/** The tables that `adoptRecords` writes, with the rows that it reads of them; null: none. */
const copiedTables: Readonly<Record<string, string | null>> = {
  records: 'true',
  forms: 'true',
  successions: 'true',
  migration_runs: 'true',
  // What is taken back is found by it.
  events: `what = 'migrated'`,
  event_values: null,
  files: null,
  report_places: null,
};

/** PostgreSQL finds temporary tables before others of the same name, and drops these with the transaction. */
async function copyTables(client: Queryable): Promise<void> {
  const [place] = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  const schema = escapeIdentifier(place?.schema ?? '');
  for (const [table, rows] of Object.entries(copiedTables)) {
    await client.query(`CREATE TEMP TABLE ${table} (LIKE ${schema}.${table} INCLUDING ALL) ON COMMIT DROP`);
    if (rows === null) continue;
    // Rows that are numbered get new numbers in the same order, so that later ones come after them.
    await client.query(
      `INSERT INTO ${table} OVERRIDING USER VALUE SELECT * FROM ${schema}.${table} WHERE ${rows} ORDER BY 1`,
    );
    await client.query(`ANALYZE ${table}`);
  }
}
