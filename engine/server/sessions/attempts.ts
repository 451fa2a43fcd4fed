/** Slows down guessing: only failures count, by account and address and by address alone, in a quarter of an hour. */
import { createHash } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';

const WINDOW_MINUTES = 15;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

/** @throws HttpError 429 with the seconds to wait */
export async function requireAttemptLeft(
  client: Queryable,
  address: string,
  username: string,
): Promise<void> {
  const [row] = await client.query<{
    own: number;
    all: number;
    seconds: number | null;
    own_seconds: number | null;
  }>({
    name: 'count-failed-sign-ins',
    text: `SELECT count(*) AS all, count(*) FILTER (WHERE username = $2) AS own,
        extract(epoch FROM min(at) + interval '${WINDOW_MINUTES} minutes' - now())::int AS seconds,
        extract(epoch FROM min(at) FILTER (WHERE username = $2) + interval '${WINDOW_MINUTES} minutes' - now())::int AS own_seconds
      FROM failed_sign_ins WHERE address = $1 AND at > now() - interval '${WINDOW_MINUTES} minutes'`,
    values: [address, digest(username)],
  });
  if (!row) return;
  const seconds = row.all >= PER_ADDRESS ? row.seconds : row.own >= PER_ACCOUNT ? row.own_seconds : null;
  if (seconds === null) return;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  throw tooMany(
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}

export async function countFailure(client: Queryable, address: string, username: string): Promise<void> {
  await client.query('INSERT INTO failed_sign_ins (address, username) VALUES ($1, $2)', [
    address,
    digest(username),
  ]);
}

export async function forgetOldFailures(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM failed_sign_ins WHERE at < now() - interval '${WINDOW_MINUTES} minutes'`);
}

/** The name that was tried may be a password typed into the wrong field. */
function digest(username: string): Buffer {
  return createHash('sha256').update(username.trim().toLowerCase()).digest();
}
