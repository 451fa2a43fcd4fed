/** Reads the files of a version that was in force from the database. */
import type { Database } from '../../server/database/database.ts';
import { withDatabase } from '../../server/database/open-database.ts';
import { auditKeyPath, readAuditKey } from '../../server/history/audit-key.ts';
import { explainFault } from '../../server/kernel/explain-fault.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { type KeptConfiguration, readVersion } from '../../server/portals/config-files.ts';

/** The number of a version. Revisions of git that are only digits are longer. */
export function isVersion(name: string): boolean {
  return /^[1-9]\d{0,5}$/.test(name);
}

/** Without the rows that offices keep. @returns a sentence if they cannot be read */
export async function readKept(number: number): Promise<KeptConfiguration | string> {
  return asking(async (database) => {
    const settings = readSettings(process.env);
    const key = await readAuditKey(settings);
    return key === null
      ? `There is no audit key in ${auditKeyPath(settings)}.`
      : readVersion(database, key, number);
  });
}

/** @returns a sentence if the database cannot be asked */
export async function asking<Result>(
  question: (database: Database) => Promise<Result>,
): Promise<Result | string> {
  try {
    return await withDatabase(readSettings(process.env), question);
  } catch (error) {
    const line = explainFault(error);
    if (line === null) throw error;
    return line;
  }
}
