/** The routes of documents: everybody may verify one, readers of the record may open and print it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documents } from '../../contract/documents.ts';
import { documentMessages } from '../../locales/documents.ts';
import { message } from '../../locales/message.ts';
import { sealPicture } from '../../portal/documents/seal-picture.ts';
import { whileConnected } from '../http/connections.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { networkOf } from '../http/network.ts';
import { idOfTicket, signedLink } from '../http/signed-link.ts';
import type { Application } from '../kernel/application.ts';
import { type RecordDesk, type RecordRequest, recordRequestOf } from '../records/rows/record-desk.ts';
import type { Caller } from '../sandbox/fair-queue.ts';
import { confine, type ConfinedRunner, defaultLimits } from '../sandbox/run-confined.ts';
import { ConfinedError, type Task } from '../sandbox/task.ts';
import {
  checkDocument,
  findDocument,
  openDocument,
  type OpenedDocument,
  sheetOf,
  type SheetPicture,
} from './open-document.ts';
import type { PrintRequest } from './pdf/print-document.ts';
import { withPictures } from './print-pictures.ts';
import { createRevocationList } from './revocation-list.ts';
import { documentKeyOf } from './statement.ts';

function keysOf(application: Application) {
  return { keys: [documentKeyOf(application).published] };
}

/** Publishes the keys at the address where verifiers look for them, and in the data directory. */
export function registerDocumentKeys(server: FastifyInstance, application: Application): void {
  server.get('/.well-known/document-keys.json', () => keysOf(application));
  server.get('/.well-known/document-revocations.json', async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send(await createRevocationList(application)),
  );
  // On this machine `verify` needs neither a server nor the database.
  server.addHook('onReady', async () => {
    const { dataDirectory } = application.settings;
    await mkdir(dataDirectory, { recursive: true });
    const text = `${JSON.stringify(keysOf(application), null, 2)}\n`;
    const path = join(dataDirectory, 'document-keys.json');
    const before = await readFile(path, 'utf8').catch(() => null);
    if (before !== text) await writeFile(path, text);
  });
}

/** Whoever checks documents keeps it for times without a connection. */
const ofEverybody = 'public, no-cache';

export function registerDocuments(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  // Separate from uploads, so that a reader of a document does not wait for other people's pictures.
  const run = confine(() => ({
    ...defaultLimits,
    children: 1,
    waiting: application.portal().uploads.waiting,
  }));
  const ask = (request: FastifyRequest): RecordRequest => recordRequestOf(desk, request);
  mount(server, documents, {
    'GET /documents/keys': async (_input, _request, reply) => {
      reply.header('Cache-Control', ofEverybody);
      return keysOf(application);
    },
    'GET /documents/revocations': async (_input, _request, reply) => {
      reply.header('Cache-Control', ofEverybody);
      return createRevocationList(application);
    },
    'GET /documents/:code': async ({ params: { code }, query }, request, reply) => {
      const found = checkDocument(portalFor(application, request), [documentKeyOf(application).published], {
        code,
        row: await findDocument(application.database, code),
        statement: query.s ?? null,
        now: application.now(),
        linkOf: placeOf(desk, request).linkOf,
      });
      if (found === null) throw notFound(message(documentMessages.unknownCode));
      reply.header('Cache-Control', 'no-store');
      return found;
    },
    'GET /documents/:code/sheet': async ({ params }, request, reply) => {
      const opened = await openDocument(ask(request), params.code);
      reply.header('Cache-Control', 'no-store');
      return sheetOf(application.portal(), opened, placeOf(desk, request));
    },
    'POST /documents/:code/link': async ({ params }, request, reply) => {
      const { row } = await openDocument(ask(request), params.code);
      reply.header('Cache-Control', 'no-store');
      return { url: signedLink(application, 'documents', row.code) };
    },
    'GET /documents/:code/pdf': async ({ params }, request, reply) => {
      const opened = await openDocument(ask(request), params.code);
      return sendPdf(reply, request, { desk, run }, opened);
    },
    'GET /documents/open/:ticket': async ({ params: { ticket } }, request, reply) => {
      const code = idOfTicket(application, 'documents', ticket);
      const row = code === null ? null : await findDocument(application.database, code);
      if (row === null) throw notFound(message(documentMessages.openLinkOver));
      return sendPdf(reply, request, { desk, run }, { row, stored: null });
    },
  });
}

async function sendPdf(
  reply: FastifyReply,
  request: FastifyRequest,
  { desk, run }: { readonly desk: RecordDesk; readonly run: ConfinedRunner },
  opened: OpenedDocument,
): Promise<FastifyReply> {
  const portal = desk.application.portal();
  const sheet = sheetOf(portal, opened, placeOf(desk, request));
  const document = {
    content: sheet.content,
    number: sheet.number,
    code: sheet.address,
    mark: sheet.verdict === 'valid' ? null : sheet.verdict,
    accent: portal.theme.primary,
    second: portal.theme.accent,
    seal: { title: portal.title, picture: sealPicture(portal, sheet.document) },
    portal: portal.title,
    maxPixels: portal.uploads.maxPixels,
  };
  const name = request.visitor.account ?? networkOf(request.ip);
  const pdf = await withPictures(desk.application, request.log, sheet.content, (pictures) =>
    whileConnected(request.raw, (signal) =>
      printPdf({ run, caller: { name, signal }, log: request.log }, { ...document, pictures }),
    ),
  );
  const fileName = `${sheet.number ?? sheet.document}.pdf`.replaceAll(/[^\w.-]/g, '_');
  return reply
    .headers({
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .type('application/pdf')
    .send(pdf);
}

function placeOf(desk: RecordDesk, request: FastifyRequest): Parameters<typeof sheetOf>[2] {
  const { application } = desk;
  const linkOf = ({ id, is }: SheetPicture): string =>
    signedLink(application, is === 'signature' ? 'signatures' : 'files', id);
  return { origin: originOf(desk, request), now: application.now(), linkOf };
}

function originOf({ application }: RecordDesk, request: FastifyRequest): string {
  return application.settings.publicUrl ?? `${request.protocol}://${request.host}`;
}

const printing: Task<PrintRequest, Uint8Array> = {
  module: new URL('./pdf/print-document.ts', import.meta.url).href,
  name: 'printDocument',
};

interface PrintTurn {
  /** The child process that prints. */
  readonly run: ConfinedRunner;
  /** The caller that waits for it. */
  readonly caller: Caller;
  readonly log: FastifyBaseLogger;
}

/**
 * If a picture exhausts the child process, the document is printed with empty frames instead of pictures.
 * @throws TooBusyError, CallerLeftError, ConfinedError
 */
async function printPdf({ run, caller, log }: PrintTurn, document: PrintRequest): Promise<Buffer> {
  try {
    return Buffer.from(await run(printing, document, caller));
  } catch (error) {
    if (!(error instanceof ConfinedError) || document.pictures.size === 0) throw error;
    log.warn({ err: error }, 'a document is printed without its pictures');
    return Buffer.from(await run(printing, { ...document, pictures: new Map() }, caller));
  }
}
