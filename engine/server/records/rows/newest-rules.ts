/** Which rules were adopted last. Rows that an office keeps change none of them, whichever process they are kept in. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Queryable } from '../../database/database.ts';
import { lifeOf } from './life.ts';

const newest = 'SELECT life FROM adoptions ORDER BY number DESC LIMIT 1';

/** @param client of a transaction in which nobody else adopts a configuration */
export async function noteAdopted(client: Queryable, portal: Portal): Promise<void> {
  await client.query(
    `INSERT INTO adoptions (life) SELECT $1::integer WHERE $1::integer IS DISTINCT FROM (${newest})`,
    [lifeOf(portal)],
  );
}

/** A process that still serves older rules leaves the records to those that serve the newest. */
export async function hasNewestRules(client: Queryable, portal: Portal): Promise<boolean> {
  const [row] = await client.query<{ life: number }>(newest);
  return row === undefined || row.life === lifeOf(portal);
}
