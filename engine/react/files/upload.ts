/** Uploads a file in pieces, resumes after an interruption, and explains errors. */
import { Upload, type DetailedError, type HttpRequest } from 'tus-js-client';
import type { Client } from '../api/client.ts';
import { text } from '../language/text.ts';
import { fileMessages } from '../../locales/files.ts';

/** Small enough that a lost connection costs little, large enough for a fast connection. */
const pieceBytes = 1024 * 1024;

const retryDelays = [500, 1500, 4000];

/** After these an upload waits for the connection, and asks again this often. */
const waitingTime = 15_000;

export interface UploadTarget {
  readonly client: Client;
  /** Where the file goes: the record and the item, or the thread or the recipient of a message. */
  readonly place: Readonly<Record<string, string>>;
}

export interface UploadListener {
  onProgress(sent: number, total: number): void;
  /** @param id of the file */
  onDone(id: string): void;
  /** The server cannot be reached now; the upload goes on by itself. */
  onWaiting(): void;
  /** @param isFinal the server refused the file; false: it can be sent later */
  onError(text: string, isFinal: boolean): void;
}

export interface RunningUpload {
  /** Aborts the upload; the server deletes what was sent so far. */
  cancel(): Promise<void>;
  /** Stops; the next upload of the same file goes on from there. */
  pause(): Promise<void>;
}

/** Resumes an upload that was not completed. */
export async function startUpload(
  target: UploadTarget,
  file: File,
  listener: UploadListener,
): Promise<RunningUpload> {
  const { client, place } = target;
  const csrf = { isRefused: false };
  const waiting = new AbortController();
  let instead: RunningUpload | null = null;
  const upload = new Upload(file, {
    endpoint: client.addressOf('POST /files', {}),
    chunkSize: pieceBytes,
    retryDelays: [...retryDelays],
    removeFingerprintOnSuccess: true,
    metadata: { ...place, filename: file.name, filetype: file.type },
    fingerprint: async () => fingerprintOf(target, file),
    onBeforeRequest: async (request: HttpRequest) => {
      if (csrf.isRefused) await client.renewCsrf();
      csrf.isRefused = false;
      for (const [name, value] of Object.entries(client.headers())) request.setHeader(name, value);
    },
    onShouldRetry(error) {
      if (isAway(error)) listener.onWaiting();
      return shouldRetry(error, csrf);
    },
    onProgress: (sent, total) => listener.onProgress(sent, total ?? file.size),
    onSuccess: () => listener.onDone(upload.url?.split('/').at(-1) ?? ''),
    onError(error) {
      if ('issued_on' in place && saysErrorOf('issued_on', error)) {
        // The file is kept without its date, which the item asks for again.
        const { issued_on: _, ...dateless } = place;
        void startUpload({ client, place: dateless }, file, listener).then((one) => (instead = one));
        return;
      }
      if (!isAway(error)) return listener.onError(sayUploadError(error), isFinal(error));
      listener.onWaiting();
      void connectionAgain(waiting.signal).then((isBack) => isBack && upload.start());
    },
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return {
    cancel() {
      waiting.abort();
      if (instead !== null) return instead.cancel();
      return upload.abort(true).catch(() => {});
    },
    pause() {
      waiting.abort();
      return instead === null ? upload.abort() : instead.pause();
    },
  };
}

function fingerprintOf({ place }: UploadTarget, file: File): string {
  const { issued_on: _, ...where } = place;
  const values = Object.entries(where).flat();
  return ['upload', ...values, file.name, file.size, file.lastModified].join('|');
}

/** No answer, or a server that is down. */
function isAway(error: Error | DetailedError): boolean {
  const status = statusOf(error);
  return 'originalResponse' in error && (status === 0 || status >= 500);
}

/** Signing in again, or a little patience, mends these. */
function isFinal(error: Error | DetailedError): boolean {
  return ![0, 401, 403, 423, 429].includes(statusOf(error));
}

/** @returns false if the upload was cancelled meanwhile */
function connectionAgain(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, waitingTime);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Retried: no response, a server that is down, and once an expired CSRF token. */
function shouldRetry(
  error: Error | DetailedError,
  csrf: { isRefused: boolean; wasRenewed?: boolean },
): boolean {
  const status = statusOf(error);
  if (status === 403 && csrf.wasRenewed !== true) {
    csrf.isRefused = true;
    csrf.wasRenewed = true;
    return true;
  }
  return status === 0 || status === 409 || status === 423 || status >= 500;
}

function sayUploadError(error: Error | DetailedError): string {
  const status = statusOf(error);
  const said = 'originalResponse' in error ? readMessage(error.originalResponse?.getBody()) : null;
  if (said !== null) return said;
  if (status === 0) return text(fileMessages.uploadInterrupted);
  if (status === 401) return text(fileMessages.uploadSessionEnded);
  if (status === 413) return text(fileMessages.uploadTooLarge);
  return text(fileMessages.uploadFailed);
}

function statusOf(error: Error | DetailedError): number {
  return 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function saysErrorOf(field: string, error: Error | DetailedError): boolean {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  return statusOf(error) === 422 && body?.includes(`"${field}"`) === true;
}

/** JSON with a message or field errors, or a short plain text. */
function readMessage(body: string | undefined): string | null {
  if (body === undefined || body === '') return null;
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    if ('message' in answer && typeof answer.message === 'string') return answer.message;
    if ('errors' in answer && typeof answer.errors === 'object' && answer.errors !== null) {
      return Object.values(answer.errors).flat().join(' ');
    }
    return null;
  } catch {
    return body.length < 200 && !body.includes('<') ? body : null;
  }
}
