/** The rules that were adopted last. Lookup rows that an office maintains do not change them. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Queryable } from '../../database/database.ts';
import { fingerprintOfRules } from './rules-fingerprint.ts';

const newest = 'SELECT life FROM adoptions ORDER BY number DESC LIMIT 1';

/** @param client of a transaction in which nobody else adopts a configuration */
export async function recordAdoption(client: Queryable, portal: Portal): Promise<void> {
  await client.query(
    `INSERT INTO adoptions (life) SELECT $1::integer WHERE $1::integer IS DISTINCT FROM (${newest})`,
    [fingerprintOfRules(portal)],
  );
}

/** A process with older rules leaves the records to processes with the newest. */
export async function hasNewestRules(client: Queryable, portal: Portal): Promise<boolean> {
  const [row] = await client.query<{ life: number }>(newest);
  return row === undefined || row.life === fingerprintOfRules(portal);
}
