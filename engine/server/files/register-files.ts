/** The routes of files: sent in chunks by the tus protocol, removed, opened by a signed link. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { files, openedFiles, uploadOptions, uploads as uploadEndpoints } from '../../contract/files.ts';
import { mount } from '../http/mount.ts';
import { sayFault, sayProblem } from '../http/error-handler.ts';
import { type HttpError, impossible, notFound } from '../http/errors.ts';
import { acceptUpload } from '../http/connections.ts';
import { UPLOAD_TYPE } from '../http/bodies.ts';
import { idOfTicket, signedLink } from '../http/signed-link.ts';
import { portalFor } from '../http/language.ts';
import { doorOf } from '../records/change/open-door.ts';
import { answerOnce } from '../records/store/idempotency.ts';
import { type RecordDesk, type RecordRequest, recordRequestOf } from '../records/rows/record-desk.ts';
import { findItem, isOpenable, requireReader } from './file-access.ts';
import { beginUpload, createUploads, removeFile, resumeUpload, takeMore, type Uploads } from './uploads.ts';
import { findFile, forgetOldUploads, forgetUpload, type FileRow } from './file-rows.ts';
import { datePaper, takeBack } from './item-files.ts';
import { offersFor } from './offered-files.ts';
import { reuseFile } from './reuse-file.ts';
import { expiryHours, outsideProtocol } from './upload-store.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';
import { requestMessages } from '../../locales/requests.ts';
import { anHour } from '../../portal/time/lengths.ts';

export function registerFiles(server: FastifyInstance, desk: RecordDesk): void {
  const uploads = createUploads(desk);
  server.register(async (scope) => {
    // The chunks of a file bypass the parsers and go to the disk. No other call accepts a body of this type.
    scope.addContentTypeParser(UPLOAD_TYPE, (_request, _payload, done) => done(null));
    registerUploading(scope, desk, uploads);
  });
  registerOpening(server, desk, uploads);
  const tidy = setInterval(() => {
    void forgetOldUploads(desk.application.database, expiryHours)
      .then((ids) => Promise.all(ids.map((id) => removeFile(uploads, id))))
      .then(() => uploads.received.sweep())
      .then(() => desk.application.fileStore.sweep?.())
      .catch((error: unknown) => server.log.warn({ err: error }, 'old uploads were not tidied away'));
  }, anHour);
  tidy.unref();
  server.addHook('onClose', async () => clearInterval(tidy));
}

function registerUploading(server: FastifyInstance, desk: RecordDesk, uploads: Uploads): void {
  mount(server, uploadOptions, {
    'OPTIONS /files': async (_input, request, reply) => pass(request, reply, uploads),
  });
  mount(
    server,
    uploadEndpoints,
    {
      'HEAD /files/:id': async ({ params: { id } }, request, reply) => {
        const file = await resumeUpload(uploads, recordRequestOf(desk, request), id, request.raw);
        return file.state === 'uploading' ? pass(request, reply, uploads) : answerWhole(reply, file);
      },
      'POST /files': async (_input, request, reply) => {
        const recordRequest = recordRequestOf(desk, request);
        requireProtocol(request);
        await beginUpload(uploads, recordRequest, request);
        acceptUpload(request);
        return pass(request, reply, uploads);
      },
      'PATCH /files/:id': async ({ params: { id } }, request, reply) => {
        const recordRequest = recordRequestOf(desk, request);
        const file = await resumeUpload(uploads, recordRequest, id, request.raw);
        if (file.state !== 'uploading') throw alreadyFiled();
        await takeMore(uploads, recordRequest, file, request.raw);
        acceptUpload(request);
        return pass(request, reply, uploads);
      },
    },
    { mayAsk: doorOf(desk.application), takesUploads: true },
  );
}

/** The filed bytes may differ from the sent ones, because pictures are re-encoded. */
function answerWhole(reply: FastifyReply, { bytes }: FileRow): FastifyReply {
  const length = String(bytes);
  return reply
    .headers({ 'Tus-Resumable': '1.0.0', 'Upload-Offset': length, 'Upload-Length': length })
    .header('Cache-Control', 'no-store')
    .send();
}

/** A client that missed the answer uses HEAD to learn the offset. */
function alreadyFiled(): HttpError {
  return impossible('upload', message(requestMessages.uploadComplete));
}

