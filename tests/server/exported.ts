/** Exports in tests: the text of a list at once, or a whole file as a person downloads it. */
import { randomUUID } from 'node:crypto';
import type { ExportFormat, WireExport } from '../../engine/contract/exports.ts';
import type { Visitor } from '../../engine/portal/model/department.ts';
import { createHandlers } from '../../engine/server/bootstrap/handlers.ts';
import { listTable } from '../../engine/server/exports/list-table.ts';
import { csvParts } from '../../engine/server/exports/spreadsheet.ts';
import type { Application } from '../../engine/server/kernel/application.ts';
import type { RecordDesk } from '../../engine/server/records/rows/record-desk.ts';

/** The CSV text of a list as this visitor sees it. */
export async function csvOf(
  desk: RecordDesk,
  visitor: Visitor,
  address: { readonly type: string } & Readonly<Record<string, string>>,
): Promise<string> {
  const { type, ...query } = address;
  const parts: string[] = [];
  const table = listTable({ desk, visitor, requestId: randomUUID() }, type, query);
  for await (const part of csvParts(table)) parts.push(part);
  return parts.join('').replace('\uFEFF', '');
}

/** The part of a caller that asks for files. */
export interface ExportCaller {
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Response>;
}

/** Asks for a file, writes it as the queue would, and downloads it. */
export async function exportedFile(
  application: Application,
  caller: ExportCaller,
  { path, format }: { readonly path: string; readonly format: ExportFormat },
): Promise<Buffer> {
  const { id } = (await (await caller.send('POST', path, { format })).json()) as WireExport;
  await runExport(application, id);
  const { url } = (await (await caller.send('POST', `exports/${id}/link`)).json()) as { url: string };
  const file = await caller.send('GET', url.replace(/^.*\/api\/v1\//, ''));
  if (!file.ok) throw new Error(`${file.status} instead of the file`);
  return Buffer.from(await file.arrayBuffer());
}

/** What the queue does. @throws whatever the job throws */
export async function runExport(application: Application, id: string): Promise<void> {
  const { handlers, close } = createHandlers(application, (error) => {
    throw error;
  });
  await handlers.export({ id, data: { id }, isLastTry: true }).finally(close);
}
