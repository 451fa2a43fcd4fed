/** People of a harbour read no word of a town hall: not in its configuration, nor in the messages of the engine. */
import { expect, test } from 'vitest';
import { allMessages } from '../../engine/locales/all-messages.ts';
import { lineOf, readSources } from '../architecture/sources.ts';
import { ofTownHall } from './words-of-a-town-hall.ts';

test('no file of the harbour has a word of a town hall', () => {
  const files = readSources('tests/fixtures/harbour/**/*.{yaml,geojson,svg}');
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(ofTownHall)].map((match) => `${path}:${lineOf(text, match.index)} ${match[0]}`),
  );
  expect(found).toEqual([]);
});

test('no message of the engine has one', () => {
  const said = allMessages.map(({ code, english }) => `${code}: ${JSON.stringify(english)}`);
  expect(said.length).toBeGreaterThan(1000);
  expect(said.filter((line) => line.search(ofTownHall) !== -1)).toEqual([]);
});
