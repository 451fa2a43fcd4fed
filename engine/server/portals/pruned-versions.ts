/** Prunes the files of old versions by the rule of the configuration. Numbers, hashes, lists of files and plans stay. */
import type { Duration } from '../../portal/model/condition.ts';
import type { Database, Queryable } from '../database/database.ts';

export interface PruningResult {
  /** Numbers of the versions that lost their files. */
  readonly versions: readonly number[];
  /** How many texts no version needed any more, and their bytes as they were stored. */
  readonly texts: number;
  readonly bytes: number;
}

/**
 * A version keeps its files for the time after which another took its place, and for ever if an event of a record
 * names it, something that waits goes back to it, or it is one of the two that came into force last. The database itself
 * refuses to lose what an event names.
 * @param isTrial writes nothing
 */
export function pruneVersions(
  database: Database,
  { keepFiles, isTrial = false }: { readonly keepFiles: Duration; readonly isTrial?: boolean },
): Promise<PruningResult> {
  return database.transaction(async (client) => {
    await client.query('SAVEPOINT pruning');
    const pruned = await pruneIn(client, keepFiles);
    if (isTrial) await client.query('ROLLBACK TO SAVEPOINT pruning');
    return pruned;
  });
}

const pruning = `INSERT INTO pruned_versions (version)
  SELECT v.number FROM versions v JOIN versions successor ON successor.number = v.number + 1
  WHERE successor.at < now() - $1::interval
    AND v.number NOT IN (SELECT number FROM versions ORDER BY number DESC LIMIT 2)
    AND v.number NOT IN (SELECT version FROM applied_versions ORDER BY version DESC LIMIT 2)
    AND EXISTS (SELECT FROM version_files f WHERE f.version = v.number)
    AND NOT EXISTS (SELECT FROM events e WHERE e.configuration = v.number)
    AND NOT EXISTS (SELECT FROM wished_versions w WHERE w.again = v.number)
    AND NOT EXISTS (SELECT FROM pruned_versions p WHERE p.version = v.number)
  RETURNING version`;

const deleting = `DELETE FROM config_files WHERE hash NOT IN (SELECT hash FROM needed_config_files)
  RETURNING length(body) AS bytes`;

async function pruneIn(client: Queryable, { amount, unit }: Duration): Promise<PruningResult> {
  const rows = await client.query<{ version: number }>(pruning, [`${amount} ${unit}`]);
  // Whoever stores a version meanwhile must not count on a text that goes.
  await client.query(`SELECT pg_advisory_xact_lock(${textsLock})`);
  const texts = await client.query<{ bytes: number }>(deleting);
  return {
    versions: rows.map(({ version }) => version).toSorted((a, b) => a - b),
    texts: texts.length,
    bytes: texts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Shared by whoever stores texts, until what needs them is committed. */
export const textsLock = `hashtext('config_files')`;
