/** Turns every error of a request into a JSON answer in the reader's language, without internal details. */
import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import { requestMessages } from '../../locales/requests.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { DatabaseAwayError } from '../database/availability.ts';
import { CallerLeftError, TooBusyError } from '../sandbox/task.ts';
import {
  busy,
  busyForCaller,
  HttpError,
  type HttpProblem,
  tooLarge,
  switching,
  unavailable,
  unprocessable,
  unsupportedType,
} from './errors.ts';
import { messageCodes, problemBody } from './problem-body.ts';

/**
 * Must be registered before the routes whose errors it answers.
 * @param inForce returns the portal that is in force
 * @param readerOf returns it in the caller's language
 */
export function registerErrorHandler(
  server: FastifyInstance,
  inForce: () => Portal,
  readerOf: (request: FastifyRequest) => Portal,
): void {
  server.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const isMixed = isRefusal(error) && isOvertaken(request, inForce());
    const { status, headers = {}, ...problem } = sayFault(isMixed ? switching() : error, request);
    const body = sayProblem(readerOf(request), request, { status, ...problem });
    return sendProblem(reply, { status, headers, body });
  });
}

const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status < 500;

/** The caller was read with another configuration than the rest: a reason to refuse may not be one. */
function isOvertaken({ portal }: { readonly portal?: Portal }, inForce: Portal): boolean {
  return portal !== undefined && portal !== inForce;
}

/** Logs an error that is a fault of the server. @returns the problem for the caller */
export function sayFault(error: unknown, request: FastifyRequest): HttpProblem {
  const { problem } = toHttpError(error as FastifyError | HttpError, request);
  if (error instanceof DatabaseAwayError) request.log.warn({ reason: error.message }, 'database away');
  else if (problem.status >= 500 && problem.status !== 503)
    request.log.error({ err: error }, 'request failed');
  return problem;
}

/** The body of the answer, in the caller's language. The log line of the request names the problem. */
export function sayProblem(reader: Portal, request: FastifyRequest, problem: HttpProblem): unknown {
  refused.set(request.raw, problem);
  return problemBody(reader, problem, {
    instance: request.url.split('?', 1)[0] ?? '',
    isStandard: isProblemAskedFor(request),
  });
}

const refused = new WeakMap<IncomingMessage, HttpProblem>();

/** The log of a refused request has codes, never sentences, which may quote user input. */
export function refusalOf({ raw }: FastifyRequest): Readonly<Record<string, unknown>> {
  const problem = refused.get(raw);
  return problem === undefined ? {} : { code: problem.code, problems: messageCodes(problem) };
}

const problemType = 'application/problem+json';

function isProblemAskedFor({ headers }: FastifyRequest): boolean {
  const wanted = headers.accept?.toLowerCase().split(',') ?? [];
  return wanted.some((one) => one.trim().startsWith(problemType) && !/;\s*q=0(?:\.0*)?\s*$/.test(one));
}

/** As JSON, which every client of the API expects; as `application/problem+json` if requested. */
function sendProblem(
  reply: FastifyReply,
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown },
): FastifyReply {
  const isProblem = isProblemAskedFor(reply.request) && !Array.isArray(body);
  return reply
    .code(status)
    .headers(headers)
    .type(isProblem ? problemType : 'application/json; charset=utf-8')
    .send(body);
}

/** SQLSTATE of a text that the database cannot store because it contains a NUL. */
const unkeepable: ReadonlySet<string | undefined> = new Set(['22021', '22P05']);

/** The answer to a task that did not run; null for other errors. Nobody reads it if the caller has left. */
export function toBusy(error: unknown): HttpError | null {
  if (error instanceof CallerLeftError) return busy();
  if (!(error instanceof TooBusyError)) return null;
  return error.of === 'caller' ? busyForCaller() : busy();
}

/** SQLSTATE of a write under a version that is no longer in force. */
const leftVersion = 'PV001';

function toHttpError(error: FastifyError | HttpError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const waited = toBusy(error);
  if (waited !== null) return waited;
  if (error instanceof DatabaseAwayError) return unavailable();
  if (error.code === leftVersion) return switching();
  if (unkeepable.has(error.code))
    return unprocessable({ data: [message(problemMessages.unkeepableCharacters)] });
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge();
  if (status >= 400 && status < 500) {
    if (status === 415) return unsupportedType();
    return new HttpError({ status, code: 'bad-request', message: message(requestMessages.bodyMalformed) });
  }
  const said = message(problemMessages.internalFault);
  return new HttpError({ status: 500, code: 'internal', message: said, request: request.id });
}
