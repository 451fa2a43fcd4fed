/** Each diagnostic is shown by a broken example that lies beside this file, with what is said about it. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../engine/config/diagnostics/catalogue.ts';
import { diagnose, exampleNames, expectedFile } from './examples.ts';

/**
 * No configuration is known to provoke these: the schemas tell of a condition first, and engine/config/stages.test.ts
 * makes the engine fail.
 */
const unprovoked: readonly string[] = ['file/internal', 'condition/not-understood'];

/** `yaml/tab` is shown by `yaml-tab`, and by `yaml-tab.in-a-list` if there is more to show. */
function codeOf(example: string): string {
  return example.replace(/\..*$/, '').replace('-', '/');
}

test('every code has an example', () => {
  const shown = new Set(exampleNames().map(codeOf));
  expect(diagnosticCodes.filter((code) => !shown.has(code) && !unprovoked.includes(code))).toEqual([]);
});

test('every example is of a code that exists', () => {
  const codes: readonly string[] = diagnosticCodes;
  expect(exampleNames().filter((name) => !codes.includes(codeOf(name)))).toEqual([]);
});

test('every example says what is expected (vitest -u writes it)', () => {
  expect(exampleNames().filter((name) => !existsSync(expectedFile(name)))).toEqual([]);
});

test.each(exampleNames())('%s is told in these words', async (name) => {
  const text = await diagnose(name);
  expect(text).toContain(`  ${codeOf(name)}`);
  await expect(text).toMatchFileSnapshot(expectedFile(name));
});
