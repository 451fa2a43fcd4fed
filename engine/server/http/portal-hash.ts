/** Tells the browser with every API answer which configuration is in force, so that an edited one is noticed. */
import type { FastifyInstance } from 'fastify';
import type { Application } from '../application.ts';

export const PORTAL_HASH_HEADER = 'x-portal-hash';

export function registerPortalHash(server: FastifyInstance, application: Application): void {
  server.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header(PORTAL_HASH_HEADER, application.portal().hash);
  });
}
