/** Numbers the configurations that come into force, so that events can refer to their version. */
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../database/database.ts';
import type { Version } from '../history/event-chain.ts';

/** Channel that tells every process of a version that somebody put in force. */
export const versionsChannel = 'configuration';

const finding = `SELECT number, hash, at FROM versions
  WHERE hash = $1 AND number >= coalesce($2, (SELECT max(number) FROM versions)) ORDER BY number = $2, number LIMIT 1`;

const adding = `INSERT INTO versions (number, hash) SELECT coalesce(max(number), 0) + 1, $1 FROM versions
  RETURNING number, hash, at`;

/**
 * Records that the portal comes into force. Processes with the same sequence of configurations get the same numbers:
 * each takes the first row after its own that has the portal's hash, then its own, and adds one only if there is none.
 * @param client of a transaction, which locks the versions until its end
 * @param after the version that this process served until now; null: it serves none yet, and the newest counts
 */
export async function enterVersion(
  client: Queryable,
  portal: Portal,
  after: Version | null = null,
): Promise<Version> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('versions'))`);
  const [known] = await client.query<VersionRow>(finding, [portal.hash, after?.number ?? null]);
  if (known !== undefined) return toVersion(known);
  await keepPortal(client, portal);
  const [added] = await client.query<VersionRow>(adding, [portal.hash]);
  if (added === undefined) throw new Error('The version was not recorded.');
  return toVersion(added);
}

/** Stores the compiled portal, unless it is stored already. */
export async function keepPortal(client: Queryable, portal: Portal): Promise<void> {
  const known = await client.query('SELECT FROM portals WHERE hash = $1', [portal.hash]);
  if (known.length > 0) return;
  await client.query('INSERT INTO portals (hash, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    portal.hash,
    JSON.stringify(portal),
  ]);
}

/** @returns the version that came into force last, in any process; null: none yet */
export async function newestVersion(client: Queryable): Promise<Version | null> {
  const [row] = await client.query<VersionRow>(
    'SELECT number, hash, at FROM versions ORDER BY number DESC LIMIT 1',
  );
  return row === undefined ? null : toVersion(row);
}

type VersionRow = Omit<Version, 'at'> & { readonly at: Date };

function toVersion({ at, ...row }: VersionRow): Version {
  return { ...row, at: at.toISOString() };
}
