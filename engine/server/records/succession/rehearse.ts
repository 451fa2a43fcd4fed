/** Tries what putting a configuration in force would do to the records, in a transaction that is rolled back. */
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../../portal/model/portal.ts';
import { withWayBack } from '../../../portal/succession/way-back.ts';
import type { Database } from '../../database/database.ts';
import { withRetries } from '../../database/transactions.ts';
import { enterVersion } from '../../portals/versions.ts';
import { type AdoptionResult, adoptIn, findObstacles } from './adopt-portal.ts';
import { findDue } from './migration-runs.ts';

export interface RehearsedChange {
  readonly portal: Portal;
  readonly before: Portal;
  /** The earlier version that is put in force again; null: the configuration is new. */
  readonly again: number | null;
  readonly key: KeyObject;
}

/** Locks records only if a migration is due. @returns the obstacles, and what the migrations do */
export async function rehearse(database: Database, change: RehearsedChange): Promise<AdoptionResult> {
  const { portal, before } = change;
  const { pending, undone } = await findDue(database, change);
  if (pending.length + undone.length > 0) return withRetries(() => tryAdoption(database, change));
  const obstacles = await findObstacles(database, { portal: withWayBack(before, portal), before });
  return { obstacles, migrations: [] };
}

class RehearsalEnd extends Error {
  readonly result: AdoptionResult;

  constructor(result: AdoptionResult) {
    super('The rehearsal is over.');
    this.result = result;
  }
}

async function tryAdoption(
  database: Database,
  { key, ...adoption }: RehearsedChange,
): Promise<AdoptionResult> {
  try {
    return await database.transaction<never>(async (client) => {
      const ledger = async () => ({ key, configuration: await enterVersion(client, adoption.portal) });
      throw new RehearsalEnd(await adoptIn(client, adoption, ledger));
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.result;
    throw error;
  }
}
