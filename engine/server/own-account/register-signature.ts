/** The routes of one's own signature. A child process keeps its dark strokes, on a transparent ground. */
import type { FastifyInstance } from 'fastify';
import { openedSignatures, signatures } from '../../contract/signatures.ts';
import {
  findSignature,
  readSignature,
  removeSignature,
  signatureLink,
  writeSignature,
} from '../account-pictures/signatures.ts';
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

const tracing: Task<SquareRequest, PictureResult> = {
  module: new URL('../sandbox/pictures.ts', import.meta.url).href,
  name: 'traceSignature',
};

export function registerSignature(server: FastifyInstance, application: Application): void {
  const run = confine(() => {
    const { waiting } = application.portal().uploads;
    return { ...defaultLimits, children: 1, waiting };
  });
  mount(server, signatures, {
    'GET /signature': async (_input, request, reply) => {
      const { id: account } = requireSession(request).account;
      reply.header('cache-control', 'no-store');
      return { signature: signatureLink(application, await findSignature(application.database, account)) };
    },
    'PUT /signature': async ({ body }, request, reply) => {
      const { id: account } = requireSession(request).account;
      const sent = { picture: body.picture, run, task: tracing };
      const content = await readPicture(application, request, sent);
      const id = await changeOwnAccount({ application, request, account }, async (client) => {
        const answer = await writeSignature(client, account, content);
        return { event: { what: 'signature-changed' }, answer };
      });
      reply.header('cache-control', 'no-store');
      return { signature: signatureLink(application, id) };
    },
    'DELETE /signature': async (_input, request, reply) => {
      const { id: account } = requireSession(request).account;
      await changeOwnAccount({ application, request, account }, async (client) => {
        const isRemoved = await removeSignature(client, account);
        return { event: isRemoved ? { what: 'signature-removed' } : null, answer: undefined };
      });
      reply.header('cache-control', 'no-store');
      return { signature: null };
    },
  });
  mount(server, openedSignatures, {
    'GET /signatures/open/:ticket': async ({ params: { ticket } }, _request, reply) => {
      const id = idOfTicket(application, 'signatures', ticket);
      const content = id === null ? null : await readSignature(application.database, id);
      if (content === null) throw notFound();
      return reply
        .headers({
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'private, max-age=60',
        })
        .type('image/png')
        .send(content);
    },
  });
}
