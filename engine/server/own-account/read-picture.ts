/** Reads a picture that a person sent for their account: a child process decodes it and writes the one to store. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { whileConnected } from '../http/connections.ts';
import { unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import type { PictureResult, SquareRequest } from '../sandbox/pictures.ts';
import type { ConfinedRunner } from '../sandbox/run-confined.ts';
import { ConfinedError, type Task } from '../sandbox/task.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { workFolder } from '../storage/work-folder.ts';

/** Types by content. Others, such as SVG, can name other files. */
const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

interface SentPicture {
  /** base64 */
  readonly picture: string;
  readonly run: ConfinedRunner;
  /** Writes the picture that is stored. */
  readonly task: Task<SquareRequest, PictureResult>;
}

/** @throws HttpError 422 that names `picture`, TooBusyError, CallerLeftError */
export async function readPicture(
  { settings, portal }: Application,
  request: FastifyRequest,
  { picture, run, task }: SentPicture,
): Promise<Buffer> {
  const sent = Buffer.from(picture, 'base64');
  if (!accepted.has((await fileTypeFromBuffer(sent))?.mime ?? '')) throw unreadable();
  const folder = workFolder(settings.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const to = `${path}.stored`;
  try {
    await writeFile(path, sent, { mode: 0o600 });
    const caller = { name: requireSession(request).account.id };
    const result = await whileConnected(request.raw, (signal) =>
      run(task, { path, to, maxPixels: portal().uploads.maxPixels }, { ...caller, signal }),
    ).catch((error: unknown): PictureResult => {
      // A picture that exceeds memory or time counts as broken.
      if (error instanceof ConfinedError) return { is: 'broken' };
      throw error;
    });
    if (result.is !== 'clean') throw unreadable();
    return await readFile(to);
  } finally {
    await Promise.all([path, to].map((one) => rm(one, { force: true })));
  }
}

function unreadable() {
  return unprocessable({ picture: [message(accountMessages.photoUnreadable)] });
}
