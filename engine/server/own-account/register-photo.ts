/** The routes of one's own photo. A child process decodes the picture and writes a small one without hidden data. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { openedPhotos, photos } from '../../contract/photos.ts';
import { accountMessages } from '../../locales/account.ts';
import { message } from '../../locales/message.ts';
import { findPhoto, photoLink, readPhoto, removePhoto, writePhoto } from '../accounts/photos.ts';
import { whileConnected } from '../http/connections.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { idOfTicket } from '../http/signed-link.ts';
import type { Application } from '../kernel/application.ts';
import type { PictureResult, SquareRequest } from '../sandbox/pictures.ts';
import { confine, type ConfinedRunner, defaultLimits } from '../sandbox/run-confined.ts';
import { ConfinedError, type Task } from '../sandbox/task.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { workFolder } from '../storage/work-folder.ts';
import { changeOwnAccount } from './change-own-account.ts';

/** Types by content. Others, such as SVG, can name other files. */
const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const squaring: Task<SquareRequest, PictureResult> = {
  module: new URL('../sandbox/pictures.ts', import.meta.url).href,
  name: 'squarePicture',
};

export function registerPhoto(server: FastifyInstance, application: Application): void {
  const run = confine(() => {
    const { waiting } = application.portal().uploads;
    return { ...defaultLimits, children: 1, waiting };
  });
  mount(server, photos, {
    'GET /photo': async (_input, request, reply) => {
      const { id: account } = requireSession(request).account;
      reply.header('cache-control', 'no-store');
      return { photo: photoLink(application, await findPhoto(application.database, account)) };
    },
    'PUT /photo': async ({ body }, request, reply) => {
      const { id: account } = requireSession(request).account;
      const content = await squareOf(application, request, { picture: body.picture, run });
      const id = await changeOwnAccount({ application, request, account }, async (client) => {
        const answer = await writePhoto(client, account, content);
        return { event: { what: 'photo-changed' }, answer };
      });
      reply.header('cache-control', 'no-store');
      return { photo: photoLink(application, id) };
    },
    'DELETE /photo': async (_input, request, reply) => {
      const { id: account } = requireSession(request).account;
      await changeOwnAccount({ application, request, account }, async (client) => {
        const isRemoved = await removePhoto(client, account);
        return { event: isRemoved ? { what: 'photo-removed' } : null, answer: undefined };
      });
      reply.header('cache-control', 'no-store');
      return { photo: null };
    },
  });
  mount(server, openedPhotos, {
    'GET /photos/open/:ticket': async ({ params: { ticket } }, _request, reply) => {
      const id = idOfTicket(application, 'photos', ticket);
      const content = id === null ? null : await readPhoto(application.database, id);
      if (content === null) throw notFound();
      return reply
        .headers({
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'private, max-age=3600',
        })
        .type('image/jpeg')
        .send(content);
    },
  });
}

interface PhotoUpload {
  /** base64 */
  readonly picture: string;
  readonly run: ConfinedRunner;
}

/** @throws HttpError 422 that names `picture`, TooBusyError, CallerLeftError */
async function squareOf(
  { settings, portal }: Application,
  request: FastifyRequest,
  { picture, run }: PhotoUpload,
): Promise<Buffer> {
  const sent = Buffer.from(picture, 'base64');
  if (!accepted.has((await fileTypeFromBuffer(sent))?.mime ?? '')) throw unreadable();
  const folder = workFolder(settings.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const to = `${path}.square`;
  try {
    await writeFile(path, sent, { mode: 0o600 });
    const caller = { name: requireSession(request).account.id };
    const result = await whileConnected(request.raw, (signal) =>
      run(squaring, { path, to, maxPixels: portal().uploads.maxPixels }, { ...caller, signal }),
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
