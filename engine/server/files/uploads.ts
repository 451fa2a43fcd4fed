/**
 * An upload from its creation to a filed file: who may send it, whether it is accepted, and what happens at its end.
 */
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { confine, type ConfinedRunner, defaultLimits } from '../sandbox/run-confined.ts';
import { toBusy } from '../http/error-handler.ts';
import { badRequest, HttpError, notFound, tooMany, unprocessable } from '../http/errors.ts';
import { whileConnected } from '../http/connections.ts';
import { requestContextOf, type RecordDesk, type RecordRequest } from '../records/rows/record-desk.ts';
import type { UploadRule } from '../../portal/access/upload-rule.ts';
import { requireFitting } from './content.ts';
import { findItem, findItemOf, requireFiling, ruleOf, ruleOfMessage } from './file-access.ts';
import {
  beginUnlessTooMany,
  endUpload,
  findFile,
  forgetUpload,
  type FileRow,
  type ItemFile,
  type MessageFile,
} from './file-rows.ts';
import { fileUpload } from './item-files.ts';
import { soundDay } from '../records/change/review-item.ts';
import { prepareUpload } from './prepare-upload.ts';
import { createUploadStore, newFileId, type UploadStore } from './upload-store.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';
import { requestMessages } from '../../locales/requests.ts';

export interface Uploads {
  readonly desk: RecordDesk;
  readonly received: UploadStore;
  /** Decodes pictures. */
  readonly run: ConfinedRunner;
  /** Raw request → the id chosen for its upload, and the caller. */
  readonly known: WeakMap<object, KnownUpload>;
}

interface KnownUpload {
  readonly id: string;
  readonly recordRequest: RecordRequest;
  /** What the item accepts, if this request has read it already. */
  readonly rule?: UploadRule;
}

export function createUploads(desk: RecordDesk): Uploads {
  const known: Uploads['known'] = new WeakMap();
  const knownFor = (request: Request): KnownUpload => {
    const found = known.get(rawOf(request).req);
    if (found === undefined) throw new Error('An upload came past its checks.');
    return found;
  };
  const { settings, apiPrefix } = desk.application;
  const received: UploadStore = createUploadStore(settings.dataDirectory, `${apiPrefix}/files`, {
    maxBytes: () => desk.application.portal().uploads.maxBytes,
    idFor: (request) => knownFor(request).id,
    async finish(request) {
      const one = knownFor(request);
      const { req, res } = rawOf(request);
      const wrong = await finish(uploads, one, req);
      if (wrong === null) return null;
      // tus answers outside Fastify.
      for (const [name, value] of Object.entries(wrong.headers)) res.setHeader(name, value);
      return wrong.problem;
    },
  });
  const run = confine(() => {
    const { processes, waiting } = desk.application.portal().uploads;
    return { ...defaultLimits, children: processes, waiting };
  });
  const uploads: Uploads = { desk, received, run, known };
  return uploads;
}

