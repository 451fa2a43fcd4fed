/** Stores sign-ins with providers while they last: each is begun, answered and taken once, by one browser. */
import { randomBytes } from 'node:crypto';
import { accountMessages } from '../../locales/account.ts';
import { message, type Message } from '../../locales/message.ts';
import { digestOfToken } from '../accounts/digests.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';
import type { ProviderOutcome } from './provider-account.ts';

/** How long a person may take at the provider. The browser's cookie lives as long. */
export const SIGN_IN_MINUTES = 10;
const TICKET_MINUTES = 1;
const WINDOW_MINUTES = 15;
/** Sign-ins from one network that did not succeed. */
const MOST_OPEN = 100;

export interface PendingSignIn {
  readonly provider: string;
  /** Network of the caller, from `networkOf`. */
  readonly network: string;
  readonly next: string;
}

/**
 * @returns the secret of the browser's cookie, which is not stored
 * @throws HttpError 429 after too many sign-ins from the network that did not succeed
 */
export async function beginSignIn(
  client: Queryable,
  { provider, network, next }: PendingSignIn,
): Promise<string> {
  const [limit] = await client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM started_at + interval '${WINDOW_MINUTES} minutes' - now())::float8 AS seconds
     FROM provider_sign_ins WHERE network = $1 AND started_at > now() - interval '${WINDOW_MINUTES} minutes'
     ORDER BY started_at DESC OFFSET $2 LIMIT 1`,
    [network, MOST_OPEN - 1],
  );
  if (limit !== undefined) {
    const count = Math.max(1, Math.ceil(limit.seconds / 60));
    throw tooMany(message(accountMessages.tooManyAttempts, { count }), limit.seconds);
  }
  const secret = randomBytes(32).toString('base64url');
  // Those that no limit counts any more.
  await client.query(
    `DELETE FROM provider_sign_ins WHERE started_at < now() - interval '${WINDOW_MINUTES} minutes'`,
  );
  await client.query('INSERT INTO provider_sign_ins (id, provider, network, next) VALUES ($1, $2, $3, $4)', [
    digestOfToken(secret),
    provider,
    network,
    next,
  ]);
  return secret;
}

/**
 * Takes the one answer of the provider that counts.
 * @returns the path to open afterwards; null: there is no such sign-in, it has expired, or it was answered before
 */
export async function takeAnswer(
  client: Queryable,
  secret: string,
  provider: string,
): Promise<string | null> {
  const [row] = await client.query<{ next: string }>(
    `UPDATE provider_sign_ins SET answered_at = now() WHERE id = $1 AND provider = $2 AND answered_at IS NULL
     AND started_at > now() - interval '${SIGN_IN_MINUTES} minutes' RETURNING next`,
    [digestOfToken(secret), provider],
  );
  return row?.next ?? null;
}

/** @returns the ticket for the outcome, which is not stored */
export async function keepOutcome(
  client: Queryable,
  secret: string,
  { account, refusal }: ProviderOutcome,
): Promise<string> {
  const ticket = newTicket();
  await client.query(
    'UPDATE provider_sign_ins SET ticket = $2, account = $3, refusal = $4, answered_at = now() WHERE id = $1',
    [digestOfToken(secret), digestOfToken(ticket), account?.id ?? null, refusal ?? null],
  );
  return ticket;
}

/** A ticket of no sign-in leads to the message for expired ones. */
export function newTicket(): string {
  return randomBytes(32).toString('base64url');
}

interface TakenTicket {
  readonly provider: string;
  readonly account: string | null;
  readonly refusal: Message | null;
}

/**
 * Takes the ticket, once.
 * @param secret of the browser's cookie
 * @returns null: the ticket is unknown, expired, taken, or of another browser
 */
export async function takeTicket(
  client: Queryable,
  secret: string,
  ticket: string,
): Promise<TakenTicket | null> {
  const [row] = await client.query<TakenTicket>(
    `UPDATE provider_sign_ins SET ticket = NULL WHERE id = $1 AND ticket = $2
     AND answered_at > now() - interval '${TICKET_MINUTES} minutes' RETURNING provider, account, refusal`,
    [digestOfToken(secret), digestOfToken(ticket)],
  );
  return row ?? null;
}

export async function forgetSignIn(client: Queryable, secret: string): Promise<void> {
  await client.query('DELETE FROM provider_sign_ins WHERE id = $1', [digestOfToken(secret)]);
}