/** Checked before an upload is stored, because one of another protocol would never begin. @throws HttpError 412 */
function requireProtocol({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] === '1.0.0') return;
  throw outsideProtocol(412);
}

function registerOpening(server: FastifyInstance, desk: RecordDesk, uploads: Uploads): void {
  const { application } = desk;
  mount(
    server,
    files,
    {
      'DELETE /files/:id': async ({ params: { id } }, request, reply) => {
        const recordRequest = recordRequestOf(desk, request);
        const file = await ownFile(desk, recordRequest, id);
        if (file.state === 'replaced' || file.state === 'removed') throw notFound();
        const isUnseen = file.state !== 'filed' || (await takeBack(recordRequest, file));
        if (file.state !== 'filed') await forgetUpload(application.database, file.id);
        if (isUnseen) await removeFile(uploads, file.id);
        return reply.header('Tus-Resumable', '1.0.0').send();
      },
      'GET /files/offered': async ({ query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return offersFor(recordRequestOf(desk, request), query.record);
      },
      'POST /files/:id/reuse': async ({ params: { id }, body }, request, reply) =>
        answerOnce(application, { request, reply }, (idempotencyKey) =>
          reuseFile(recordRequestOf(desk, request), { id, body, idempotencyKey }),
        ),
      'PUT /records/:type/:slug/items/:item/date': async ({ params, body }, request, reply) =>
        answerOnce(application, { request, reply }, async (idempotencyKey) => {
          const recordRequest = recordRequestOf(desk, request);
          const { type, slug, item } = params;
          const { stored } = await findItem(recordRequest, { record: `${type}/${slug}`, item });
          const place = { record: stored.context.record.id, item };
          return datePaper(recordRequest, { place, issuedOn: body.issued_on }, idempotencyKey);
        }),
      'GET /files/:id/content': async ({ params: { id } }, request, reply) => {
        const file = await findReadable(desk, request, id);
        return sendFile(reply, file, await application.fileStore.get(file.id));
      },
      'POST /files/:id/link': async ({ params: { id } }, request, reply) => {
        const file = await findReadable(desk, request, id);
        reply.header('Cache-Control', 'no-store');
        return { url: signedLink(application, 'files', file.id) };
      },
    },
    { mayAsk: doorOf(application) },
  );
  mount(server, openedFiles, {
    'GET /files/open/:ticket': async ({ params: { ticket } }, _request, reply) => {
      const id = idOfTicket(application, 'files', ticket);
      const file = id === null ? null : await findFile(application.database, id);
      if (file === null || !isOpenable(file)) {
        throw notFound(message(fileMessages.openLinkOver));
      }
      return sendFile(reply, file, await application.fileStore.get(file.id));
    },
  });
}

/** @throws HttpError 404: there is no such file, or the caller may not read it */
async function findReadable(desk: RecordDesk, request: FastifyRequest, id: string): Promise<FileRow> {
  const file = await findFile(desk.application.database, id);
  if (file === null || !isOpenable(file)) throw notFound();
  await requireReader(recordRequestOf(desk, request), file);
  return file;
}

/** An uploaded file must never execute, whatever type the browser assumes. */
function sendFile(reply: FastifyReply, file: FileRow, content: Readable): FastifyReply {
  const plain = file.name.replaceAll(/[^\w. -]/g, '_');
  const name = encodeURIComponent(file.name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return reply
    .headers({
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${name}`,
      'Content-Length': file.bytes,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .type(file.type)
    .send(content);
}

/** tus answers on the raw response and bypasses all hooks, so the headers that they have set are copied. */
async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { received, desk: { application } }: Uploads,
): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.setHeader('Cache-Control', 'no-store');
  const reader = portalFor(application, request);
  await received.answer(request.raw, reply.raw, {
    sayProblem: (problem) => sayProblem(reader, request, problem),
    sayFault: (error) => sayFault(error, request),
  });
  return reply;
}

/** A file that this visitor sent, or in an item that they may change. @throws HttpError 404 */
async function ownFile(desk: RecordDesk, recordRequest: RecordRequest, id: string): Promise<FileRow> {
  const file = await findFile(desk.application.database, id);
  if (file === null) throw notFound();
  const isUnsent = file.state === 'uploading' || file.state === 'unsent';
  if (isUnsent && file.account !== recordRequest.visitor.account) throw notFound();
  return file;
}
