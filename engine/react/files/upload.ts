/** Uploads a file in pieces, resumes after an interruption, and explains errors. */
import { Upload, type DetailedError, type HttpRequest } from 'tus-js-client';
import type { Client } from '../api/client.ts';
import { text } from '../language/text.ts';
import { fileMessages } from '../../locales/files.ts';

/** Small enough that a lost connection costs little, large enough for a fast connection. */
const pieceBytes = 1024 * 1024;

const retryDelays = [500, 1500, 4000, 8000, 15_000];

export interface UploadTarget {
  readonly client: Client;
  /** Where the file goes: the record and the item, or the thread or the recipient of a message. */
  readonly place: Readonly<Record<string, string>>;
}

export interface UploadListener {
  onProgress(sent: number, total: number): void;
  /** @param id of the file */
  onDone(id: string): void;
  onError(text: string): void;
}

export interface RunningUpload {
  /** Aborts the upload; the server deletes what was sent so far. */
  cancel(): Promise<void>;
}

/** Resumes an upload that was not completed. */
export async function startUpload(
  target: UploadTarget,
  file: File,
  listener: UploadListener,
): Promise<RunningUpload> {
  const { client, place } = target;
  const csrf = { isRefused: false };
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
    onShouldRetry: (error) => shouldRetry(error, csrf),
    onProgress: (sent, total) => listener.onProgress(sent, total ?? file.size),
    onSuccess: () => listener.onDone(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => listener.onError(sayUploadError(error)),
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return { cancel: () => upload.abort(true).catch(() => {}) };
}

function fingerprintOf({ place }: UploadTarget, file: File): string {
  const values = Object.entries(place).flat();
  return ['upload', ...values, file.name, file.size, file.lastModified].join('|');
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
