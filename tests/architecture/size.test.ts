/** Limits the size of source files. */
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const sources = readSources('engine/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}', '.storybook/**/*.{ts,tsx}');

test('no source file is longer than 400 lines', () => {
  const long = sources
    .map(({ path, text }) => `${path}: ${text.split('\n').length}`)
    .filter((line) => Number(line.split(': ')[1]) > 400);
  expect(long).toEqual([]);
});

test('each source file says in its first lines what it is for', () => {
  const silent = sources
    .filter(({ path, text }) => !path.includes('.test.') && !/^(?:#!.*\n)?\/\*\*/.test(text))
    .map(({ path }) => path);
  expect(silent).toEqual([]);
});
