/** The routes for steps by a link: its description, and taking the step. They need no session. */
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../http/language.ts';
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
    // Only this request uses up the link: mail scanners follow links, but press no buttons.
    'POST /links/:token': async ({ params }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return takeLink(desk, params.token, languageOf(desk.application, request));
    },
  });
}
