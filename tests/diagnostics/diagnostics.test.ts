/** Each diagnostic has a broken example beside this file, with its report. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../engine/config/diagnostics/catalogue.ts';
import { diagnose, exampleNames, expectedFile } from './examples.ts';

/**
 * No configuration is known to cause these: the schemas report a condition first, and engine/config/stages.test.ts
 * makes the engine fail.
 */
const unprovoked: readonly string[] = ['file/internal', 'condition/not-understood'];

/** The example of `yaml/tab` is `yaml-tab`, with further ones such as `yaml-tab.in-a-list`. */
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
