/**
 * Parses JSON bodies like Fastify, but treats an empty one as absent: clients send the content type without a body.
 */
import type { FastifyInstance } from 'fastify';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, unsupportedType } from './errors.ts';

/** Far deeper than any form, and far below what recursion can handle. */
const deepest = 100;

export function registerJsonBody(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body)) done(badRequest('too-deep', message(requestMessages.jsonTooDeep)));
    else parse(request, body, done);
  });
  refuseText(server);
}

/** No client sends plain text. A malformed JSON body must not count as absent. */
function refuseText(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
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
