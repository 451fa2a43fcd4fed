/** The job that writes a file: all rows of one moment, as the person who asked sees them. */
import { rm, stat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { mostExportedRows } from '../../portal/model/record-type.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Transaction } from '../database/database.ts';
import { HttpError } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { isDoorOpen } from '../records/change/open-door.ts';
import {
  clientOf,
  type RecordDesk,
  type RecordRequest,
  requestContextOf,
} from '../records/rows/record-desk.ts';
import { reportOf, runReport } from '../reports/register-reports.ts';
import { workFolder } from '../storage/work-folder.ts';
import {
  changeExport,
  deleteExpired,
  deleteExport,
  type ExportRow,
  type ExportSubject,
  findExport,
} from './export-rows.ts';
import { type CountedTable, listTable } from './list-table.ts';
import { reportTable } from './report-table.ts';
import { type SheetTable, writeSpreadsheet } from './spreadsheet.ts';

/** Somebody deleted the export while it was written. */
class StoppedError extends Error {}

/**
 * Writes the file of an export that was asked for. It does nothing if nobody wants it any more.
 * @throws Error that another attempt may not meet; the last attempt marks the export as failed
 */
export async function writeExport(
  desk: RecordDesk,
  id: string,
  { isLastTry }: { readonly isLastTry: boolean },
): Promise<void> {
  const { application } = desk;
  const { database } = application;
  const row = await findExport(database, id);
  if (row === null || row.state === 'done') return;
  const visitor = await visitorOf(application, row);
  if (visitor === null) return deleteExport(database, id);
  try {
    await writeFor({ desk, visitor, language: row.language }, row);
  } catch (error) {
    if (error instanceof StoppedError) return;
    // A refusal stays one.
    const isFinal = isLastTry || error instanceof HttpError;
    if (isFinal) await changeExport(database, id, { state: 'failed' });
    if (!(error instanceof HttpError)) throw error;
  }
}

/** The person as they are now; null if they may not enter, or work elsewhere. */
async function visitorOf(
  application: Application,
  { account: id, department, unit }: ExportRow,
): Promise<Visitor | null> {
  const [account] = await application.database.query<Account>(
    `SELECT ${accountColumns} FROM account_memberships a
     WHERE a.id = $1 AND a.department = ANY($2) AND a.unit IS NOT DISTINCT FROM $3 AND NOT a.is_suspended`,
    [id, [department, ...(application.portal().departments[department]?.aliases ?? [])], unit],
  );
  const visitor = account === undefined ? null : await visitorOfAccount(application, account);
  if (visitor === null || visitor.department !== department || visitor.unit !== unit) return null;
  return isDoorOpen({ portal: application.portal(), visitor }) ? visitor : null;
}

/** Reads in one transaction, whose rows are those of its first statement. */
async function writeFor(request: RecordRequest, row: ExportRow): Promise<void> {
  const { application } = request.desk;
  const folder = workFolder(application.settings.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.${row.format}`);
  try {
    const rows = await application.database.transaction(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return writeRows(inSnapshot(request, client), row, path);
    });
    if (rows === null) return;
    await application.fileStore.put(keyOf(row.id), path);
    const { size: bytes } = await stat(path);
    const isWanted = await changeExport(application.database, row.id, { ...rows, state: 'done', bytes });
    if (!isWanted) await application.fileStore.delete(keyOf(row.id));
  } finally {
    await rm(path, { force: true });
  }
}

function inSnapshot(request: RecordRequest, client: Transaction): RecordRequest {
  const { portal } = requestContextOf(request);
  return { ...request, unitOfWork: { client, portal, forms: new Map(), changed: { records: {} } } };
}

/** @returns null if there are too many rows for a file */
async function writeRows(
  request: RecordRequest,
  { id, subject, format }: ExportRow,
  path: string,
): Promise<Pick<ExportRow, 'rows' | 'total'> | null> {
  const { database } = request.desk.application;
  const table = await tableOf(request, subject);
  const total = await table.count(mostExportedRows + 1);
  if (total > mostExportedRows) {
    await changeExport(database, id, { state: 'too-long', total });
    return null;
  }
  let rows = 0;
  const report = async (): Promise<void> => {
    if (!(await changeExport(database, id, { state: 'running', rows, total }))) throw new StoppedError();
  };
  await report();
  const watched: SheetTable = {
    ...table,
    async *pages() {
      for await (const page of table.pages()) {
        yield page;
        rows += page.length;
        await report();
      }
    },
  };
  await writeSpreadsheet(path, format, watched);
  return { rows, total };
}

/** @throws HttpError for what no longer exists */
async function tableOf(request: RecordRequest, subject: ExportSubject): Promise<CountedTable> {
  if ('type' in subject) return listTable(request, subject.type, subject.query);
  const scope = requestContextOf(request);
  const { reader } = scope;
  const asked = { report: reportOf(reader, subject.report), choice: subject.choice };
  return reportTable(reader, await runReport(clientOf(request), { ...scope, portal: reader }, asked));
}

/** The key of the file in the file store. */
export function keyOf(id: string): string {
  return `export${id.replaceAll('-', '')}`;
}

/** Deletes expired exports and their files. */
export async function forgetOldExports({ database, fileStore, now }: Application): Promise<void> {
  for (const id of await deleteExpired(database, now())) await fileStore.delete(keyOf(id));
}
