/** Keeps the case of a changed right as a test of the configuration, once it was tried. */
import { join } from 'node:path';
import type { RightComparison } from '../../plan/compare-rights.ts';
import type { PlannedPortal } from '../../plan/plan.ts';
import { witnessCase } from '../../plan/witness-case.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { refuse } from '../arguments.ts';
import { keepTests } from './keep-tests.ts';

/**
 * @param after its name is the folder of the configuration
 * @param line the number of the change, from 1
 * @returns the exit code: 1 if a case cannot say it, or does not hold
 */
export function keepWitness(
  { name: directory, portal }: PlannedPortal,
  { changes }: RightComparison,
  line: number,
): 0 | 1 | 2 {
  const change = changes[line - 1];
  if (change === undefined)
    return refuse(`There is no line ${line}: ${changes.length} rights are different.\n`);
  const kept = witnessCase(portal, change, localDate(Date.now(), portal.timeZone));
  if (typeof kept === 'string') return refuse(`${kept}\n`, 1);
  const name = `tests/${kept.name}.yaml`;
  const path = join(directory, name);
  const fault = keepTests(portal, { name, path, text: kept.text });
  if (fault !== null) return refuse(`${fault}\n`, 1);
  process.stderr.write(`Written to ${path}. Say in its title why it must stay so.\n`);
  return 0;
}
