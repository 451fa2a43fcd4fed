/** Exports: files for spreadsheets of a list or a report, written in the background. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { exportMessages } from '../locales/exports.ts';
import { mostExportedRows } from '../portal/model/record-type.ts';
import { OpenLink } from './documents.ts';
import type { Contract } from './endpoint.ts';
import { listQuery } from './records.ts';
import { reportQuery, reportQueryMessages } from './reports.ts';
import { Body, Count, List, Moment, OneOf, OrNull } from './schema.ts';

const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const ExportAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    of: Type.String({ description: '`records/type/list` or `reports/name`.' }),
    format: OneOf(exportFormats),
    state: OneOf(['waiting', 'running', 'done', 'failed', 'too-long'], {
      description: `too-long: more than ${mostExportedRows} rows.`,
    }),
    rows: Type.Integer({ minimum: 0, description: 'Rows that have been written.' }),
    total: OrNull(Count, { description: 'Rows of the whole file; null: not counted yet.' }),
    bytes: OrNull(Count, { description: 'Size of the file; null: not complete yet.' }),
    asked_at: Moment,
    expires_at: Moment,
  },
  { description: 'Its progress.' },
);
export type WireExport = Static<typeof ExportAnswer>;

const tag = 'Exports';
const format = Body({ format: OneOf(exportFormats) });
const params = { id: 'Id of the export.' };
const asking = {
  tag,
  access: 'session',
  body: format,
  answers: { 202: ExportAnswer },
  refusals: [404, 422, 429],
} as const;
const formatMessage = { format: message(exportMessages.formatExpected) };

export const exports = {
  'POST /records/:type/exports': {
    ...asking,
    id: 'record.export',
    summary: 'Ask for a file with all rows of a list. Takes the same filters as the list.',
    params: { type: 'A record type.' },
    ...listQuery,
    messages: { ...listQuery.messages, ...formatMessage },
  },
  'POST /reports/:name/exports': {
    ...asking,
    id: 'report.export',
    summary: 'Ask for a file with the numbers of a report.',
    params: { name: 'Name of the report.' },
    query: reportQuery,
    messages: {
      ...reportQueryMessages,
      ...formatMessage,
    },
  },
  'GET /exports': {
    id: 'exports',
    tag,
    summary: 'The exports that the caller asked for and that have not expired, the newest first.',
    access: 'session',
    isPrivate: true,
    answers: { 200: List(ExportAnswer, { description: 'Files and what is being written.' }) },
  },
  'DELETE /exports/:id': {
    raw: true,
    id: 'export.remove',
    tag,
    summary: 'Stop writing an export, or delete its file.',
    access: 'session',
    params,
    status: 204,
    produces: null,
    description: 'There is no such file any more.',
    refusals: [404],
  },
  'POST /exports/:id/link': {
    id: 'export.link',
    tag,
    summary: 'An address that opens the file for 60 seconds, for the caller who asked for it.',
    access: 'session',
    params,
    answers: { 200: OpenLink },
    refusals: [404],
  },
} as const satisfies Contract;

export const openedExports = {
  'GET /exports/open/:ticket': {
    raw: true,
    id: 'export.open',
    tag,
    summary: 'The file behind a signed address, as an attachment.',
    access: 'optional',
    params: { ticket: 'The last part of the address that `link` answered.' },
    status: 200,
    produces: 'application/octet-stream',
    description: 'The file.',
    refusals: [404],
  },
} as const satisfies Contract;
