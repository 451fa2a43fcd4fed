/** The rights of the application's role: read and write the rows of every table, and nothing else. */
import { escapeIdentifier } from 'pg';
import type { Queryable } from './database.ts';
import { LOCK } from './migrate.ts';
import { giveObjects } from './ownership.ts';
import { queueSchemaOf } from './queue-schema.ts';

/**
 * Grants the role all current and future tables of the owner's schema, and a separate schema for the queue.
 * @param owner a transaction of the role that owns the tables
 */
export async function admitRole(owner: Queryable, role: string): Promise<void> {
  await owner.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const [place] = await owner.query<{ schema: string; name: string }>(
    'SELECT current_schema() AS schema, current_user AS name',
  );
  if (place === undefined) return;
  if (place.name !== role && !(await isAdmitted(owner, role))) await grantRows(owner, place.schema, role);
  await admitToQueue(owner, queueSchemaOf(place.schema), role);
}

async function grantRows(owner: Queryable, schema: string, role: string): Promise<void> {
  const [place, name] = [escapeIdentifier(schema), escapeIdentifier(role)];
  const rows = 'SELECT, INSERT, UPDATE, DELETE';
  const later = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${place} GRANT`;
  for (const statement of [
    `GRANT USAGE ON SCHEMA ${place} TO ${name}`,
    `GRANT ${rows} ON ALL TABLES IN SCHEMA ${place} TO ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${place} TO ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${place}.migrations FROM ${name}`,
    `${later} ${rows} ON TABLES TO ${name}`,
    `${later} USAGE, SELECT ON SEQUENCES TO ${name}`,
  ]) {
    await owner.query(statement);
  }
}

/** All tables except the list of migrations, which only the owner writes. */
async function isAdmitted(owner: Queryable, role: string): Promise<boolean> {
  const [row] = await owner.query<{ admitted: boolean }>(
    `SELECT coalesce(bool_and(has_table_privilege($1, oid, 'SELECT')
        AND (relname = 'migrations' OR has_table_privilege($1, oid, 'INSERT'))), false)
      AND has_schema_privilege($1, current_schema(), 'USAGE') AS admitted
     FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`,
    [role],
  );
  return row?.admitted === true;
}

/** The queue's library creates and changes its own tables, so they belong to the application's role. */
async function admitToQueue(owner: Queryable, schema: string, role: string): Promise<void> {
  const name = escapeIdentifier(schema);
  const [found] = await owner.query<{ admitted: boolean }>(
    `SELECT has_schema_privilege($2, oid, 'CREATE') AS admitted FROM pg_namespace WHERE nspname = $1`,
    [schema, role],
  );
  if (found?.admitted === true) return;
  if (found === undefined) await owner.query(`CREATE SCHEMA ${name}`);
  await owner.query(`GRANT USAGE, CREATE ON SCHEMA ${name} TO ${escapeIdentifier(role)}`);
  if (found !== undefined) await giveObjects(owner, schema, role);
}
