/** Rows of `exports`: who asked for which file, how far it is, and until when it is kept. */
import { randomUUID } from 'node:crypto';
import type { ExportFormat, WireExport } from '../../contract/exports.ts';
import type { RecordListInput } from '../../contract/records.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { aDay } from '../../portal/time/lengths.ts';
import type { Database, Queryable } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { jobsPart } from '../jobs/jobs-part.ts';
import type { ReportChoice } from '../reports/report-choice.ts';

/** What is written. */
export type ExportSubject =
  | { readonly type: string; readonly query: RecordListInput }
  | { readonly report: string; readonly choice: ReportChoice };

export interface ExportRow extends Pick<WireExport, 'id' | 'format' | 'state' | 'rows' | 'total' | 'bytes'> {
  readonly account: string;
  readonly department: string;
  readonly unit: string | null;
  readonly language: string;
  readonly subject: ExportSubject;
  readonly asked_at: Date;
  readonly expires_at: Date;
}

export interface NewExport extends Pick<
  ExportRow,
  'account' | 'department' | 'unit' | 'language' | 'subject'
> {
  readonly format: ExportFormat;
  readonly now: Date;
}

const columns =
  'id, account, department, unit, language, subject, format, state, rows, total, bytes, asked_at, expires_at';
const isOpen = `state IN ('waiting', 'running')`;
const isOf = 'account = $1 AND department = $2 AND unit IS NOT DISTINCT FROM $3 AND expires_at > $4';

/** Unfinished exports of one account. */
export const mostOpenExports = 3;

/**
 * Stores the export and lets the queue write it. The same file is written only once at a time.
 * @returns null if the account has too many unfinished exports
 */
export async function addExport(database: Database, asked: NewExport): Promise<ExportRow | null> {
  return database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('exports'), hashtext($1))`, [asked.account]);
    const open = await client.query<ExportRow>(
      `SELECT ${columns} FROM exports WHERE ${isOf} AND ${isOpen}`,
      ownerValues(asked, asked.now),
    );
    const subject = JSON.stringify(asked.subject);
    const same = open.find((one) => one.format === asked.format && JSON.stringify(one.subject) === subject);
    if (same !== undefined) return same;
    if (open.length >= mostOpenExports) return null;
    const { account, department, unit, language, format, now } = asked;
    const expires = new Date(now.getTime() + aDay);
    const [row] = await client.query<ExportRow>(
      `INSERT INTO exports (id, account, department, unit, language, subject, format, asked_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
      [randomUUID(), account, department, unit, language, subject, format, now, expires],
    );
    if (row !== undefined) await runParts(client, jobsPart([{ name: 'export', data: { id: row.id } }]));
    return row ?? null;
  });
}

function ownerValues(owner: Pick<ExportRow, 'account' | 'department' | 'unit'>, now: Date): unknown[] {
  return [owner.account, owner.department, owner.unit, now];
}

/** Exports that this visitor asked for in their present office, the newest first. */
export async function ownExports(client: Queryable, visitor: Visitor, now: Date): Promise<ExportRow[]> {
  const { account, department, unit } = visitor;
  if (account === null || department === null) return [];
  return client.query<ExportRow>(
    `SELECT ${columns} FROM exports WHERE ${isOf} ORDER BY asked_at DESC, id LIMIT 100`,
    ownerValues({ account, department, unit }, now),
  );
}

export async function findExport(client: Queryable, id: string): Promise<ExportRow | null> {
  const [row] = await client.query<ExportRow>(`SELECT ${columns} FROM exports WHERE id = $1::uuid`, [id]);
  return row ?? null;
}

/** @returns false if somebody has deleted the export */
export async function changeExport(
  client: Queryable,
  id: string,
  { state, rows = 0, total = null, bytes = null }: Pick<ExportRow, 'state'> & Partial<ExportRow>,
): Promise<boolean> {
  const changed = await client.query(
    `UPDATE exports SET state = $2, rows = $3, total = $4, bytes = $5 WHERE id = $1 RETURNING id`,
    [id, state, rows, total, bytes],
  );
  return changed.length > 0;
}

export async function deleteExport(client: Queryable, id: string): Promise<void> {
  await client.query('DELETE FROM exports WHERE id = $1', [id]);
}

/** @returns the ids of the exports that it deletes */
export async function deleteExpired(client: Queryable, now: Date): Promise<string[]> {
  const rows = await client.query<{ id: string }>('DELETE FROM exports WHERE expires_at <= $1 RETURNING id', [
    now,
  ]);
  return rows.map(({ id }) => id);
}
