/** Adopts a configuration for the stored records, or finds the records that would have no rules under it. */
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Database } from '../../database/database.ts';
import { withRetries } from '../../database/transactions.ts';
import type { Ledger } from '../../history/ledger.ts';
import { enterVersion } from '../../portals/versions.ts';
import { moveRenamed } from './move-renamed.ts';
import { recordAdoption } from '../rows/newest-rules.ts';
import { findStranded, type StrandedRecords } from './stranded.ts';

/**
 * Moves the records of renamed states. It searches for them on every call, because a process with another
 * configuration may have written some since this one was adopted.
 * @param isInForce it is already the newest version in force: it is adopted whatever it strands
 * @returns what the configuration strands; a new configuration that strands anything changes nothing and must not
 * come into force
 */
export async function adoptPortal(
  database: Database,
  portal: Portal,
  key: KeyObject,
  isInForce = false,
): Promise<readonly StrandedRecords[]> {
  return withRetries(() =>
    database.transaction(async (client) => {
      // One configuration at a time, across all processes.
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('adopt_portal'))`);
      const stranded = await findStranded(client, portal);
      const ledger = async (): Promise<Ledger> => ({
        key,
        configuration: await enterVersion(client, portal),
      });
      if (stranded.length > 0 && !isInForce) return stranded;
      await moveRenamed(client, portal, ledger);
      await recordAdoption(client, portal);
      return stranded;
    }),
  );
}
