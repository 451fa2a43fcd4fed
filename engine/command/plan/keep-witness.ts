/** Keeps the case of a changed right as a test of the configuration, once it was tried. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsOf, tryTests } from '../../cases/try-tests.ts';
import type { RightComparison } from '../../plan/compare-rights.ts';
import type { PlannedPortal } from '../../plan/plan.ts';
import { witnessCase } from '../../plan/witness-case.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { refuse } from '../arguments.ts';

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
  const { text } = kept;
  const { results } = tryTests(portal, testsOf([{ path, name, text }], portal));
  const failures = results.flatMap((one) => one.failures);
  if (failures.length > 0) {
    const because = failures.flatMap((one) => [one.message, ...one.because]).join('\n  ');
    return refuse(
      `The case does not hold as a test, because a test asks every rule of the step:\n  ${because}\n`,
      1,
    );
  }
  if (existsSync(path)) return refuse(`${path} is there already.\n`, 1);
  mkdirSync(join(directory, 'tests'), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
  process.stderr.write(`Written to ${path}. Say in its title why it must stay so.\n`);
  return 0;
}
