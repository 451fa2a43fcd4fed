/** Stops serving, in a limited time. */
import type { FastifyInstance } from 'fastify';

const LIMIT_MS = 5000;

/** Lets running requests finish, and ends streams and connections that would stay open for much longer. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), LIMIT_MS);
  await server.close();
  clearTimeout(cut);
}
