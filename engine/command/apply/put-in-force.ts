/** Puts a configuration in force in the database: shows its plan, adopts it for what is stored, and tells every server. */
import { failuresOf } from '../../cases/render-results.ts';
import { sayRowFault } from '../../portal/model/edited-row.ts';
import { compileInForce } from '../plan/compile-version.ts';
import { renderDiagnostics } from '../../config/diagnostics/render.ts';
import { compileWithRows } from '../../config/edited-rows.ts';
import { compileFolder } from '../../config/load.ts';
import type { ReadFiles } from '../../config/read-files.ts';
import { type Plan, planChange } from '../../plan/plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { readEditedRows } from '../../server/portals/row-keeper.ts';
import {
  removeWish,
  type WishedVersion,
  type WishTerms,
  wishVersion,
} from '../../server/portals/wished-versions.ts';
import { prepareEverywhere } from '../../server/portals/prepared-versions.ts';
import type { AppliedVersion } from '../../server/portals/applied-versions.ts';
import { applyPortal } from '../../server/records/succession/apply-portal.ts';
import { sayObstacles } from '../../server/records/succession/adopt-portal.ts';
import { loadExtensions } from '../load-extensions.ts';
import { askRecords } from '../plan/ask-records.ts';
import type { InForce } from '../plan/read-in-force.ts';
import { tellAuthor } from '../../server/accounts/tell-author.ts';
import { refused, type RefusedVersion, type VersionOutcome } from './outcome.ts';

/** The version in force, and where people read what would change. */
export interface ChangeDesk extends InForce {
  readonly show: (text: string) => void;
}

/** A configuration that somebody wants in force. */
export interface VersionSource {
  /** As people named it: a folder, a version. */
  readonly name: string;
  readonly read: ReadFiles;
  /** The earlier version whose files these are; null: they are new. */
  readonly again: number | null;
}

/** A sound configuration, with what it would do. */
export interface PlannedVersion {
  /** With the rows that offices keep. */
  readonly portal: Portal;
  readonly files: ReadFiles['files'];
  readonly before: { readonly portal: Portal; readonly number: number };
  readonly plan: Plan;
  readonly again: VersionSource['again'];
}

/** Without the rows that offices keep. @returns a refusal if this engine does not accept it */
export async function portalInForce({ last, show }: ChangeDesk): Promise<Portal | RefusedVersion> {
  const before = await compileInForce(last, show);
  return typeof before === 'string' ? refused(before) : before;
}

/** Shows mistakes and the plan. @param before in force now @returns a refusal if there is no plan */
export async function planVersion(
  { database, last, key, show }: ChangeDesk,
  before: Portal,
  { name, read, again }: VersionSource,
): Promise<PlannedVersion | RefusedVersion> {
  const additions = await loadExtensions();
  const { portal: alone, diagnostics } = compileFolder(read, { additions });
  show(renderDiagnostics(diagnostics));
  if (alone === null) return refused(`${name} has mistakes, so it cannot be put in force.`);
  const failures = failuresOf(read.files, alone);
  show(failures);
  if (failures !== '') return refused(`${name} does not do what its tests expect.`);
  const rows = await readEditedRows(database);
  const { portal, faults } =
    rows.length === 0 ? { portal: alone, faults: [] } : compileWithRows(read.files, rows, { additions });
  if (portal === null) {
    const told = faults.map((fault) => `${sayRowFault(fault)}\n`).join('');
    return refused(`${told}${name} does not take rows that offices have kept.`);
  }
  const sides = {
    before: { name: `version ${last.number}`, portal: before },
    after: { name, portal: alone },
  };
  const planned = planChange(sides.before, sides.after, localDate(Date.now(), alone.timeZone));
  const plan = await askRecords({ database, key, again }, planned, sides);
  show(renderPlan(plan));
  return { portal, files: read.files, before: { portal: before, number: last.number }, plan, again };
}

/** @param again the earlier version that was to come back: its files cannot be edited, but a copy of them can */
export function refusedFor(obstacles: readonly string[], again: number | null): RefusedVersion {
  const remedy = `The files of version ${again} stay as they are. Copy them with "munisipyo show ${again} --out FOLDER", correct the copy, and run "munisipyo apply FOLDER".`;
  return refused([...obstacles, ...(again === null ? [] : [remedy])].join('\n'));
}

/** Who wants it, and what it waits for. */
export type WishOrder = Pick<AppliedVersion, 'author' | 'message'> &
  Pick<WishedVersion, 'authorAccount'> &
  Pick<WishTerms, 'due' | 'address'>;

/** Puts it in force now, or lets it wait for its time and for a second person. */
export async function putInForce(
  found: InForce,
  planned: PlannedVersion,
  order: WishOrder,
): Promise<VersionOutcome> {
  if (!planned.plan.applicable) return refusedFor(planned.plan.obstacles, planned.again);
  const { database, key } = found;
  const { needsApproval } = planned.before.portal;
  const isNow = order.due === null && !needsApproval;
  const { plan, again } = planned;
  const terms = { ...order, again, plan, approver: null, needsApproval };
  const number = await database.transaction((client) =>
    wishVersion(client, key, {
      portal: planned.portal,
      files: planned.files,
      wish: { ...terms, state: isNow ? 'preparing' : 'waiting' },
    }),
  );
  if (!isNow) return { is: 'waits', wish: { ...terms, number }, timeZone: planned.before.portal.timeZone };
  try {
    return await applyWish(found, planned, { ...terms, number });
  } finally {
    await removeWish(database, number);
  }
}

/** @param wish as it is stored */
export async function applyWish(
  { database, key, last }: InForce,
  { portal, files, before }: PlannedVersion,
  wish: AppliedVersion & Pick<WishedVersion, 'number' | 'address'>,
): Promise<VersionOutcome> {
  await prepareEverywhere(database, wish.number);
  const outcome = await applyPortal(database, {
    ...wish,
    wish: wish.number,
    portal,
    files,
    before,
    key,
    also: (client) => tellAuthor(client, portal, wish, { is: 'applied' }),
  });
  switch (outcome.is) {
    case 'applied':
      return { is: 'applied', number: outcome.number, before: last.number };
    case 'same':
      return { is: 'same', number: last.number };
    case 'gone':
      return { is: 'gone', wish };
    case 'stale':
      return refused(`Version ${outcome.newest} came into force meanwhile. Look at the plan again.`);
    case 'refused':
      return refusedFor([...sayObstacles(outcome.obstacles), 'Nothing was changed.'], wish.again);
  }
}
