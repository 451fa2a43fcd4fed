/** Says refusals in the language of whoever is refused, whoever wrote their sentences. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isMapping } from '../../portal/is-mapping.ts';
import type { Portal } from '../../portal/portal.ts';
import { retell } from '../../portal/retell.ts';
import type { Application } from '../application.ts';
import { portalFor } from './register-languages.ts';

/** Every answer of the API that is a refusal passes here before it is written out. */
export function registerRetelling(server: FastifyInstance, application: Application): void {
  server.addHook('preSerialization', async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
    if (reply.statusCode < 400) return body;
    return retellBody(portalFor(application, request), body);
  });
}

/** `{ message }`, `{ errors: { field: […] } }` or a list of sentences; a record that has moved on is his already. */
export function retellBody(reader: Portal, body: unknown): unknown {
  if (!Object.hasOwn(reader.translations, reader.language)) return body;
  const tell = (said: unknown): unknown => (typeof said === 'string' ? retell(reader, said) : said);
  if (Array.isArray(body)) return body.map(tell);
  if (!isMapping(body)) return body;
  const { message, errors } = body;
  const told = isMapping(errors)
    ? Object.fromEntries(
        Object.entries(errors).map(([field, said]) => [field, Array.isArray(said) ? said.map(tell) : said]),
      )
    : errors;
  return {
    ...body,
    ...(typeof message === 'string' && { message: retell(reader, message) }),
    ...(errors !== undefined && { errors: told }),
  };
}
