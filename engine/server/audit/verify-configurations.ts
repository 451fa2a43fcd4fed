/** Verifies the stored files of all configurations that were ever in force. */
import type { KeyObject } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { type FileTexts, readTexts, type SealedFiles, sealFaultOf } from '../portals/config-files.ts';
import { fingerprintOf } from '../history/audit-key.ts';

/** A version that differs from what was sealed. */
export interface ConfigurationFinding {
  readonly subject: string;
  readonly version: null;
  readonly why: string;
}

const atOnce = 100;

/** @returns each version that was sealed with this key and changed afterwards */
export async function verifyConfigurations(
  client: Queryable,
  key: KeyObject,
): Promise<ConfigurationFinding[]> {
  const findings: ConfigurationFinding[] = [];
  // Most versions share most texts. Each text is read once, and only the result is remembered.
  const seen = new Map<string, string | null>();
  const look = async (hashes: readonly string[]): Promise<FileTexts> => {
    const unseen = hashes.filter((of) => !seen.has(of));
    if (unseen.length === 0) return seen;
    for (const [of, text] of await readTexts(client, unseen)) seen.set(of, text === null ? null : '');
    return seen;
  };
  for (let after = 0; ;) {
    const rows = await client.query<SealedFiles & { readonly isPruned: boolean; readonly isNamed: boolean }>(
      `SELECT f.version AS number, coalesce(v.hash, '') AS portal, f.files, f.seal, p.version IS NOT NULL AS "isPruned",
         p.version IS NOT NULL AND EXISTS (SELECT FROM events e WHERE e.configuration = f.version) AS "isNamed"
       FROM version_files f LEFT JOIN versions v ON v.number = f.version
         LEFT JOIN pruned_versions p ON p.version = f.version
       WHERE f.key = $1 AND f.version > $2 ORDER BY f.version LIMIT ${atOnce}`,
      [fingerprintOf(key), after],
    );
    for (const row of rows) {
      const fault = row.isNamed
        ? 'its files were pruned, though records refer to it'
        : await sealFaultOf(key, row, row.isPruned ? null : look);
      if (fault === null) continue;
      findings.push({
        subject: `version ${row.number} of the configuration`,
        version: null,
        why: `was changed: ${fault}`,
      });
    }
    const last = rows.at(-1);
    if (last === undefined) return findings;
    after = last.number;
  }
}
