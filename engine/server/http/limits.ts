/** How large a request may be: asked before anything else looks at it. */
import type { FastifyInstance } from 'fastify';
import { tooLarge } from './errors.ts';

/** For JSON and forms; uploads come in parts of another content type with limits of their own. */
export const BODY_LIMIT = 1024 * 1024;

export const UPLOAD_TYPE = 'application/offset+octet-stream';

/**
 * Refuses by the announced length, also where no parser would ever read the body; an unannounced one is
 * counted while it is read. Checks of headers belong to `preValidation` or later, so that 413 comes first.
 */
export function registerLimits(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const isUpload = request.headers['content-type']?.startsWith(UPLOAD_TYPE) ?? false;
    if (!isUpload && Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  });
}
