/** The rights of the application's role: read and write the rows of every table, and nothing else. */
import { escapeIdentifier } from 'pg';
import type { Queryable } from './database.ts';
import { LOCK } from './migrate.ts';

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

/** The statements that change the owner of each kind of object. */
const FOREIGN_OBJECTS = `
  SELECT format('ALTER SCHEMA %I OWNER TO %I', n.nspname, $2::text) AS statement FROM pg_namespace n, pg_roles r
    WHERE n.nspname = $1 AND r.rolname = $2 AND n.nspowner <> r.oid AND n.nspname <> 'public'
  UNION ALL
  SELECT format('ALTER %s %I.%I OWNER TO %I',
      CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
      n.nspname, c.relname, $2::text)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, pg_roles r
    WHERE n.nspname = $1 AND r.rolname = $2 AND c.relowner <> r.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      -- The sequence of a column follows its table.
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $2::text)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, pg_roles r
    WHERE n.nspname = $1 AND r.rolname = $2 AND p.proowner <> r.oid
  UNION ALL
  SELECT format('ALTER TYPE %I.%I OWNER TO %I', n.nspname, t.typname, $2::text)
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace, pg_roles r
    WHERE n.nspname = $1 AND r.rolname = $2 AND t.typowner <> r.oid AND t.typtype IN ('e', 'd')`;

/**
 * Makes the role the owner of everything in the schema.
 * @throws the driver's error if the caller may not change the owner
 */
export async function giveObjects(client: Queryable, schema: string, role: string): Promise<void> {
  const rows = await client.query<{ statement: string }>(FOREIGN_OBJECTS, [schema, role]);
  for (const { statement } of rows) await client.query(statement);
}

const ENDING = '_jobs';
const LONGEST_NAME = 63;

export async function readQueueSchema(client: Queryable): Promise<string> {
  const [row] = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return queueSchemaOf(row?.schema ?? 'public');
}

/** @param schema of the portal's own tables */
export function queueSchemaOf(schema: string): string {
  return schema === 'public' ? 'jobs' : `${schema.slice(0, LONGEST_NAME - ENDING.length)}${ENDING}`;
}
