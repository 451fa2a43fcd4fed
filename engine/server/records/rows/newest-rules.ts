/** The rules of a record's life cycle: their hash, and whether they are the ones that were adopted last. */
import { createHash } from 'node:crypto';
import { automaticRules } from '../../../portal/life/automatic-rules.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Queryable } from '../../database/database.ts';

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

/** Fits an `integer` of the database and is never 0, which means that no rules are known. */
export const fingerprintOfRules = onceForEach((portal: Portal): number => {
  const digest = createHash('sha256')
    .update(JSON.stringify(automaticRules(portal)))
    .digest();
  return digest.readInt32BE(0) || 1;
});
