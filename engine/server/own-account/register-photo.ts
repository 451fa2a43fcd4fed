/** The routes of one's own photo. A child process decodes the picture and writes a small one without hidden data. */
import type { FastifyInstance } from 'fastify';
import { openedPhotos, photos } from '../../contract/photos.ts';
import { findPhoto, photoLink, readPhoto, removePhoto, writePhoto } from '../account-pictures/photos.ts';
import { notFound } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { idOfTicket } from '../http/signed-link.ts';
import type { Application } from '../kernel/application.ts';
import type { PictureResult, SquareRequest } from '../sandbox/pictures.ts';
import { confine, defaultLimits } from '../sandbox/run-confined.ts';
import type { Task } from '../sandbox/task.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { changeOwnAccount } from './change-own-account.ts';
import { readPicture } from './read-picture.ts';

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
      const content = await readPicture(application, request, { picture: body.picture, run, task: squaring });
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
