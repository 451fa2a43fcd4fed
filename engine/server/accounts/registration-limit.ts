/** Limits how many accounts one network may create, and how often one e-mail address gets a message about it. */
import { hash } from 'node:crypto';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';
import { message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

const HOUR = "interval '1 hour'";

interface Registration {
  /** Network of the caller, from `networkOf`. */
  readonly network: string;
  /** The e-mail address of the new account. */
  readonly username: string;
}

/**
 * Counts a registration, whether or not it succeeds. It is stored before the check, so parallel attempts get no
 * advantage.
 * @throws HttpError 429 if the network has created the maximum within the hour that `portal.yaml` allows
 */
export async function countRegistration(
  { database, portal }: Application,
  { network, username }: Registration,
): Promise<void> {
  const [row] = await database.query<{ at: string }>(
    'INSERT INTO registrations (network, username) VALUES ($1, $2) RETURNING at::text',
    [network, digest(username)],
  );
  const [limit] = await database.query<{ seconds: number }>(
    `SELECT extract(epoch FROM at + ${HOUR} - now())::float8 AS seconds FROM registrations
     WHERE network = $1 AND at > now() - ${HOUR} ORDER BY at DESC OFFSET $2 LIMIT 1`,
    [network, portal().registrationsPerHour],
  );
  if (limit === undefined) return;
  await database.query('DELETE FROM registrations WHERE network = $1 AND username = $2 AND at = $3', [
    network,
    digest(username),
    row?.at,
  ]);
  const minutes = Math.max(1, Math.ceil(limit.seconds / 60));
  throw tooMany(message(accountMessages.tooManyRegistrations, { minutes }), limit.seconds);
}

/** True if this address had no other registration within the hour before the newest one. */
export async function isFirstWithinAnHour(client: Queryable, username: string): Promise<boolean> {
  const rows = await client.query(
    `SELECT 1 FROM registrations WHERE username = $1 AND at > now() - ${HOUR} LIMIT 2`,
    [digest(username)],
  );
  return rows.length < 2;
}

/** Deletes rows that no limit counts any more. */
export async function forgetOldRegistrations(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM registrations WHERE at < now() - ${HOUR}`);
}

function digest(username: string): Buffer {
  return hash('sha256', username.trim().toLowerCase(), 'buffer');
}
