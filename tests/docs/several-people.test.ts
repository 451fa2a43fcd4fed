/** The page on steps of several people: its process is sound, and its stories hold. */
import { expect, test } from 'vitest';
import { testsOf, tryTests } from '../../engine/cases/try-tests.ts';
import { compilePortal } from '../../engine/config/compile.ts';
import { configurationWith, filesShownIn, folderOf, readPage } from './shown-process.ts';

const shown = filesShownIn(readPage('several-people'));
const { portal, diagnostics } = compilePortal(configurationWith(shown, folderOf('several-people')));

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
