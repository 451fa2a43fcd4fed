/** Limits of requests: size, and characters in the address. They run before all other checks. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, notFound, tooLarge } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts chunks of files, whose size is limited by their upload. */
    takesUploads?: boolean;
  }
}

/** For JSON and forms. Uploads have another content type and their own limits. */
export const BODY_LIMIT = 1024 * 1024;

export const UPLOAD_TYPE = 'application/offset+octet-stream';

/** True for a chunk of a file, sent to an address that accepts files. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const isPiece = headers['content-type']?.startsWith(UPLOAD_TYPE) ?? false;
  return isPiece && routeOptions.config.takesUploads === true;
}

/**
 * Refuses by Content-Length, even if no parser would read the body. Other bodies are counted while they are read.
 * Header checks must run in `preValidation` or later, so that 413 comes first.
 */
export function registerLimits(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > BODY_LIMIT && !isUpload(request)) throw tooLarge();
  });
}

/** Refuses what the database cannot store; for calls of the API. */
export function refuseNul(api: FastifyInstance): void {
  api.addHook('onRequest', async ({ params, query }) => {
    if (holdsNul(params)) throw notFound();
    if (holdsNul(query)) throw badRequest('query', message(requestMessages.addressUnusable));
  });
}

/** The database stores no text with this character, so no name contains it. */
function holdsNul(values: unknown): boolean {
  return Object.entries(Object(values)).some((pair) => pair.flat().some((one) => String(one).includes('\0')));
}
