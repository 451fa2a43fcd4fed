/** Every sentence that the engine says can be said in another language, and is, in those that come with it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listPath, readTexts } from '../../scripts/texts.ts';
import { root } from './sources.ts';

const { texts, faults } = readTexts();

test('no screen shows a word that it does not ask the dictionary for', () => {
  expect(faults).toEqual([]);
});

test('the list of the engine’s sentences is up to date', async () => {
  await expect(`${JSON.stringify(texts, null, 2)}\n`).toMatchFileSnapshot(listPath);
});

interface Locale {
  readonly texts: Readonly<Record<string, string>>;
  readonly same?: readonly string[];
}

const locales = globSync('engine/locales/*.yaml', { cwd: root }).map((path): [string, Locale] => [
  basename(path, '.yaml'),
  parse(readFileSync(join(root, path), 'utf8')) as Locale,
]);

test.each(locales)('%s has every sentence of the engine, and none that nobody says', (_, locale) => {
  const known = new Set([...Object.keys(locale.texts), ...(locale.same ?? [])]);
  expect(texts.filter((text) => !known.has(text))).toEqual([]);
  expect([...known].filter((text) => !texts.includes(text))).toEqual([]);
});

const braces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test.each(locales)('%s fills in what the sentence fills in', (_, locale) => {
  const different = Object.entries(locale.texts).filter(
    ([english, other]) => braces(english).join() !== braces(other).join(),
  );
  expect(different).toEqual([]);
});
