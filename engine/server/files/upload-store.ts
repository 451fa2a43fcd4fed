/** Receives uploads in the folder `uploads` of DATA_DIR, by the tus protocol: chunks, resuming, limits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore as ReceivingFolder } from '@tus/file-store';
import { Server } from '@tus/server';
import { fileMessages } from '../../locales/files.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { HttpError, type HttpProblem } from '../http/errors.ts';
import { anHour } from '../../portal/time/lengths.ts';
import { removeOld, workFolder } from '../storage/work-folder.ts';

/** An upload that nobody continues is deleted after a day. */
export const expiryHours = 24;

/** The way out of the upload protocol. */
interface UploadEdge {
  /** @returns the body of the answer */
  sayProblem(problem: HttpProblem): unknown;
  /** Logs an error that is no refusal. @returns the problem for the caller */
  sayFault(error: unknown): HttpProblem;
}

export interface UploadStore {
  /** Answers a request by the tus protocol, outside Fastify. */
  answer(request: IncomingMessage, response: ServerResponse, edge: UploadEdge): Promise<void>;
  /** Path of the received bytes. */
  pathOf(id: string): string;
  /** Number of bytes received; null if there is no such upload. */
  offsetOf(id: string): Promise<number | null>;
  /** Deletes the received bytes. */
  discard(id: string): Promise<void>;
  /** Deletes what a crash left behind. */
  sweep(): Promise<void>;
}

export interface UploadHooks {
  maxBytes(): number;
  /** The id that was chosen for the upload of this request. */
  idFor(request: Request): string;
  /** Called when all bytes are there. @returns the problem, or null */
  finish(request: Request): Promise<HttpProblem | null>;
}

/** @param address base address of the uploads */
export function createUploadStore(dataDirectory: string, address: string, hooks: UploadHooks): UploadStore {
  const directory = workFolder(dataDirectory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const datastore = new ReceivingFolder({ directory, expirationPeriodInMilliseconds: expiryHours * anHour });
  // The length of a file must be known first, because it decides whether the file is accepted.
  datastore.extensions = datastore.extensions.filter((name) => name !== 'creation-defer-length');
  const tus = new JsonServer({
    path: address,
    datastore,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: () => hooks.maxBytes(),
    namingFunction: (request) => hooks.idFor(request),
    disableTerminationForFinishedUploads: true,
    onUploadFinish: async (request, { id }) => {
      const call = calls.getStore();
      const wrong = await hooks.finish(request).catch((error: unknown) => {
        if (call === undefined) throw error;
        return call.edge.sayFault(error);
      });
      if (wrong === null) {
        // tus reads the upload once more before it answers.
        if (call !== undefined) call.filed = id;
        return {};
      }
      // Thrown, because tus would otherwise read the upload again, which is gone.
      throw { status_code: wrong.status, body: JSON.stringify(wrong) };
    },
  });
  const pathOf = (id: string) => join(directory, id);
  const discard = async (id: string): Promise<void> => {
    await Promise.all([pathOf(id), `${pathOf(id)}.json`].map((path) => rm(path, { force: true })));
  };
  return {
    async answer(request, response, out) {
      const call: UploadCall = { edge: out, filed: null };
      await calls.run(call, () => tus.handle(request, response));
      if (call.filed !== null) await discard(call.filed);
    },
    pathOf,
    offsetOf: (id) =>
      datastore.getUpload(id).then(
        ({ offset }) => offset,
        () => null,
      ),
    discard,
    sweep: () => removeOld(directory, expiryHours),
  };
}

interface UploadCall {
  readonly edge: UploadEdge;
  /** Id of the upload that this call completed. */
  filed: string | null;
}

/** The current request. */
const calls = new AsyncLocalStorage<UploadCall>();

/** Our refusals and those of the protocol, in the error format of the API. */
class JsonServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
    const out = calls.getStore()?.edge;
    if (status < 400 || out === undefined) return super.write(context, headers, status, body);
    const problem = body.startsWith('{')
      ? (JSON.parse(body) as HttpProblem)
      : outsideProtocol(status).problem;
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return super.write(context, headers, status, JSON.stringify(out.sayProblem(problem)));
  }
}

const tusVersion = '1.0.0';

/** A call that the upload protocol does not define. */
export function outsideProtocol(status: number): HttpError {
  if (status === 413) {
    return new HttpError({ status, code: 'upload', message: message(fileMessages.uploadTooLarge) });
  }
  const said = message(requestMessages.uploadOutsideProtocol, { version: tusVersion });
  return new HttpError({ status, code: 'upload', message: said, headers: { 'Tus-Version': tusVersion } });
}

export function newFileId(): string {
  return randomBytes(16).toString('hex');
}
