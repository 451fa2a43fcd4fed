/** Idempotency: a call that writes runs once, and a retry with the same key gets the first answer. */
import { createHmac, type KeyObject } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../kernel/application.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { HttpError, type HttpProblem, unprocessable } from '../../http/errors.ts';
import { requireApplied } from '../../http/require-newest.ts';
import { readIdempotencyKey } from '../../http/required-headers.ts';
import { canonical } from '../../history/event-chain.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';
import { keepAnswer } from './write-record.ts';
import { message } from '../../../locales/message.ts';
import { problemMessages } from '../../../locales/problems.ts';
import { requestMessages } from '../../../locales/requests.ts';

export interface IdempotentCall {
  readonly account: string | null;
  /** Method and path. */
  readonly operation: string;
  readonly key: string;
  readonly body: Buffer;
}

/** Refusals that are final answers. Other errors mean that the call was not understood, or that the server failed. */
const answering: readonly number[] = [403, 404, 409, 422];

/**
 * Identifies the call that this request makes.
 * @param secret keys the digest of the body, which may contain a password
 * @throws HttpError 400 without a key
 */
export function callOf(
  request: FastifyRequest,
  { secret, account }: { readonly secret: KeyObject; readonly account: string | null },
): IdempotentCall {
  const { method, url, body } = request;
  const operation = `${method} ${url.split('?', 1)[0] ?? url}`;
  return { account, operation, key: readIdempotencyKey(request), body: digestOf(secret, body) };
}

/** The content of a call, in the form that is compared with a retry. */
export function digestOf(secret: KeyObject, body: unknown): Buffer {
  return createHmac('sha256', secret)
    .update(canonical(body ?? null))
    .digest();
}

export function idempotencyKeyOf({ account, operation, key, body }: IdempotentCall): IdempotencyKey {
  return { scope: `${account ?? 'signed-out'} ${operation}`, key, body };
}

/**
 * Sends an answer or a stored one. A changed record is sent as it was after the change.
 * @throws HttpError for a refusal, in the current caller's language
 */
export function sendAnswer(reply: FastifyReply, { status, headers, text }: HttpAnswer): FastifyReply {
  if (status >= 400) throw new HttpError(JSON.parse(text) as HttpProblem);
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(text);
}

/** The refusal as a stored answer for a retry; null if the call may be tried again. */
export function refusalIn(error: unknown): HttpAnswer | null {
  if (!(error instanceof HttpError) || !answering.includes(error.status)) return null;
  const { status, headers } = error;
  return { status, headers, text: JSON.stringify(error.problem) };
}

/** The state of a claimed call, as the database returns it. */
export interface ClaimRow {
  readonly claim: 'nobody' | 'running' | 'other' | 'answered' | 'taken';
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  readonly answer: string;
}

/**
 * The answer of an earlier call with this key; null if this call is the first.
 * @throws HttpError 422 if the key belongs to another body, 409 while the first call is running
 */
export function answerBefore({ claim, status, headers, answer }: ClaimRow): HttpAnswer | null {
  if (claim === 'running') throw stillRunning();
  if (claim === 'other') {
    throw unprocessable({ 'Idempotency-Key': [message(requestMessages.idempotencyKeyReused)] });
  }
  return claim === 'answered' ? { status, headers, text: answer } : null;
}

function stillRunning(): HttpError {
  return new HttpError({
    status: 409,
    code: 'running',
    message: message(problemMessages.callStillRunning),
    headers: { 'Retry-After': '1' },
  });
}

/** A refusal, with the portal that refuses. */
export interface KeptRefusal {
  readonly idempotencyKey: IdempotencyKey;
  readonly refusal: HttpAnswer;
  readonly portal: Portal;
}

/**
 * Stores a refusal for a retry.
 * @throws HttpError 503 while another version comes into force: the caller tries again with the same key, and must not
 * get this refusal then
 */
export async function keepRefusal(
  application: Pick<Application, 'versionOf' | 'portal'>,
  { idempotencyKey, refusal, portal }: KeptRefusal,
  client: Queryable,
): Promise<void> {
  await requireApplied(application, portal, client);
  // If the refusal cannot be stored, the retry computes it again.
  await keepAnswer(client, idempotencyKey, refusal).catch(() => {});
}

/** Calls that this process is running. Its connection would get its own lock a second time. */
const runningIn = onceForEach<Database, Set<string>>(() => new Set());

/** Where a call is answered. */
interface CallDesk {
  readonly application: Pick<Application, 'database' | 'versionOf' | 'portal'>;
  readonly portal: Portal;
}

/**
 * Does the work, or repeats the answer (or refusal) of an earlier call with this key. For work that needs more than
 * one transaction. If the work did not start or failed, the key is free again. The claim ends with the process that
 * made it.
 * @param portal that serves the call
 * @param work returns the answer that it stored with its write
 * @throws HttpError 422 for another body, 409 while the first call is running, 503 as `keepRefusal`
 */
export async function once(
  { application, portal }: CallDesk,
  call: IdempotentCall,
  work: (idempotencyKey: IdempotencyKey) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { database } = application;
  const idempotencyKey = idempotencyKeyOf(call);
  const { scope, key, body } = idempotencyKey;
  const [running, name] = [runningIn(database), `${scope}\n${key}`];
  if (running.has(name)) throw stillRunning();
  running.add(name);
  try {
    const [row] = await database.lasting.query<ClaimRow>('SELECT * FROM portal_claim($1, $2, $3, true)', [
      scope,
      key,
      body,
    ]);
    const first = row === undefined ? null : answerBefore(row);
    if (first !== null) return first;
    return await work(idempotencyKey)
      .catch(async (error: unknown) => {
        const refusal = refusalIn(error);
        if (refusal !== null) await keepRefusal(application, { idempotencyKey, refusal, portal }, database);
        throw error;
      })
      .finally(() => database.lasting.query('SELECT portal_release($1, $2)', [scope, key]).catch(() => {}));
  } finally {
    running.delete(name);
  }
}

/** Does the work of a request once, and sends its answer. */
export async function answerOnce(
  application: Application,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: (idempotencyKey: IdempotencyKey) => Promise<HttpAnswer>,
): Promise<FastifyReply> {
  const call = callOf(request, {
    secret: application.secret('idempotency'),
    account: request.visitor.account,
  });
  return sendAnswer(reply, await once({ application, portal: request.portal }, call, work));
}

/** Deletes expired answers. */
export async function forgetOldKeys(client: Queryable): Promise<void> {
  await client.query('DELETE FROM idempotency WHERE NOT portal_answer_lives(started_at)');
}
