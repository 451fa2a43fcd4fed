/** A call that writes is carried out once: a retry with the same key gets the first answer. */
import { createHmac, type KeyObject } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAwayError } from '../../database/away.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { badRequest, HttpError, type HttpProblem, unprocessable } from '../../http/errors.ts';
import { canonical } from '../../history/canonical.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';
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

const claiming = {
  name: 'idempotency-claim',
  // A call that runs for two minutes has lost its connections, though its process lives: it can no longer write either.
  text: `INSERT INTO idempotency AS i (scope, key, body, holder) VALUES ($1, $2, $3, $4)
    ON CONFLICT (scope, key) DO UPDATE
      SET body = excluded.body, holder = excluded.holder, started_at = now(), status = NULL, headers = NULL, answer = NULL
      WHERE i.started_at < now() - interval '24 hours'
        OR (i.status IS NULL AND i.body = excluded.body
          AND (i.started_at < now() - interval '2 minutes' OR NOT portal_lives(i.holder)))
    RETURNING key`,
};

const refusing = {
  name: 'idempotency-refuse',
  text: `UPDATE idempotency SET status = $4, headers = $5, answer = $6, holder = NULL
    WHERE scope = $1 AND key = $2 AND status IS NULL AND holder = $3`,
};

const freeing = {
  name: 'idempotency-free',
  text: 'DELETE FROM idempotency WHERE scope = $1 AND key = $2 AND status IS NULL AND holder = $3',
};

/** Refusals that are answers; others say that the call was never understood, or that we failed. */
const answering: readonly number[] = [403, 404, 409, 422];

const finding = {
  name: 'idempotency-find',
  text: 'SELECT body, status, headers, answer FROM idempotency WHERE scope = $1 AND key = $2',
};

/** @throws HttpError 400 without a key */
export function requireKey(header: string | readonly string[] | undefined): string {
  const key = [header].flat()[0]?.trim();
  if (key !== undefined && key !== '' && key.length <= 255) return key;
  throw badRequest('idempotency-key', message(requestMessages.idempotencyKeyMissing));
}

/** Method and path, which a key belongs to. */
export function operationOf({ method, url }: FastifyRequest): string {
  return `${method} ${url.split('?', 1)[0] ?? url}`;
}

/** What a call says, as it is compared with what a retry says; keyed, since it may hold a password. */
export function digestOf(secret: KeyObject, body: unknown): Buffer {
  return createHmac('sha256', secret)
    .update(canonical(body ?? null))
    .digest();
}

export function idempotencyKeyOf({ account, operation, key, body }: IdempotentCall): IdempotencyKey {
  return { scope: `${account ?? 'signed-out'} ${operation}`, key, body };
}

/**
 * Sends an answer, also one that was kept: what was changed is as it was then.
 * @throws HttpError for a refusal, which is said in the language of who asks now
 */
export function sendAnswer(reply: FastifyReply, { status, headers, text }: HttpAnswer): FastifyReply {
  if (status >= 400) throw new HttpError(JSON.parse(text) as HttpProblem);
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(text);
}

/** The refusal as the answer that a retry gets; null where the call may be tried again. */
export function refusalIn(error: unknown): HttpAnswer | null {
  if (!(error instanceof HttpError) || !answering.includes(error.status)) return null;
  const { status, headers } = error;
  return { status, headers, text: JSON.stringify(error.problem) };
}

export function isRunning(): HttpError {
  return new HttpError({
    status: 409,
    code: 'running',
    message: message(problemMessages.callStillRunning),
    headers: { 'Retry-After': '1' },
  });
}

export function isAnotherCall(): HttpError {
  return unprocessable({ 'Idempotency-Key': [message(requestMessages.idempotencyKeyReused)] });
}

/**
 * Carries out the work, or repeats the answer of an earlier call with this key, be it a refusal: for work that is more
 * than one transaction. Where it was not begun or broke down the key is free again.
 * The claim ends with the process that made it.
 * @param work answers what it kept with its write
 * @throws HttpError 422 for another body, 409 while the first call runs
 */
export async function once(
  database: Database,
  call: IdempotentCall,
  work: (idempotencyKey: IdempotencyKey) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const holder = await database.processNumber();
  const idempotencyKey = { ...idempotencyKeyOf(call), holder };
  const { scope, key, body } = idempotencyKey;
  const claimed = await database.query({ ...claiming, values: [scope, key, body, holder] });
  if (claimed.length === 0) {
    const first = await firstAnswer(database, idempotencyKey);
    if (first !== null) return first;
    return once(database, call, work);
  }
  try {
    return await work(idempotencyKey);
  } catch (error) {
    await settleRefused(database, idempotencyKey, error);
    throw error;
  }
}

/** Where a connection broke, another one may have broken with it: the key is freed over the next. */
async function settleRefused(
  database: Database,
  idempotencyKey: IdempotencyKey,
  error: unknown,
  tries = 3,
): Promise<void> {
  const { scope, key, holder } = idempotencyKey;
  const refusal = refusalIn(error);
  const settling =
    refusal === null
      ? { ...freeing, values: [scope, key, holder] }
      : {
          ...refusing,
          values: [scope, key, holder, refusal.status, JSON.stringify(refusal.headers), refusal.text],
        };
  await database.query(settling).catch((problem: unknown) => {
    if (!isAwayError(problem) || tries <= 1 || database.isAway()) throw error;
    return settleRefused(database, idempotencyKey, error, tries - 1);
  });
}

/** Forgets what is older than a day. */
export async function forgetOldKeys(client: Queryable): Promise<void> {
  await client.query("DELETE FROM idempotency WHERE started_at < now() - interval '24 hours'");
}

interface StoredAnswer {
  readonly body: Buffer;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** Null when the first call came to nothing in the meantime: then this one is the first. */
async function firstAnswer(
  client: Queryable,
  { scope, key, body }: IdempotencyKey,
): Promise<HttpAnswer | null> {
  const [kept] = await client.query<StoredAnswer>({ ...finding, values: [scope, key] });
  if (kept === undefined) return null;
  if (!kept.body.equals(body)) throw isAnotherCall();
  if (kept.status === null) throw isRunning();
  return { status: kept.status, headers: kept.headers, text: kept.answer };
}
