/** A stored database of release 0.2 with rows, for tests of later migrations. */
import { readFileSync } from 'node:fs';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import type { Database, Queryable } from '../../../engine/server/database/database.ts';
import { admitRole } from '../../../engine/server/database/grants.ts';
import { migrate, type Migration } from '../../../engine/server/database/migrate.ts';
import { openEmptyDatabase, testAuditKey } from '../../../engine/server/database/testing.ts';

/** Table → its rows as JSON, in an order that foreign keys allow. */
type StoredRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const stored = JSON.parse(readFileSync(new URL('release-0.2.json', import.meta.url), 'utf8')) as StoredRows;

/** Tables whose rows no migration may remove. */
const permanent = 'accounts records events event_values documents files versions anchors audit_keys'.split(
  ' ',
);

/** @param migrations the first one is the baseline; the others are ignored */
export async function openRelease([baseline]: readonly Migration[]): Promise<Database> {
  const database = await openEmptyDatabase();
  if (baseline === undefined) throw new Error('There is no baseline.');
  await database.changeSchema((owner) => migrate(owner, [baseline]));
  await database.changeSchema((owner) => owner.transaction(insertStored));
  return database;
}

async function insertStored(client: Queryable): Promise<void> {
  for (const [table, rows] of Object.entries(stored)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await client.query(
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  // Sequences continue after the stored numbers.
  for (const [table, column] of [
    ['adoptions', 'number'],
    ['events', 'seq'],
    ['kept_rows', 'seq'],
    ['mails', 'order_number'],
  ]) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table}`,
    );
  }
}

/** Applies the migrations as a start does. */
export async function upgrade(database: Database, migrations: readonly Migration[]): Promise<void> {
  const [place] = await database.query<{ role: string }>('SELECT current_user AS role');
  await database.changeSchema(async (owner) => {
    await migrate(owner, migrations);
    await owner.transaction((client) => admitRole(client, place?.role ?? ''));
  });
}

/** Invariants after every migration: nothing was removed, and every history is complete. */
export async function faultsOf(database: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const table of permanent) {
    const rows = await database.query(`SELECT FROM ${table}`);
    const before = stored[table]?.length ?? 0;
    if (rows.length < before) faults.push(`${table} has ${rows.length} of ${before} rows`);
  }
  const { findings } = await verifyHistories(database, testAuditKey);
  return [...faults, ...findings.map(({ subject, why }) => `${subject} ${why}`)];
}
