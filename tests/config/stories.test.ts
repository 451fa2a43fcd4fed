/** The municipality's own tests hold, and its stories go the main ways of every workflow. */
import { expect, test } from 'vitest';
import { coveredRules, stepKey } from '../../engine/cases/coverage.ts';
import { testsOf, tryTests } from '../../engine/cases/try-tests.ts';
import { compilePortal } from '../../engine/config/compile.ts';
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

test('a record of a test has the figures that follow from its answers, unless the test gives them', () => {
  const added: Readonly<Record<string, (text: string) => string>> = {
    'forms/loan.yaml': (text) =>
      `${text}  pages: { type: integer, title: Pages, compute: { product: [copies, 2] } }\n`,
    'workflows/loan.yaml': (text) =>
      text.replace('can: access }', 'can: access }, needs: [{ field: pages, is: 6, message: Not six. }]'),
  };
  const library = readFiles('tests/fixtures/library').files.map((file) => ({
    ...file,
    text: (added[file.name] ?? String)(file.text),
  }));
  const text = `cases:
  - case: computed
    day: 2027-01-05
    as: desk
    record: { type: loan, state: asked, data: { copies: 3 } }
    steps: { possible: [lend] }
  - case: given
    day: 2027-01-05
    as: desk
    record: { type: loan, state: asked, data: { copies: 3, pages: 7 } }
    refused: { lend: needs/pages }
`;
  const files = [...library, { path: 'config/tests/figures.yaml', name: 'tests/figures.yaml', text }];
  const { portal } = compilePortal(files, { proofs: false });
  if (portal === null) throw new Error('The library has mistakes.');
  const { results } = tryTests(
    portal,
    testsOf(
      files.filter(({ name }) => name === 'tests/figures.yaml'),
      portal,
    ),
  );
  expect(results.map(({ failures }) => failures)).toEqual([[], []]);
});
