/** Puts a configuration over the records that are there, or finds what it would leave without a rule. */
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Database } from '../../database/database.ts';
import { withRetries } from '../../database/with-retries.ts';
import type { Ledger } from '../../history/ledger.ts';
import { enterVersion } from '../../portals/versions.ts';
import { moveRenamed } from './move-renamed.ts';
import { noteAdopted } from '../rows/newest-rules.ts';
import { findStranded, type StrandedRecords } from './stranded.ts';

/**
 * Moves the records of renamed states. Whether any are left is asked each time: a process that still serves another
 * configuration may have written some since this one was adopted.
 * @param isInForce it is the newest version in force already: it is adopted whatever it strands
 * @returns what the configuration strands; a new configuration that strands anything changed nothing, and it must not
 *   come into force
 */
export async function adoptPortal(
  database: Database,
  portal: Portal,
  key: KeyObject,
  isInForce = false,
): Promise<readonly StrandedRecords[]> {
  return withRetries(() =>
    database.transaction(async (client) => {
      // One configuration after the other, in whichever process.
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('adopt_portal'))`);
      const stranded = await findStranded(client, portal);
      const ledger = async (): Promise<Ledger> => ({
        key,
        configuration: await enterVersion(client, portal),
      });
      if (stranded.length > 0 && !isInForce) return stranded;
      await moveRenamed(client, portal, ledger);
      await noteAdopted(client, portal);
      return stranded;
    }),
  );
}
