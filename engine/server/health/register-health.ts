/** `/healthz` says that the process lives, `/readyz` whether it can serve; and nothing is asked of a database that is away. */
import type { FastifyInstance } from 'fastify';
import type { Application } from '../application.ts';
import { unavailable } from '../http/errors.ts';
import { checkReadiness, type Readiness } from './readiness.ts';

export function registerHealth(server: FastifyInstance, application: Application): void {
  const { database, apiPrefix } = application;
  server.get('/healthz', async () => ({ status: 'ok' }));
  // Whoever asks often does not make the database answer more often.
  let asking: Promise<Readiness> | null = null;
  server.get('/readyz', async (_request, reply) => {
    asking ??= checkReadiness(application).finally(() => (asking = null));
    const checks = await asking;
    const isReady = Object.values(checks).every((said) => said === 'ok');
    if (!isReady) reply.header('Retry-After', '5');
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ checks });
  });
  // At once: a call that waits for a connection would only add to the wait.
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith(`${apiPrefix}/`) && database.isAway()) throw unavailable();
  });
}
