/** Reads the configuration that is in force in the database, if there is one. */
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../server/database/database.ts';
import { withDatabase } from '../../server/database/open-database.ts';
import { auditKeyPath, readAuditKey } from '../../server/history/audit-key.ts';
import { readSettings, type Settings } from '../../server/kernel/settings.ts';
import { type KeptConfiguration, readLastConfiguration } from '../../server/portals/config-files.ts';
import { StartError } from '../../server/process/start-error.ts';

/** Has this portal been started before, or does it have a database of its own? */
export function hasDatabase({ databaseUrl, dataDirectory }: Settings): boolean {
  return databaseUrl !== null || existsSync(join(dataDirectory, 'database-passwords.json'));
}

export interface InForce {
  readonly database: Database;
  readonly last: KeptConfiguration;
  /** Seals histories and files. */
  readonly key: KeyObject;
}

/**
 * @param work receives the newest version that was in force; it may run twice, so it must change nothing or all at once
 * @returns null if there is no database, or no configuration was in force in it yet
 * @throws StartError if the database or the audit key is missing
 */
export async function withInForce<Result>(work: (found: InForce) => Promise<Result>): Promise<Result | null> {
  const settings = readSettings(process.env);
  if (!hasDatabase(settings)) return null;
  const key = await readAuditKey(settings);
  if (key === null) throw new StartError(`There is no audit key in ${auditKeyPath(settings)}.`);
  return withDatabase(settings, async (database) => {
    const { last } = await readLastConfiguration(database, key);
    return last === null ? null : work({ database, last, key });
  });
}
