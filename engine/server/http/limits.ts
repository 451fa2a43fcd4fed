/** What a request may be: how large, and in which characters its address is written. Asked before anything else looks at it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, notFound, tooLarge } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes pieces of files, whose size is limited by the upload that they belong to. */
    takesUploads?: boolean;
  }
}

/** For JSON and forms; uploads come in parts of another content type with limits of their own. */
export const BODY_LIMIT = 1024 * 1024;

export const UPLOAD_TYPE = 'application/offset+octet-stream';

/** Is this a piece of a file, sent where files are taken? */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const isPiece = headers['content-type']?.startsWith(UPLOAD_TYPE) ?? false;
  return isPiece && routeOptions.config.takesUploads === true;
}

/**
 * Refuses by the announced length, also where no parser would ever read the body; an unannounced one is
 * counted while it is read. Checks of headers belong to `preValidation` or later, so that 413 comes first.
 */
export function registerLimits(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > BODY_LIMIT && !isUpload(request)) throw tooLarge();
  });
}

/** Refuses what the database cannot keep; for calls of the API. */
export function refuseNul(api: FastifyInstance): void {
  api.addHook('onRequest', async ({ params, query }) => {
    if (holdsNul(params)) throw notFound();
    if (holdsNul(query)) throw badRequest('query', message(requestMessages.addressUnusable));
  });
}

/** The database keeps no text with this character, so nothing is named so. */
function holdsNul(values: unknown): boolean {
  return Object.entries(Object(values)).some((pair) => pair.flat().some((one) => String(one).includes('\0')));
}
