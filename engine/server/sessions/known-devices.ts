/** Browsers that signed in to an account before, identified by the cookie of the CSRF token. */
import { hash } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { aYear } from '../../portal/time/lengths.ts';

/** How long a browser is remembered after its last sign-in. Its cookie expires at the same time. */
export const browserLifetime = aYear;

/** The stored form of a browser's cookie. */
export function digestOfDevice(cookie: string): Buffer {
  return hash('sha256', cookie, 'buffer');
}

/** Has this browser signed in to the account within a year? */
export async function isKnownDevice(client: Queryable, account: string, device: Buffer): Promise<boolean> {
  const rows = await client.query({
    name: 'known-device',
    text: `SELECT 1 FROM known_devices WHERE account = $1 AND device = $2 AND seen_at > now() - interval '${browserLifetime} milliseconds'`,
    values: [account, device],
  });
  return rows.length > 0;
}

export async function rememberDevice(client: Queryable, account: string, device: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO known_devices (account, device) VALUES ($1, $2)
     ON CONFLICT (account, device) DO UPDATE SET seen_at = now()`,
    [account, device],
  );
}

/** Deletes the browsers that `isKnownDevice` no longer finds. */
export async function forgetOldDevices(client: Queryable): Promise<void> {
  await client.query(
    `DELETE FROM known_devices WHERE seen_at < now() - interval '${browserLifetime} milliseconds'`,
  );
}
