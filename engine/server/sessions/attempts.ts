/**
 * Limits password guessing. Only failures count. In a quarter of an hour: 10 for an account from one network and 100
 * from one network. In a day: 50 for an account from everywhere, after which each further attempt waits longer. A
 * browser that signed in to the account before has 10 of its own, so other people's guesses do not lock it out.
 */
import { digestOfName } from '../accounts/digests.ts';
import type { FastifyRequest } from 'fastify';
import { inHashQueue } from '../accounts/password.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import { browserOf } from './csrf.ts';
import { digestOfToken } from '../accounts/digests.ts';
import { isKnownDevice } from './sessions.ts';
import { message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

const WINDOW = "interval '15 minutes'";
const DAY = "interval '1 day'";
const PER_ACCOUNT = 10;
const PER_NETWORK = 100;
const PER_DEVICE = 10;
const PER_ACCOUNT_A_DAY = 50;
/** Delay in minutes after the first failure above the daily limit. Each further failure doubles it. */
const FIRST_DELAY = 1;
const LONGEST_DELAY = 60;

/** The caller and the account of a sign-in attempt. */
export interface SignInAttempt {
  readonly network: string;
  readonly username: string;
  /** Digest of the browser's cookie; null: none was sent. */
  readonly device: Buffer | null;
  /** Has this browser signed in to the account before? */
  readonly isKnown: boolean;
}

/** @param account null: no account has this name */
export async function attemptOf(
  application: Application,
  request: FastifyRequest,
  { username, account }: { readonly username: string; readonly account: Account | null },
): Promise<SignInAttempt> {
  const cookie = browserOf(application, request);
  const device = cookie === null ? null : digestOfToken(cookie);
  const isKnown =
    device !== null && account !== null && (await isKnownDevice(application.database, account.id, device));
  return { network: networkOf(request.ip), username, device, isKnown };
}

/**
 * Counts the failures before and after the password check, so that parallel guesses gain nothing over sequential
 * ones.
 * @param isRight compares the password
 * @returns its result
 * @throws HttpError 429 with the seconds to wait
 */
export function attempt(
  client: Queryable,
  who: SignInAttempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const { network, device, isKnown } = who;
  const caller = isKnown && device !== null ? device.toString('base64') : network;
  return inHashQueue(caller, async () => {
    await requireAttemptLeft(client, who, 1);
    const answer = await isRight();
    if (!answer) await countFailure(client, who);
    // This failure may itself be the last one allowed.
    await requireAttemptLeft(client, who, answer ? 1 : 0);
    return answer;
  });
}

/** Deletes failures that no limit counts any more. */
export async function forgetOldFailures(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM failed_sign_ins WHERE at < now() - ${DAY}`);
}

/** @param needed number of further failures that must be possible */
async function requireAttemptLeft(client: Queryable, who: SignInAttempt, needed: 0 | 1): Promise<void> {
  const seconds = who.isKnown ? await waitOfDevice(client, who, needed) : await waitOf(client, who, needed);
  if (seconds <= 0) return;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  throw tooMany(message(accountMessages.tooManyAttempts, { count: minutes }), seconds);
}

/** Seconds until this browser may fail again; 0 or less if it may now. */
async function waitOfDevice(
  client: Queryable,
  { username, device }: SignInAttempt,
  needed: 0 | 1,
): Promise<number> {
  const [row] = await client.query<{ seconds: number | null }>({
    name: 'failed-sign-ins-of-device',
    text: `SELECT extract(epoch FROM (
        SELECT at FROM failed_sign_ins WHERE username = $1 AND device = $2 ORDER BY at DESC OFFSET $3 LIMIT 1
      ) + ${WINDOW} - now())::float8 AS seconds`,
    values: [digestOfName(username), device, PER_DEVICE - needed],
  });
  return row?.seconds ?? 0;
}

/** The same for a browser that has not signed in to the account before. */
async function waitOf(
  client: Queryable,
  { network, username }: SignInAttempt,
  needed: 0 | 1,
): Promise<number> {
  const [row] = await client.query<{ seconds: number | null }>({
    name: 'failed-sign-ins',
    // A quarter-hour limit of n ends when the nth newest failure is a quarter of an hour old. The daily limit delays
    // the next attempt, counted from the newest failure except the caller's own.
    text: `SELECT extract(epoch FROM greatest(
        (SELECT at FROM failed_sign_ins WHERE network = $1 AND username = $2 ORDER BY at DESC OFFSET $3 LIMIT 1)
          + ${WINDOW},
        (SELECT at FROM failed_sign_ins WHERE network = $1 ORDER BY at DESC OFFSET $4 LIMIT 1) + ${WINDOW},
        (SELECT max(at) + least(${LONGEST_DELAY}, ${FIRST_DELAY} * 2 ^ least(count(*) - $6, 20)) * interval '1 minute'
          FROM (SELECT at FROM failed_sign_ins WHERE username = $2 AND at > now() - ${DAY}
            ORDER BY at DESC OFFSET $5) f
          HAVING count(*) >= $6)
      ) - now())::float8 AS seconds`,
    values: [
      network,
      digestOfName(username),
      PER_ACCOUNT - needed,
      PER_NETWORK - needed,
      1 - needed,
      PER_ACCOUNT_A_DAY,
    ],
  });
  return row?.seconds ?? 0;
}

async function countFailure(client: Queryable, { network, username, device }: SignInAttempt): Promise<void> {
  await client.query('INSERT INTO failed_sign_ins (network, username, device) VALUES ($1, $2, $3)', [
    network,
    digestOfName(username),
    device,
  ]);
}
