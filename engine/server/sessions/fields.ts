/** Reads the fields of a small form in any encoding: multipart, URL-encoded or JSON. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../http/errors.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';

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
