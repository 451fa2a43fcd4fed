/** Gives the tables, functions and types of a schema to one role. */
import type { Queryable } from './database.ts';

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
