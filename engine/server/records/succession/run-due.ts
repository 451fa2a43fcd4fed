/** Runs the migrations that are due, takes back those of versions that are left, and records both. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Queryable } from '../../database/database.ts';
import type { Ledger } from '../../history/ledger.ts';
import { type DueMigrations, noteRun, type VersionChange } from './migration-runs.ts';
import { type MigrationOutcome, runMigration, takeBack } from './run-migration.ts';

export interface MigrationWork {
  readonly due: DueMigrations;
  /** Called only if there is something to write. */
  readonly ledger: () => Promise<Ledger>;
}

/** Stops at the first that cannot run. */
export async function runDue(
  client: Queryable,
  portal: Portal,
  { due, ledger }: MigrationWork,
): Promise<readonly MigrationOutcome[]> {
  const outcomes: MigrationOutcome[] = [];
  for (const migration of due.pending) {
    const outcome = due.isFirst ? null : await runMigration(client, migration, { portal, ledger });
    if (outcome !== null) outcomes.push(outcome);
    if (outcome !== null && outcome.faults.length > 0) break;
    const { name } = migration;
    const { configuration } = await ledger();
    await noteRun(client, configuration, { name, direction: 'forward', records: outcome?.records ?? 0 });
  }
  return outcomes;
}

export async function takeBackDue(
  client: Queryable,
  { portal, before }: Pick<VersionChange, 'portal' | 'before'>,
  { due, ledger }: MigrationWork,
): Promise<readonly MigrationOutcome[]> {
  const outcomes: MigrationOutcome[] = [];
  for (const { migration, ...run } of due.undone) {
    const { name, records } = run;
    if (before === null || (migration?.back ?? null) === null || migration === null) {
      outcomes.push({ name, does: 'stay', records, example: null, faults: [] });
      continue;
    }
    const outcome = await takeBack(client, { migration, run }, { portal, left: before, ledger });
    outcomes.push(outcome);
    const { configuration } = await ledger();
    await noteRun(client, configuration, { name, direction: 'back', records: outcome.records });
  }
  return outcomes;
}
