/** Steps by a link that was sent: what it is for, and taking it. No token of a session stands behind it. */
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../languages/register-languages.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import { links } from '../../contract/links.ts';
import { mount } from '../http/mount.ts';
import { readLink, takeLink } from './take-link.ts';

export function registerLinks(server: FastifyInstance, desk: RecordDesk): void {
  mount(server, links, {
    'GET /links/:token': async ({ params }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return readLink(desk, params.token, languageOf(desk.application, request));
    },
    // Only this uses the link up: whoever looks at mails before they are read follows links, and presses nothing.
    'POST /links/:token': async ({ params }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return takeLink(desk, params.token, languageOf(desk.application, request));
    },
  });
}
