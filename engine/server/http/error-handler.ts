/** Turns whatever is thrown below a request into a JSON answer that tells nothing about the inside. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { english, say } from '../../portal/say.ts';
import { CallerLeftError, TooBusyError } from '../confined/task.ts';
import { DatabaseAwayError } from '../database/away.ts';
import { busy, busyForCaller, HttpError, tooLarge, unavailable, unprocessable } from './errors.ts';
import { problemMessages } from '../../locales/problems.ts';

/** Must be registered before the routes whose errors it answers. */
export function registerErrorHandler(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const answer = toHttpError(error, request);
    if (error instanceof DatabaseAwayError) request.log.warn({ reason: error.message }, 'database away');
    else if (answer.status >= 500 && answer.status !== 503)
      request.log.error({ err: error }, 'request failed');
    return sendError(reply, answer);
  });
}

/** Sends an error of the catalogue; also where nothing was thrown. */
export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(error.body);
}

/** SQLSTATE of a text that the database cannot keep: it holds a NUL, wherever the request had it. */
const unkeepable: ReadonlySet<string | undefined> = new Set(['22021', '22P05']);

/** The answer where a task did not get its turn; null for other errors. Nobody reads it where the caller has left. */
export function toBusy(error: unknown): HttpError | null {
  if (error instanceof CallerLeftError) return busy();
  if (!(error instanceof TooBusyError)) return null;
  return error.of === 'caller' ? busyForCaller() : busy();
}

function toHttpError(error: FastifyError | HttpError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const waited = toBusy(error);
  if (waited !== null) return waited;
  if (error instanceof DatabaseAwayError) return unavailable();
  if (unkeepable.has(error.code))
    return unprocessable({ data: [say(english, problemMessages.unkeepableCharacters)] });
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge();
  if (status >= 400 && status < 500) {
    // Fastify's own words for a malformed request: they name no inside.
    const code = error.code?.toLowerCase().replaceAll('_', '-') ?? 'bad-request';
    return new HttpError(status, { message: error.message, code });
  }
  return new HttpError(500, {
    message: say(english, problemMessages.internalFault),
    code: 'internal',
    request: request.id,
  });
}
