/** The sign-in page is the first page for everybody: the browser loads only what it needs. */
import { basename, dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { readAtStart } from './rules.ts';
import { readSources, sourceOf } from './sources.ts';

const read = readAtStart(readSources('engine/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}'), 'src/main.tsx');

test('the sign-in page loads messages about accounts, the frame and problems', () => {
  expect(namesBelow('engine/locales/')).toEqual(['account', 'catalogue', 'page', 'problems']);
});

test('of the pure functions it loads those that match addresses, ask the guards, say texts and send reads together', () => {
  expect(namesBelow('engine/portal/')).toEqual([
    'batch-references',
    'calendar',
    'decide',
    'department',
    'derive',
    'document',
    'evaluate',
    'field-value',
    'greys',
    'is-mapping',
    'lengths',
    'match',
    'next-path',
    'once-for-each',
    'persons',
    'pointer',
    'record',
    'say',
    'seal',
    'shades',
    'today',
    'working-days',
  ]);
});

test('it loads no other screen, and no forms, records, files or documents', () => {
  const folders = read.filter((path) => path.startsWith('engine/react/')).map((path) => dirname(path));
  expect([...new Set(folders)].toSorted()).toEqual([
    'engine/react',
    'engine/react/api',
    'engine/react/language',
    'engine/react/loading',
    'engine/react/page',
    'engine/react/router',
    'engine/react/screens',
    'engine/react/screens/sign-in',
    'engine/react/session',
    'engine/react/shell',
    'engine/react/theme',
  ]);
});

test('types, and what is imported when the program comes to it, are not read at the start', () => {
  const files = [
    sourceOf('main.ts', "import { a } from './a.ts'; import type { B } from './b.ts'; import('./c.ts');"),
    sourceOf('a.ts', "export { d } from './d.ts'; import 'react'; import './main.ts';"),
    ...['b.ts', 'c.ts', 'd.ts'].map((path) => sourceOf(path, '')),
  ];
  expect(readAtStart(files, 'main.ts')).toEqual(['main.ts', 'a.ts', 'd.ts']);
});

/** Without their folders: a file may move to another room. */
function namesBelow(folder: string): string[] {
  const below = read.filter((path) => path.startsWith(folder));
  return below.map((path) => basename(path, '.ts')).toSorted();
}
