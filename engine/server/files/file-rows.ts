/** Rows of `files`: the state of each upload, from its first byte to a replaced file. */
import type { Database, Queryable } from '../database/database.ts';
import type { MessageTarget } from '../threads/attachments.ts';
import type { FileContent } from './content.ts';

interface StoredFile {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** The date on the document (ISO date), if it was entered. */
  readonly issuedOn: string | null;
  /** `unsent`: complete, for a message that is not sent yet. */
  readonly state: 'uploading' | 'unsent' | 'filed' | 'replaced' | 'removed';
}

/** A file in an item of a checklist. */
export interface ItemFile extends StoredFile {
  /** Id of the record. */
  readonly record: string;
  readonly item: string;
}

/** A file of a message. */
export interface MessageFile extends StoredFile {
  readonly record: null;
  /** What its upload named. */
  readonly addressed: MessageTarget;
  /** Id of the thread; null: not sent, or erased. */
  readonly thread: string | null;
}

export type FileRow = ItemFile | MessageFile;

const columns = `id, record, item, addressed, thread, account, name, type, bytes, issued_on::text AS "issuedOn", state`;

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

type NewFile = Omit<ItemFile, 'state'> | Omit<MessageFile, 'state' | 'thread'>;

export async function beginFile(client: Queryable, row: NewFile): Promise<void> {
  const { id, record, account, name, type, bytes, issuedOn } = row;
  const place = row.record === null ? [null, JSON.stringify(row.addressed)] : [row.item, null];
  await client.query(
    `INSERT INTO files (id, record, account, name, type, bytes, issued_on, state, item, addressed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'uploading', $8, $9)`,
    [id, record, account, name, type, bytes, issuedOn, ...place],
  );
}

/**
 * Creates a file, unless its account has too many unfinished or unsent ones. Parallel requests count each other.
 * @returns whether it was created
 */
export async function beginUnlessTooMany(database: Database, row: NewFile, most: number): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('uploads'), hashtext($1))`, [row.account]);
    const [open] = await client.query<{ count: number }>(
      `SELECT count(*) AS count FROM files WHERE account = $1 AND state IN ('uploading', 'unsent')`,
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
  { type, sha256, bytes, at }: FileContent & { readonly at: Date },
): Promise<boolean> {
  const rows = await client.query(
    `UPDATE files SET state = CASE WHEN record IS NULL THEN 'unsent' ELSE 'filed' END,
        type = $2, sha256 = $3, bytes = $4, filed_at = $5
      WHERE id = $1 AND state = 'uploading' RETURNING id`,
    [id, type, sha256, bytes, at],
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

/** Deletes a failed upload, or a file that was not sent. @returns false if it is neither any more */
export async function forgetUpload(client: Queryable, id: string): Promise<boolean> {
  const sql = `DELETE FROM files WHERE id = $1 AND state IN ('uploading', 'unsent') RETURNING id`;
  return (await client.query(sql, [id])).length > 0;
}

/** Deletes older unfinished uploads and unsent files, and those of erased messages. @returns their ids */
export async function forgetOldUploads(client: Queryable, hours: number): Promise<string[]> {
  const rows = await client.query<{ id: string }>(
    `DELETE FROM files WHERE (state IN ('uploading', 'unsent') AND created_at < now() - make_interval(hours => $1))
        OR (addressed IS NOT NULL AND thread IS NULL AND state = 'filed') RETURNING id`,
    [hours],
  );
  return rows.map(({ id }) => id);
}
