/** The municipality's own tests hold, and its stories go the main ways of every workflow. */
import { expect, test } from 'vitest';
import { coveredRules, stepKey } from '../../engine/cases/coverage.ts';
import { testsOf, tryTests } from '../../engine/cases/try-tests.ts';
import { compileFolder } from '../../engine/config/load.ts';
import { readFiles } from '../../engine/config/read-files.ts';

test('the cases and stories hold, and take most steps of each workflow', () => {
  const read = readFiles('config');
  const { portal } = compileFolder(read, { proofs: false });
  if (portal === null) throw new Error('The municipality has mistakes.');
  const { results, coverage } = tryTests(portal, testsOf(read.files, portal));
  expect(results.filter(({ failures }) => failures.length > 0)).toEqual([]);
  const [transitions] = coveredRules(portal, coverage);
  const { total = 0, unused = [] } = transitions ?? {};
  expect((total - unused.length) / total).toBeGreaterThan(0.8);
  const shares = Object.values(portal.workflows).map(({ of, transitions: steps }) => {
    const names = Object.keys(steps);
    return { of, taken: names.filter((name) => coverage.steps.has(stepKey(of, name))).length / names.length };
  });
  expect(shares.filter(({ taken }) => taken < 0.5)).toEqual([]);
});
