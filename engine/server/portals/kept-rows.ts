/** Reads and writes the lookup rows that offices maintain. Each change adds a version, and the newest is valid. */
import type { KeptRow } from '../../portal/model/kept-row.ts';
import type { Queryable } from '../database/database.ts';

/** A maintained row with the author of its last change. */
export interface StoredLookupRow extends KeptRow {
  readonly version: number;
  readonly account: string;
  /** Name of the account. */
  readonly by: string | null;
  /** ISO date-time. */
  readonly at: string;
}

const reading = {
  name: 'kept-rows',
  text: `SELECT DISTINCT ON (k.lookup, k.value) k.lookup, k.value, k.version, k.columns, k.retired AS "isRetired",
      k.account, a.name AS by, k.at
    FROM kept_rows k LEFT JOIN accounts a ON a.id = k.account
    ORDER BY k.lookup, k.value, k.version DESC`,
};

/** The newest version of each row. */
export async function readKeptRows(client: Queryable): Promise<StoredLookupRow[]> {
  const rows = await client.query<Omit<StoredLookupRow, 'at'> & { readonly at: Date }>(reading);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** The number of the newest change. It grows with every change. */
export async function newestChange(client: Queryable): Promise<number> {
  const rows = await client.query<{ readonly seq: string }>({
    name: 'newest-kept-row',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM kept_rows',
  });
  return Number(rows[0]?.seq ?? 0);
}

/** Serialises all changes of rows, across all processes. */
export async function lockKeptRows(client: Queryable): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('kept_rows'))`);
}

/** Channel that notifies every process of a change. */
export const keptRowsChannel = 'kept_rows';

export async function addKeptRow(
  client: Queryable,
  { lookup, value, columns, isRetired }: KeptRow,
  {
    version,
    account,
    department,
  }: { readonly version: number; readonly account: string; readonly department: string },
): Promise<void> {
  await client.query({
    name: 'add-kept-row',
    text: `INSERT INTO kept_rows (lookup, value, version, columns, retired, account, department)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [lookup, value, version, JSON.stringify(columns), isRetired, account, department],
  });
  await client.query(`SELECT pg_notify('${keptRowsChannel}', $1)`, [lookup]);
}
