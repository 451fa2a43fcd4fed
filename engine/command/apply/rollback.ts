/** `munisipyo rollback`: puts an earlier version in force again, as a new one. */
import { readVersion } from '../../server/portals/config-files.ts';
import { readArguments, refuse } from '../arguments.ts';
import { isVersion } from '../plan/read-kept.ts';
import { versionFiles } from '../plan/read-side.ts';
import { deciding, orderOptions, orderVersion } from './order.ts';
import { refused, type VersionOutcome } from './outcome.ts';
import {
  type ChangeDesk,
  planVersion,
  portalInForce,
  refusedFor,
  type VersionSource,
} from './put-in-force.ts';

export const usage = `Usage: munisipyo rollback VERSION (--message TEXT | --plan) [--author NAME] [--at TIME] [--mail ADDRESS]
Puts the files of an earlier version in force again, as a new version: "munisipyo versions" has the numbers. What was
renamed since goes back to its earlier name, and everything else is as with "munisipyo apply".
--plan: only shows what it would do.
--message: the reason, which "munisipyo versions" shows later.
--author: who decides it; the default is your account on this machine.
--at, --mail: as with "munisipyo apply".
Exit code: 0 it is in force; 1 it is not, because of mistakes or of what is stored; 2 wrong arguments, EXTENSIONS, or no
access to the database.
`;

/** @returns the exit code */
export async function rollback(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    ...orderOptions,
    plan: { type: 'boolean' },
  });
  const [version, ...more] = words?.positionals ?? [];
  if (words === null || version === undefined || more.length > 0) return refuse(usage);
  const { plan: isPlan = false, message = '', ...said } = words.values;
  if (isPlan === (message.trim() !== '') || (isPlan && Object.keys(said).length > 0)) return refuse(usage);
  if (!isVersion(version)) return refuse(`"${version}" is not the number of a version.\n${usage}`);
  return deciding('text', async (found) => {
    const kept = await readVersion(found.database, found.key, Number(version));
    if (typeof kept === 'string') return refused(kept, 2);
    const source = { name: `version ${version}`, read: versionFiles(kept), again: kept.number };
    return isPlan ? showPlan(found, source) : orderVersion(found, source, { ...said, message });
  });
}

async function showPlan(found: ChangeDesk, source: VersionSource): Promise<VersionOutcome> {
  const before = await portalInForce(found);
  const planned = 'is' in before ? before : await planVersion(found, before, source);
  if ('is' in planned) return planned;
  const { applicable, obstacles } = planned.plan;
  return applicable ? { is: 'planned' } : refusedFor(obstacles, source.again);
}
