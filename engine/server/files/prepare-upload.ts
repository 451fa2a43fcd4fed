/** Prepares an upload for filing: checks its content and re-encodes pictures. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Caller } from '../sandbox/fair-queue.ts';
import type { ConfinedRunner } from '../sandbox/run-confined.ts';
import { ConfinedError, type Task } from '../sandbox/task.ts';
import { unprocessable, type HttpError } from '../http/errors.ts';
import type { PictureRequest, PictureResult } from '../sandbox/pictures.ts';
import type { UploadRule } from '../../portal/access/upload-rule.ts';
import { describeContent, readKind, type FileContent } from './content.ts';
import type { FileRow } from './file-rows.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';

export interface PreparedUpload {
  readonly content: FileContent;
  /** Path of the bytes to file instead of the uploaded ones; null: file those. */
  readonly instead: string | null;
}

const cleaning: Task<PictureRequest, PictureResult> = {
  module: new URL('../sandbox/pictures.ts', import.meta.url).href,
  name: 'cleanPicture',
};

/** The child processes that decode pictures, and the caller that waits for one. */
export interface UploadTurn {
  readonly run: ConfinedRunner;
  readonly caller: Caller;
}

/**
 * The caller removes the file at `instead`.
 * @param path of the uploaded bytes
 * @throws HttpError 415 or 422 if they cannot be accepted, TooBusyError, CallerLeftError
 */
export async function prepareUpload(
  path: string,
  { name }: Pick<FileRow, 'name'>,
  { accepts, maxPixels }: UploadRule,
  turn: UploadTurn,
): Promise<PreparedUpload> {
  const { ext, mime } = await readKind(path, name, accepts);
  if (!mime.startsWith('image/')) {
    return { content: await describeContent(path, mime), instead: null };
  }
  const to = `${path}.${randomUUID()}`;
  try {
    const result = await clean({ path, maxPixels, kind: ext, to }, turn);
    if (result.is !== 'clean') throw badPicture(name, result, maxPixels);
    return { content: await describeContent(to, mime), instead: to };
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** A picture that exceeds memory or time counts as broken. */
async function clean(request: PictureRequest, { run, caller }: UploadTurn): Promise<PictureResult> {
  try {
    return await run(cleaning, request, caller);
  } catch (error) {
    if (error instanceof ConfinedError) return { is: 'broken' };
    throw error;
  }
}

type PictureRefusal = Exclude<PictureResult, { is: 'clean' }>;

function badPicture(name: string, refused: PictureRefusal, maxPixels: number): HttpError {
  const most = Math.floor(maxPixels / 100_000) / 10;
  const side = Math.floor(Math.sqrt(maxPixels) / 10) * 10;
  if (refused.is === 'broken') {
    return unprocessable({ file: [message(fileMessages.pictureBroken, { name, side })] });
  }
  const { width, height } = refused;
  const said = message(fileMessages.pictureTooLarge, { name, width, height, most, side });
  return unprocessable({ file: [said] });
}
