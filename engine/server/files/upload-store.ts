/** Stores uploaded bytes in the data folder, and speaks the tus protocol: chunks, resuming, limits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { copyFile, link, readdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { fileMessages } from '../../locales/files.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { HttpError, type HttpProblem } from '../http/errors.ts';
import { anHour } from '../../portal/time/lengths.ts';

/** An upload that nobody continues is deleted after a day. */
export const expiryHours = 24;

type SayProblem = (problem: HttpProblem) => unknown;

export interface UploadStore {
  /** Answers a request by the tus protocol, outside Fastify. @param sayProblem sends a problem to the caller */
  answer(request: IncomingMessage, response: ServerResponse, sayProblem: SayProblem): Promise<void>;
  pathOf(id: string): string;
  /** Number of bytes received; null if there is no such upload. */
  offsetOf(id: string): Promise<number | null>;
  remove(id: string): Promise<void>;
  /** Stores other bytes for this id, from a file in the same folder. They take effect with `settle`. */
  replace(id: string, path: string): Promise<void>;
  /** Moves the replacement into place. Call it after the upload is filed, and before a filed file is read. */
  settle(id: string): Promise<void>;
  /** Deletes the unfinished files that a crash left behind. */
  sweep(): Promise<void>;
  /**
   * Stores the bytes of a file under a second id. Each can be deleted without the other. @throws if there are no
   * bytes
   */
  share(id: string, as: string): Promise<void>;
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
  const directory = join(dataDirectory, 'files');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const datastore = new FileStore({ directory, expirationPeriodInMilliseconds: expiryHours * anHour });
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
    onUploadFinish: async (request) => {
      const wrong = await hooks.finish(request);
      if (wrong === null) return {};
      // Thrown, because tus would otherwise read the upload again, which is gone.
      throw { status_code: wrong.status, body: JSON.stringify(wrong) };
    },
  });
  const pathOf = (id: string) => join(directory, id);
  // The received bytes stay beside it until the upload is filed, so a crash in between loses neither.
  const replacementOf = (id: string) => `${pathOf(id)}.new`;
  const settle = (id: string) => rename(replacementOf(id), pathOf(id)).catch(ignoreMissing);
  return {
    answer: (request, response, sayProblem) => edge.run(sayProblem, () => tus.handle(request, response)),
    pathOf,
    offsetOf: (id) =>
      datastore.getUpload(id).then(
        ({ offset }) => offset,
        () => null,
      ),
    async remove(id) {
      const all = [pathOf(id), `${pathOf(id)}.json`, replacementOf(id)];
      await Promise.all(all.map((path) => rm(path, { force: true })));
    },
    replace: (id, path) => rename(path, replacementOf(id)),
    settle,
    async sweep() {
      const oldest = Date.now() - expiryHours * anHour;
      const made = (await readdir(directory)).filter((name) => /^\w{32}\.[\w-]{36}$/.test(name));
      for (const path of made.map((name) => join(directory, name))) {
        const { mtimeMs } = await stat(path);
        if (mtimeMs < oldest) await rm(path, { force: true });
      }
    },
    async share(id, as) {
      // Not every file system supports hard links.
      await settle(id);
      await link(pathOf(id), pathOf(as)).catch(() => copyFile(pathOf(id), pathOf(as)));
    },
  };
}

/** Sends a problem to the caller of the current request. */
const edge = new AsyncLocalStorage<SayProblem>();

/** Our refusals and those of the protocol, in the error format of the API. */
class JsonServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
    const sayProblem = edge.getStore();
    if (status < 400 || sayProblem === undefined) return super.write(context, headers, status, body);
    const problem = body.startsWith('{')
      ? (JSON.parse(body) as HttpProblem)
      : outsideProtocol(status).problem;
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return super.write(context, headers, status, JSON.stringify(sayProblem(problem)));
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

function ignoreMissing(error: unknown): void {
  if ((error as { code?: string }).code !== 'ENOENT') throw error;
}

export function newFileId(): string {
  return randomBytes(16).toString('hex');
}
