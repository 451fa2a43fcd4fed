/** Rows of `files`: the state of each upload, from its first byte to a replaced file. */
import type { Database, Queryable } from '../database/database.ts';

export interface FileRow {
  readonly id: string;
  /** Id of the record. */
  readonly record: string;
  readonly item: string;
  readonly account: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** The date on the document (ISO date), if it was entered. */
  readonly issuedOn: string | null;
  readonly state: 'uploading' | 'filed' | 'replaced' | 'removed';
}

const columns = `id, record, item, account, name, type, bytes, issued_on::text AS "issuedOn", state`;

export async function findFile(client: Queryable, id: string): Promise<FileRow | null> {
  if (!isFileId(id)) return null;
  const rows = await client.query<FileRow>({
    name: 'find-file',
    text: `SELECT ${columns} FROM files WHERE id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Any other text is not a file id, so it never becomes part of a path. */
function isFileId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export async function beginFile(client: Queryable, row: Omit<FileRow, 'state'>): Promise<void> {
  await client.query(
    `INSERT INTO files (id, record, item, account, name, type, bytes, issued_on, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'uploading')`,
    [row.id, row.record, row.item, row.account, row.name, row.type, row.bytes, row.issuedOn],
  );
}

/**
 * Creates a file, unless its account has too many unfinished ones. Parallel requests count each other.
 * @returns whether it was created
 */
export async function beginUnlessTooMany(
  database: Database,
  row: Omit<FileRow, 'state'>,
  most: number,
): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('uploads'), hashtext($1))`, [row.account]);
    const [open] = await client.query<{ count: number }>(
      `SELECT count(*) AS count FROM files WHERE account = $1 AND state = 'uploading'`,
      [row.account],
    );
    if (Number(open?.count ?? 0) >= most) return false;
    await beginFile(client, row);
    return true;
  });
}

/** @returns false if it was not an upload any more: another request has ended it */
export async function endUpload(
  client: Queryable,
  id: string,
  { type, sha256, bytes }: { readonly type: string; readonly sha256: Buffer; readonly bytes: number },
): Promise<boolean> {
  const rows = await client.query(
    `UPDATE files SET state = 'filed', type = $2, sha256 = $3, bytes = $4, filed_at = now()
      WHERE id = $1 AND state = 'uploading' RETURNING id`,
    [id, type, sha256, bytes],
  );
  return rows.length > 0;
}

export async function setFileState(
  client: Queryable,
  ids: readonly string[],
  state: FileRow['state'],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query('UPDATE files SET state = $2 WHERE id = ANY($1::text[])', [ids, state]);
}

/** Deletes a failed upload. @returns false if it was not an upload any more */
export async function forgetUpload(client: Queryable, id: string): Promise<boolean> {
  const sql = `DELETE FROM files WHERE id = $1 AND state = 'uploading' RETURNING id`;
  return (await client.query(sql, [id])).length > 0;
}

/** Deletes unfinished uploads older than this, and returns their ids. */
export async function forgetOldUploads(client: Queryable, hours: number): Promise<string[]> {
  const rows = await client.query<{ id: string }>(
    `DELETE FROM files WHERE state = 'uploading' AND created_at < now() - make_interval(hours => $1) RETURNING id`,
    [hours],
  );
  return rows.map(({ id }) => id);
}
