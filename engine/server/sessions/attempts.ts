/** Slows down guessing: only failures count, by account and address and by address alone, in a quarter of an hour. */
import { createHash } from 'node:crypto';
import { say } from '../../portal/say.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';

const WINDOW = "interval '15 minutes'";
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

/** Who tries, and as whom. */
export interface Attempt {
  readonly address: string;
  readonly username: string;
}

/**
 * The failures are counted before the password is looked at, and again after it: many guesses at once find out no more
 * than so many one by one.
 * @param isRight compares the password
 * @returns what it answers
 * @throws HttpError 429 with the seconds to wait
 */
export async function attempt(
  client: Queryable,
  who: Attempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  await requireAttemptLeft(client, who, 1);
  const answer = await isRight();
  if (!answer) await countFailure(client, who);
  // This failure itself may be the last that is allowed.
  await requireAttemptLeft(client, who, answer ? 1 : 0);
  return answer;
}

export async function forgetOldFailures(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM failed_sign_ins WHERE at < now() - ${WINDOW}`);
}

/** @param needed how many more failures there must be room for */
async function requireAttemptLeft(
  client: Queryable,
  { address, username }: Attempt,
  needed: 0 | 1,
): Promise<void> {
  const [row] = await client.query<{ seconds: number | null }>({
    name: 'failed-sign-ins',
    // The limit is reached until the failure that stands at its place, counted from the newest, has grown old.
    text: `SELECT extract(epoch FROM greatest(
        (SELECT at FROM failed_sign_ins WHERE address = $1 AND username = $2 ORDER BY at DESC OFFSET $3 LIMIT 1),
        (SELECT at FROM failed_sign_ins WHERE address = $1 ORDER BY at DESC OFFSET $4 LIMIT 1)
      ) + ${WINDOW} - now())::float8 AS seconds`,
    values: [address, digest(username), PER_ACCOUNT - needed, PER_ADDRESS - needed],
  });
  const seconds = row?.seconds ?? 0;
  if (seconds <= 0) return;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  throw tooMany(
    minutes === 1
      ? say({}, 'Too many attempts. Try again in 1 minute.')
      : say({}, 'Too many attempts. Try again in {minutes} minutes.', { minutes }),
    seconds,
  );
}

async function countFailure(client: Queryable, { address, username }: Attempt): Promise<void> {
  await client.query('INSERT INTO failed_sign_ins (address, username) VALUES ($1, $2)', [
    address,
    digest(username),
  ]);
}

/** The name that was tried may be a password typed into the wrong field. */
function digest(username: string): Buffer {
  return createHash('sha256').update(username.trim().toLowerCase()).digest();
}
