/** People of a harbour read no word of a town hall: in its configuration, the messages of the engine, or the manual. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { allMessages } from '../../engine/locales/all-messages.ts';
import { lineOf, readSources } from '../architecture/sources.ts';
import { folderOf } from './shown-process.ts';
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

/** These are written from the configuration of the project, and from examples of mistakes. */
const generatedPages = ['diagnostics.md', 'requirement-kinds.md'];

test('no page about configuration has one, but in code that belongs to the configuration of the project', () => {
  const pages = readSources('docs/configure/*.md').filter(
    ({ path }) => !generatedPages.some((page) => path.endsWith(`/${page}`)),
  );
  expect(pages.length).toBeGreaterThan(30);
  const found = pages.flatMap(({ path, text }) => {
    const read = folderOf(basename(path, '.md')) === 'config' ? proseOf(text) : text;
    return [...read.matchAll(ofTownHall)].map((match) => `${path}:${lineOf(read, match.index)} ${match[0]}`);
  });
  expect(found).toEqual([]);
});

/**
 * A page without code and without the targets of links. It may say that an example is that of the municipality, and
 * that something else is no town hall. Lines stay where they are.
 */
function proseOf(page: string): string {
  return page
    .replaceAll(/^( *)```[^]*?^\1```/gm, (code) => code.replaceAll(/./g, ''))
    .replaceAll(/`[^`]*`|\]\([^)]*\)|the municipality\b|town hall/g, (part) => part.replaceAll(/[^\n]/g, ''));
}
