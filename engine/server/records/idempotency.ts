/** A call that writes is carried out once: a retry with the same key gets the first answer. */
import { createHmac, type KeyObject } from 'node:crypto';
import { say } from '../../portal/say.ts';
import type { Queryable } from '../database/database.ts';
import { badRequest, HttpError, unprocessable } from '../http/errors.ts';
import { canonical } from './event-chain.ts';
import type { Answer, Claim } from './answer.ts';

export type { Claim } from './answer.ts';

export interface Call {
  readonly account: string | null;
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

const claiming = {
  name: 'idempotency-claim',
  // A call that has run for two minutes without an answer died with its process.
  text: `INSERT INTO idempotency AS i (scope, key, body) VALUES ($1, $2, $3)
    ON CONFLICT (scope, key) DO UPDATE
      SET body = excluded.body, started_at = now(), status = NULL, headers = NULL, answer = NULL
      WHERE i.started_at < now() - interval '24 hours'
        OR (i.status IS NULL AND i.started_at < now() - interval '2 minutes' AND i.body = excluded.body)
    RETURNING key`,
};

const refusing = {
  name: 'idempotency-refuse',
  text: 'UPDATE idempotency SET status = $3, headers = $4, answer = $5 WHERE scope = $1 AND key = $2 AND status IS NULL',
};

const freeing = {
  name: 'idempotency-free',
  text: 'DELETE FROM idempotency WHERE scope = $1 AND key = $2 AND status IS NULL',
};

/** Refusals that are answers; others say that the call was never understood, or that we failed. */
const answering: readonly number[] = [403, 404, 409, 422];

const finding = {
  name: 'idempotency-find',
  text: 'SELECT body, status, headers, answer FROM idempotency WHERE scope = $1 AND key = $2',
};

/**
 * Carries out the work, or repeats the answer of an earlier call with this key, be it a refusal.
 * Where the work was not begun or broke down the key is free again.
 * @param work answers what it kept with its write
 * @throws HttpError 400 without a key, 422 for another body, 409 while the first call runs
 */
export async function once(
  client: Queryable,
  secret: KeyObject,
  call: Call,
  work: (claim: Claim) => Promise<Answer>,
): Promise<Answer> {
  const key = call.key?.trim();
  if (!key || key.length > 255) {
    throw badRequest('idempotency-key', 'Send an Idempotency-Key: a new one for each thing to be done.');
  }
  const scope = `${call.account ?? 'signed-out'} ${call.method} ${call.path}`;
  // Keyed, since a body may hold a password.
  const body = createHmac('sha256', secret)
    .update(canonical(call.body ?? null))
    .digest();
  const claimed = await client.query({ ...claiming, values: [scope, key, body] });
  if (claimed.length === 0) {
    const first = await firstAnswer(client, { scope, key }, body);
    if (first !== null) return first;
    return once(client, secret, call, work);
  }
  try {
    return await work({ scope, key });
  } catch (error) {
    await settleRefused(client, { scope, key }, error);
    throw error;
  }
}

async function settleRefused(client: Queryable, { scope, key }: Claim, error: unknown): Promise<void> {
  if (error instanceof HttpError && answering.includes(error.status)) {
    const { status, headers, body } = error;
    await client.query({
      ...refusing,
      values: [scope, key, status, JSON.stringify(headers), JSON.stringify(body)],
    });
    return;
  }
  await client.query({ ...freeing, values: [scope, key] });
}

/** Forgets what is older than a day. */
export async function forgetOldKeys(client: Queryable): Promise<void> {
  await client.query("DELETE FROM idempotency WHERE started_at < now() - interval '24 hours'");
}

interface Kept {
  readonly body: Buffer;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** Null when the first call came to nothing in the meantime: then this one is the first. */
async function firstAnswer(client: Queryable, { scope, key }: Claim, body: Buffer): Promise<Answer | null> {
  const [kept] = await client.query<Kept>({ ...finding, values: [scope, key] });
  if (kept === undefined) return null;
  if (!kept.body.equals(body)) {
    throw unprocessable({ 'Idempotency-Key': ['This key was used for something else. Send a new one.'] });
  }
  if (kept.status === null) {
    throw new HttpError(
      409,
      { message: say({}, 'The same call is still running.'), code: 'running' },
      { 'Retry-After': '1' },
    );
  }
  return { status: kept.status, headers: kept.headers, body: JSON.parse(kept.answer) };
}