/** Checks an upload before its first byte. @throws HttpError */
export async function beginUpload(
  { desk, known }: Uploads,
  recordRequest: RecordRequest,
  { headers, raw }: FastifyRequest,
): Promise<void> {
  const { database } = desk.application;
  const metadata = readMetadata([headers['upload-metadata']].flat()[0] ?? '');
  const bytes = Number(headers['upload-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw badRequest('upload-length', message(requestMessages.uploadLengthMissing));
  }
  const { account } = recordRequest.visitor;
  if (account === null) throw notFound();
  const name = soundName(metadata.filename ?? '');
  const { rule, ...place } = await placeOf(recordRequest, metadata);
  requireFitting({ name, bytes }, rule);
  const id = newFileId();
  const row = { id, account, name, type: 'application/octet-stream', bytes, ...place };
  if (!(await beginUnlessTooMany(database, row, requestContextOf(recordRequest).portal.uploads.open))) {
    throw tooMany(message(fileMessages.tooManyUploads), 600);
  }
  known.set(raw, { id, recordRequest, rule });
}

type UploadPlace = { readonly rule: UploadRule } & (
  Pick<ItemFile, 'record' | 'item' | 'issuedOn'> | Pick<MessageFile, 'record' | 'addressed' | 'issuedOn'>
);

/** The item or the message that an upload is for. @throws HttpError 403, 404, 422 */
async function placeOf(recordRequest: RecordRequest, metadata: Metadata): Promise<UploadPlace> {
  const { record, item, thread, to } = metadata;
  if (thread !== undefined || to !== undefined) {
    const addressed = thread === undefined ? { to: to ?? '', record: record ?? null } : { thread };
    const rule = await ruleOfMessage(recordRequest, addressed);
    return { rule, record: null, addressed, issuedOn: null };
  }
  const found = await findItem(recordRequest, { record: record ?? '', item: item ?? '' });
  requireFiling(recordRequest, found);
  const issuedOn = soundDay(recordRequest, found, metadata.issued_on);
  const rule = ruleOf(recordRequest, found);
  return { rule, record: found.stored.context.record.id, item: found.item.id, issuedOn };
}

/**
 * The upload that a later request continues. An upload that was complete before a crash is filed now.
 * @throws HttpError 404 if it belongs to another visitor or has ended
 */
export async function resumeUpload(
  uploads: Uploads,
  recordRequest: RecordRequest,
  id: string,
  raw: IncomingMessage,
): Promise<FileRow> {
  const { database } = uploads.desk.application;
  const file = await findFile(database, id);
  if (file === null || file.account !== recordRequest.visitor.account || file.state === 'removed')
    throw notFound();
  uploads.known.set(raw, { id, recordRequest });
  if (file.state !== 'uploading' || (await uploads.received.offsetOf(id)) !== file.bytes) return file;
  const wrong = await finish(uploads, { id, recordRequest }, raw);
  if (wrong !== null) throw wrong;
  await uploads.received.discard(id);
  return (await findFile(database, id)) ?? file;
}

/** Allows the next chunk. @throws HttpError 403 or 404 if it is not accepted any more */
export async function takeMore(
  { known }: Uploads,
  recordRequest: RecordRequest,
  file: FileRow,
  raw: IncomingMessage,
): Promise<void> {
  known.set(raw, { id: file.id, recordRequest, rule: await ruleFor(recordRequest, file) });
}

/** Files a complete upload, or deletes it and returns the reason. */
async function finish(
  uploads: Uploads,
  { id, recordRequest, rule }: KnownUpload,
  raw: IncomingMessage,
): Promise<HttpError | null> {
  const { desk, received, run } = uploads;
  const { database, fileStore } = desk.application;
  const file = await findFile(database, id);
  if (file === null) return notFound();
  if (file.state !== 'uploading') return null;
  try {
    const accepted = rule ?? (await ruleFor(recordRequest, file));
    const { content, instead } = await whileConnected(raw, (signal) =>
      prepareUpload(received.pathOf(id), file, accepted, { run, caller: { name: file.account, signal } }),
    );
    // Stored before the row, outside its transaction. A crash in between repeats this with the received bytes.
    try {
      await fileStore.put(id, instead ?? received.pathOf(id));
    } finally {
      if (instead !== null) await rm(instead, { force: true });
    }
    const { now: at } = requestContextOf(recordRequest);
    if (file.record === null) await endUpload(database, id, { ...content, at });
    else await fileUpload(recordRequest, file, content);
    // Another request filed it at the same time, and its owner removed it before the bytes were stored again.
    if ((await findFile(database, id))?.state === 'removed') await fileStore.delete(id);
    return null;
  } catch (error) {
    // A fault of the server is no reason to delete the upload: the next request continues from here.
    const waited = toBusy(error);
    if (waited !== null) return waited;
    const now = await findFile(database, id);
    // Another request ended it, and discarded the bytes that this one read.
    if (now !== null && now.state !== 'uploading') return null;
    if (!(error instanceof HttpError)) throw error;
    if (await forgetUpload(database, id)) await removeFile(uploads, id);
    return error;
  }
}

/** Deletes the bytes of a file, stored or received. */
export async function removeFile({ received, desk }: Uploads, id: string): Promise<void> {
  await Promise.all([received.discard(id), desk.application.fileStore.delete(id)]);
}

/** @throws HttpError 403 or 404 if it is not accepted any more */
async function ruleFor(recordRequest: RecordRequest, file: FileRow): Promise<UploadRule> {
  if (file.record === null) return ruleOfMessage(recordRequest, file.addressed);
  const found = await findItemOf(recordRequest, recordRequest.desk.application.database, file);
  requireFiling(recordRequest, found);
  return ruleOf(recordRequest, found);
}

type Metadata = Readonly<Partial<Record<string, string>>>;

/** Parses `record cmVj…,filename bGVhc2UucGRm` into keys and values. */
function readMetadata(header: string): Metadata {
  const pairs = header.split(',').flatMap((part): [string, string][] => {
    const [key = '', value = ''] = part.trim().split(' ');
    return key === '' ? [] : [[key, Buffer.from(value, 'base64').toString('utf8')]];
  });
  return Object.fromEntries(pairs);
}

/** The file name as given, without characters that could mislead when it is shown or saved. */
function soundName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const sound = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (sound === '') throw unprocessable({ file: [message(fileMessages.nameMissing)] });
  return sound.length <= 200 ? sound : `${sound.slice(0, 180)}${/\.\w{1,8}$/.exec(sound)?.[0] ?? ''}`;
}

/** tus wraps Node's request, but the checks were made for the original one. */
function rawOf(request: Request): RawPair {
  const { runtime } = request as Request & { readonly runtime?: { readonly node?: RawPair } };
  if (runtime?.node === undefined) throw new Error('An upload came without its request.');
  return runtime.node;
}

interface RawPair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}
