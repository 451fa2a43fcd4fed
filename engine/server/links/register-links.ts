/** Steps by a link that was sent: what it is for, and taking it. No token of a session stands behind it. */
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../languages/register-languages.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import { readLink, takeLink } from './take-link.ts';

const path = '/links/:token';

export function registerLinks(server: FastifyInstance, desk: RecordDesk): void {
  const config = { isForEveryone: true };
  type Params = { readonly Params: { readonly token: string } };
  server.get<Params>(path, { config }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return readLink(desk, request.params.token, languageOf(desk.application, request));
  });
  // Only this uses the link up: whoever looks at mails before they are read follows links, and presses nothing.
  server.post<Params>(path, { config }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return takeLink(desk, request.params.token, languageOf(desk.application, request));
  });
}
