/** Bodies of requests: their sizes, and how JSON and the fields of small forms are parsed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, notFound, tooLarge, unsupportedType } from './errors.ts';

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

/** Far deeper than any form, and far below what recursion can handle. */
const deepest = 100;

/** Only the parsers that are registered from here on apply. */
export function registerJsonBody(server: FastifyInstance): void {
  // A host may parse bodies in its own way.
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body)) done(badRequest('too-deep', message(requestMessages.jsonTooDeep)));
    else parse(request, body, done);
  });
  refuseText(server);
}

/** No client sends plain text. A malformed JSON body must not count as absent. */
function refuseText(server: FastifyInstance): void {
  server.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(unsupportedType());
  });
}

/** Counts open brackets outside of strings. JSON.parse has no depth limit. */
function isTooDeep(body: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

type Fields = Readonly<Record<string, unknown>>;

/** Accepts multipart and URL-encoded bodies up to the general size limit. Files are uploaded another way. */
export function registerFields(server: FastifyInstance): void {
  server.addContentTypeParser<Buffer<ArrayBuffer>>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) => parseMultipart(request, body),
  );
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** @throws HttpError 400 if the body is not a multipart form */
async function parseMultipart({ headers }: FastifyRequest, body: Buffer<ArrayBuffer>): Promise<Fields> {
  const form = new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } });
  try {
    return Object.fromEntries(await form.formData());
  } catch {
    throw badRequest('bad-form', message(requestMessages.formExpected));
  }
}
