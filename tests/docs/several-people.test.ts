/** The page on steps of several people: its process is sound, and its stories hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testsOf, tryTests } from '../../engine/cases/try-tests.ts';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { root } from '../architecture/sources.ts';

const page = readFileSync(join(root, 'docs/configure/several-people.md'), 'utf8');
const shown = [...page.matchAll(/^```yaml\n# config\/(\S+\.yaml)\n([\s\S]*?)^```/gm)].map(
  ([, name = '', text = '']) => ({ name, path: `config/${name}`, text }),
);
const { portal, diagnostics } = compilePortal([
  ...readFiles(join(root, 'config')).files.map((file) => ({ ...file, path: `config/${file.name}` })),
  ...shown,
]);

test('the process is sound, without a warning but for translations', () => {
  const told = diagnostics.filter(({ code }) => !code.startsWith('locale/'));
  expect(told.map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`)).toEqual([]);
});

test('its stories hold', () => {
  if (portal === null) throw new Error('The process is not sound.');
  const { results } = tryTests(portal, testsOf(shown, portal));
  expect(results.map(({ failures }) => failures)).toEqual(results.map(() => []));
  expect(results.length).toBeGreaterThan(3);
});
