/** Turns every error of a request into a JSON answer in the reader's language, without internal details. */
import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { message, type Message, type MessageValue } from '../../locales/message.ts';
import { problemMessages } from '../../locales/problems.ts';
import { requestMessages } from '../../locales/requests.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { portalText, type ReaderLocale, tell } from '../../portal/text/tell.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { DatabaseAwayError } from '../database/availability.ts';
import { CallerLeftError, TooBusyError } from '../sandbox/task.ts';
import {
  busy,
  busyForCaller,
  HttpError,
  type HttpProblem,
  tooLarge,
  unavailable,
  unprocessable,
} from './errors.ts';

/**
 * Must be registered before the routes whose errors it answers.
 * @param readerOf returns the portal in the caller's language
 */
export function registerErrorHandler(
  server: FastifyInstance,
  readerOf: (request: FastifyRequest) => Portal,
): void {
  server.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const { problem } = toHttpError(error, request);
    const { status, headers = {} } = problem;
    if (error instanceof DatabaseAwayError) request.log.warn({ reason: error.message }, 'database away');
    else if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed');
    const body = sayProblem(readerOf(request), request, problem);
    return sendProblem(reply, { status, headers, body });
  });
}

/** The body of the answer, in the caller's language. The log line of the request names the problem. */
export function sayProblem(reader: Portal, request: FastifyRequest, problem: HttpProblem): unknown {
  refused.set(request.raw, problem);
  return problemBody(reader, problem, request.url.split('?', 1)[0] ?? '');
}

const refused = new WeakMap<IncomingMessage, HttpProblem>();

/** The log of a refused request has codes, never sentences, which may quote user input. */
export function refusalOf({ raw }: FastifyRequest): Readonly<Record<string, unknown>> {
  const problem = refused.get(raw);
  return problem === undefined ? {} : { code: problem.code, problems: messageCodes(problem) };
}

const problemType = 'application/problem+json';

/** As JSON, which every client of the API expects; as `application/problem+json` if requested. */
function sendProblem(
  reply: FastifyReply,
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown },
): FastifyReply {
  const isAskedFor = reply.request.headers.accept?.includes(problemType) ?? false;
  const isProblem = isAskedFor && !Array.isArray(body);
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

function toHttpError(error: FastifyError | HttpError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const waited = toBusy(error);
  if (waited !== null) return waited;
  if (error instanceof DatabaseAwayError) return unavailable();
  if (unkeepable.has(error.code))
    return unprocessable({ data: [message(problemMessages.unkeepableCharacters)] });
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge();
  if (status >= 400 && status < 500) {
    // Fastify's error code has the meaning.
    const code = error.code?.toLowerCase().replaceAll('_', '-') ?? 'bad-request';
    const said =
      status === 415 ? message(requestMessages.contentTypeExpected) : message(requestMessages.bodyMalformed);
    return new HttpError({ status, code, message: said });
  }
  const said = message(problemMessages.internalFault);
  return new HttpError({ status: 500, code: 'internal', message: said, request: request.id });
}

/** One fault, for programs. */
interface WireProblem {
  /** Of a message: `account.wrong-sign-in`. */
  readonly code: string;
  readonly field?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * @param instance the called address, without its query
 * @returns for 429 a list of sentences; for a version conflict the current state; else an object with `message` or
 * `errors`, and the members of RFC 9457
 */
export function problemBody(reader: Portal, problem: HttpProblem, instance: string): unknown {
  const { status, code, errors, current, request } = problem;
  const found = messagesOf(problem);
  if (status === 429) return found.map(({ said }) => tell(reader, said));
  const problems = found.map((one) => wireProblem(reader, one));
  if (isMapping(current)) return { problems, ...current };
  const detail = tell(reader, detailOf(problem, found));
  return {
    ...(problem.message !== undefined && { message: tell(reader, problem.message) }),
    ...(errors !== undefined && {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, said]) => [field, said.map((one) => tell(reader, one))]),
      ),
    }),
    code,
    ...(request !== undefined && { request }),
    type: `urn:problem-type:munisipyo:${code}`,
    title: tell(reader, message(titleOf(status))),
    status,
    detail,
    instance,
    problems,
  };
}

/** The codes of its messages, each once. */
function messageCodes(problem: HttpProblem): readonly string[] {
  return [...new Set(messagesOf(problem).map(({ said }) => said.code))];
}

interface ProblemMessage {
  readonly field?: string;
  readonly said: Message;
}

function messagesOf({ message: said, errors = {} }: HttpProblem): ProblemMessage[] {
  const ofFields = Object.entries(errors).flatMap(([field, all]) => all.map((one) => ({ field, said: one })));
  return said === undefined ? ofFields : [{ said }, ...ofFields];
}

function detailOf({ message: said }: HttpProblem, found: readonly ProblemMessage[]): Message {
  const [only] = found;
  if (said !== undefined) return said;
  if (only !== undefined && found.length === 1) return only.said;
  return message(problemMessages.severalFaults, { count: found.length });
}

function wireProblem(reader: ReaderLocale, { field, said }: ProblemMessage): WireProblem {
  return { code: said.code, ...(field !== undefined && { field }), values: wireValues(reader, said) };
}

function wireValues(reader: ReaderLocale, { values }: Message): WireProblem['values'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wireValue(reader, value)]));
}

/** The value unchanged, except titles of the portal, which are translated, and messages, which have a code. */
function wireValue(reader: ReaderLocale, value: MessageValue): unknown {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one: MessageValue) => wireValue(reader, one));
  if ('code' in value) return wireProblem(reader, { said: value });
  if ('text' in value) return portalText(reader, value);
  if ('oneOf' in value) return { oneOf: value.oneOf.map((one) => wireValue(reader, one)) };
  return value;
}

const titles: Readonly<Partial<Record<number, MessageTemplate<string>>>> = {
  400: problemMessages.titleMalformed,
  401: problemMessages.titleSignedOut,
  403: problemMessages.titleForbidden,
  404: problemMessages.titleMissing,
  409: problemMessages.titleConflict,
  412: problemMessages.titlePrecondition,
  413: problemMessages.titleTooLarge,
  415: problemMessages.titleWrongType,
  422: problemMessages.titleInvalid,
  428: problemMessages.titlePrecondition,
  500: problemMessages.titleInternal,
  503: problemMessages.titleUnavailable,
};

/** The title of a kind of problem: the same for each status. */
function titleOf(status: number): MessageTemplate<''> {
  return (titles[status] ?? problemMessages.titleRefused) as MessageTemplate<''>;
}
