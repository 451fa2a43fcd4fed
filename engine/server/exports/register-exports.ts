/** The routes of exports: ask for a file, follow its progress, stop it, open it by a signed link. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ExportFormat, exports, openedExports, type WireExport } from '../../contract/exports.ts';
import { exportMessages } from '../../locales/exports.ts';
import { message } from '../../locales/message.ts';
import { notFound, tooMany } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { idOfTicket, signedLink } from '../http/signed-link.ts';
import { doorOf } from '../records/change/open-door.ts';
import { type RecordDesk, recordRequestOf, requestContextOf } from '../records/rows/record-desk.ts';
import { reportOf } from '../reports/register-reports.ts';
import { choiceOf } from '../reports/report-choice.ts';
import {
  addExport,
  deleteExport,
  type ExportRow,
  type ExportSubject,
  findExport,
  mostOpenExports,
  ownExports,
} from './export-rows.ts';
import { listTable } from './list-table.ts';
import { keyOf } from './write-export.ts';

export function registerExports(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  const { database, fileStore, now } = application;
  mount(
    server,
    exports,
    {
      'POST /records/:type/exports': async ({ params: { type }, query, body }, request, reply) => {
        reply.code(202);
        return ask(desk, request, { subject: { type, query }, format: body.format });
      },
      'POST /reports/:name/exports': async ({ params: { name }, query, body }, request, reply) => {
        reply.code(202);
        return ask(desk, request, {
          subject: { report: name, choice: choiceOf(query) },
          format: body.format,
        });
      },
      'GET /exports': async (_, { visitor }, reply) => {
        reply.header('Cache-Control', 'no-store');
        return (await ownExports(database, visitor, now())).map(toWire);
      },
      'DELETE /exports/:id': async ({ params: { id } }, request, reply) => {
        const row = await ownExport(desk, request, id);
        await deleteExport(database, row.id);
        await fileStore.delete(keyOf(row.id));
        return reply.code(204).send();
      },
      'POST /exports/:id/link': async ({ params: { id } }, request, reply) => {
        const row = await ownExport(desk, request, id);
        if (row.state !== 'done') throw notFound();
        reply.header('Cache-Control', 'no-store');
        return { url: signedLink(application, 'exports', row.id) };
      },
    },
    { mayAsk: doorOf(application) },
  );
  mount(server, openedExports, {
    'GET /exports/open/:ticket': async ({ params: { ticket } }, _request, reply) => {
      const id = idOfTicket(application, 'exports', ticket);
      const row = id === null ? null : await findExport(database, id);
      if (row === null || row.state !== 'done' || row.expires_at <= now()) {
        throw notFound(message(exportMessages.linkOver));
      }
      return reply
        .headers({
          'Content-Disposition': `attachment; filename="${fileName(row)}"`,
          ...(row.bytes !== null && { 'Content-Length': row.bytes }),
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'no-store',
        })
        .type(contentTypes[row.format])
        .send(await fileStore.get(keyOf(row.id)));
    },
  });
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface AskedExport {
  readonly subject: ExportSubject;
  readonly format: ExportFormat;
}

/** @throws HttpError 404, 422 for what cannot be written, 429 for too many at a time */
async function ask(
  desk: RecordDesk,
  request: FastifyRequest,
  { subject, format }: AskedExport,
): Promise<WireExport> {
  const { account, department, unit } = request.visitor;
  if (account === null || department === null) throw notFound();
  const recordRequest = recordRequestOf(desk, request);
  const { database, now } = desk.application;
  if ('type' in subject) listTable(recordRequest, subject.type, subject.query);
  else reportOf(requestContextOf(recordRequest).portal, subject.report);
  const { language } = recordRequest;
  const row = await addExport(database, {
    account,
    department,
    unit,
    language: language ?? '',
    subject,
    format,
    now: now(),
  });
  if (row === null) throw tooMany(message(exportMessages.tooMany, { most: mostOpenExports }), 30);
  return toWire(row);
}

/** @throws HttpError 404 for an export of somebody else */
async function ownExport(
  { application: { database, now } }: RecordDesk,
  { visitor }: FastifyRequest,
  id: string,
): Promise<ExportRow> {
  const row = (await ownExports(database, visitor, now())).find((one) => one.id === id);
  if (row === undefined) throw notFound();
  return row;
}

function toWire({ id, subject, format, state, rows, total, bytes, ...times }: ExportRow): WireExport {
  const of =
    'type' in subject ? `records/${subject.type}/${subject.query.list}` : `reports/${subject.report}`;
  const { asked_at: asked, expires_at: expires } = times;
  return {
    id,
    of,
    format,
    state,
    rows,
    total,
    bytes,
    asked_at: asked.toISOString(),
    expires_at: expires.toISOString(),
  };
}

/** Names of the configuration have only letters, digits and hyphens. */
function fileName({ subject, format }: ExportRow): string {
  const name = 'type' in subject ? `${subject.type}-${subject.query.list}` : subject.report;
  return `${name.replaceAll(/[^\w-]/g, '_')}.${format}`;
}
