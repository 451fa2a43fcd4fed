/** Puts a configuration in force in the database: shows its plan, adopts it for what is stored, and tells every server. */
import { readCases } from '../../cases/read-cases.ts';
import { renderFailures } from '../../cases/render-results.ts';
import { runCase } from '../../cases/run-case.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileWithRows } from '../../config/edited-rows.ts';
import { compileFolder } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import { type Plan, planChange } from '../../plan/plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import { applyPortal } from '../../server/records/succession/apply-portal.ts';
import { sayObstacles } from '../../server/records/succession/adopt-portal.ts';
import { refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { askRecords } from '../plan/ask-records.ts';
import type { InForce } from '../plan/read-in-force.ts';
import { versionFiles } from '../plan/read-side.ts';

export interface WishedVersion {
  /** As people named it: a folder, a version. */
  readonly name: string;
  readonly read: ReadFiles;
  /** The earlier version whose files these are; null: they are new. */
  readonly again: number | null;
  readonly author: string;
  /** Null: only the plan is wanted. */
  readonly message: string | null;
}

/** @returns the exit code: 1 if it cannot be put in force */
export async function putInForce({ database, last, key }: InForce, wish: WishedVersion): Promise<number> {
  const additions = await loadExtensions();
  const { portal: before } = compileFolder(versionFiles(last), { proofs: false, additions });
  if (before === null)
    return refuse(`This engine does not accept version ${last.number}, which is in force.\n`, 1);
  const { portal: alone, diagnostics } = compileFolder(wish.read, { additions });
  process.stdout.write(renderDiagnostics(diagnostics));
  if (alone === null) return refuse(`${wish.name} has mistakes, so it cannot be put in force.\n`, 1);
  const failures = failuresOf(wish.read.files, alone);
  process.stdout.write(failures);
  if (failures !== '') return refuse(`${wish.name} does not do what its tests expect.\n`, 1);
  const rows = await readEditedRows(database);
  const { portal, faults } =
    rows.length === 0 ? { portal: alone, faults: [] } : compileWithRows(wish.read.files, rows, { additions });
  if (portal === null) {
    const told = faults
      .map(({ lookup, value, message }) => `${lookup ?? ''} ${value ?? ''}: ${message}\n`)
      .join('');
    return refuse(`${told}${wish.name} does not take rows that offices have kept.\n`, 1);
  }
  const sides = {
    before: { name: `version ${last.number}`, portal: before },
    after: { name: wish.name, portal: alone },
  };
  const planned = planChange(sides.before, sides.after, localDate(Date.now(), alone.timeZone));
  const plan: Plan = await askRecords(database, planned, sides);
  process.stdout.write(renderPlan(plan));
  if (!plan.applicable) return 1;
  if (wish.message === null) return 0;
  const outcome = await applyPortal(database, {
    portal,
    files: wish.read.files,
    before: { portal: before, number: last.number },
    key,
    again: wish.again,
    author: wish.author,
    message: wish.message,
    plan,
  });
  switch (outcome.is) {
    case 'applied':
      process.stdout.write(
        `Version ${outcome.number} is in force. To take it back: munisipyo rollback ${last.number} --message "…"\n`,
      );
      return 0;
    case 'same':
      process.stdout.write(`Version ${last.number} is in force already, with the same content.\n`);
      return 0;
    case 'stale':
      return refuse(`Version ${outcome.newest} came into force meanwhile. Look at the plan again.\n`, 1);
    case 'refused':
      return refuse(`${sayObstacles(outcome.obstacles).join('\n')}\nNothing was changed.\n`, 1);
  }
}

/** What the cases of the configuration expect and it does not do, as `munisipyo test` reports it; empty: nothing. */
function failuresOf(files: ReadFiles['files'], portal: Portal): string {
  return renderFailures(
    readCases(files, portal).map((tried) => ({ tried, failures: runCase(portal, tried) })),
  );
}
