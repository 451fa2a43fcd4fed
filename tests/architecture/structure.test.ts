/** Checks the rooms of the folders, and the directions of their dependencies. */
import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';
import {
  answersUnchecked,
  backwardImports,
  circle,
  computedImports,
  crowdedFolders,
  declaredTwice,
  forbiddenImports,
  importsAtRunTime,
  importsOf,
  filesWithoutRoom,
  mutualImports,
  namedByVerb,
  roomOf,
  siblingsImported,
  wordsWithoutExport,
} from './rules.ts';
import { readSources, sourceOf } from './sources.ts';

const sources = readSources('engine/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}').filter(
  ({ path }) => !path.includes('.test.') && path !== 'engine/server/database/testing.ts',
);

/** Folder → forbidden imports, as prefixes of a path or a package name. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'engine/locales/': [
    'node:',
    'react',
    'fastify',
    'pg',
    'engine/server',
    'engine/react',
    'engine/config',
    'src/',
  ],
  'engine/extension/': ['react', 'fastify', 'pg', 'engine/server', 'engine/react', 'engine/config', 'src/'],
  'engine/portal/': [
    'node:',
    'react',
    '@mantine',
    '@rjsf',
    'fastify',
    'pg',
    'yaml',
    'ajv',
    'typebox',
    'engine/config',
    'engine/server',
    'engine/react',
    'engine/simulation',
    'engine/command',
    'src/',
  ],
  'engine/config/': [
    'react',
    '@mantine',
    'fastify',
    'pg',
    'engine/server',
    'engine/react',
    'engine/simulation',
    'engine/command',
    'src/',
  ],
  'engine/contract/': [
    'node:',
    'react',
    '@mantine',
    'fastify',
    'pg',
    'yaml',
    'ajv',
    'engine/config',
    'engine/server',
    'engine/react',
    'engine/simulation',
    'engine/command',
    'src/',
  ],
  'engine/server/': ['react', '@mantine', 'engine/react', 'engine/simulation', 'engine/command', 'src/'],
  'engine/simulation/': ['react', '@mantine', 'engine/react', 'engine/config', 'engine/command', 'src/'],
  'engine/react/': [
    'node:',
    'yaml',
    'ajv',
    'typebox',
    'fastify',
    'pg',
    'engine/server',
    'engine/config',
    'engine/simulation',
    'engine/command',
    'src/',
  ],
  'engine/command/': ['react', '@mantine', 'engine/react', 'src/'],
};

test('each layer of the engine imports only what it may', () => {
  expect(forbiddenImports(sources, { ...forbidden, '': ['tests', 'scripts', '.storybook'] })).toEqual([]);
});

test('only the command imports the simulation', () => {
  const others = sources.filter(({ path }) => !/^engine\/(simulation|command)\//.test(path));
  expect(forbiddenImports(others, { '': ['engine/simulation'] })).toEqual([]);
});

test('every import says in the text what it loads', () => {
  // A sandboxed task, the validator of a form, and the module that EXTENSIONS names.
  const known = [
    'engine/server/sandbox/child.ts',
    'engine/react/forms/validator.ts',
    'engine/command/load-extensions.ts',
  ];
  expect(computedImports(sources, known)).toEqual([]);
});

test('the browser and the core know the contract of the API by its types alone', () => {
  expect(importsAtRunTime(sources, 'engine/react', 'engine/contract')).toEqual([]);
  expect(importsAtRunTime(sources, 'engine/portal', 'engine/contract')).toEqual([]);
  expect(importsAtRunTime(sources, 'src', 'engine/contract')).toEqual([]);
});

test('in the browser only the client says what the API answers', () => {
  const client = 'engine/react/api/client.ts';
  const wire = ['engine/contract', 'engine/portal/wire', 'engine/react/api', 'engine/react/session'];
  const others = sources.filter(({ path }) => path !== client);
  expect(answersUnchecked(others, 'engine/react', wire)).toEqual([]);
});

test('a room imports only from itself and from rooms before it', () => {
  const layers =
    /^engine\/(locales|portal|contract|extension|config\/logic|config\/link|config\/check|server|simulation|command|react\/[^/]+)\//;
  const inRooms = sources.filter(({ path }) => layers.test(path));
  expect(filesWithoutRoom(inRooms, rooms)).toEqual([]);
  expect(backwardImports(inRooms, rooms)).toEqual([]);
});

test('a room holds about fifteen files', () => {
  // All catalogues have the same structure: one file for each subject.
  const others = sources.filter(({ path }) => !path.startsWith('engine/locales/'));
  expect(crowdedFolders(others, 22)).toEqual([]);
});

test('no file of the engine reaches itself through its imports, types included', () => {
  expect(circle(sources)).toEqual([]);
});

test('no two folders import each other', () => {
  expect(mutualImports(sources)).toEqual([]);
});

test('no screen imports another screen', () => {
  expect(siblingsImported(sources, 'engine/react/screens')).toEqual([]);
});

test('a type has one name, a noun, and is declared once', () => {
  const all = readSources('{engine,src}/**/*.{ts,tsx}');
  expect(declaredTwice(all)).toEqual([]);
  expect(namedByVerb(all)).toEqual([]);
});

test('each word of the engine in the vocabulary names something that the engine exports', () => {
  const [vocabulary] = readSources('docs/vocabulary.md');
  const section = /\n## Engine\n([\s\S]*?)\n## /.exec(vocabulary?.text ?? '')?.[1] ?? '';
  const words = [...section.matchAll(/^\|[^|]+\| +`(\w+)` +\|/gm)].map((row) => row[1] ?? '');
  expect(words.length).toBeGreaterThan(20);
  expect(wordsWithoutExport(sources, words)).toEqual([]);
});

test('the server imports only TypeScript that Node runs unchanged', () => {
  const server = sources.filter(({ path }) => !path.startsWith('engine/react/') && path !== 'src/main.tsx');
  expect(importsOf(server, '.tsx')).toEqual([]);
});

/** Sources that break each rule once. */
const broken = {
  'a/one/x.ts': "import { y } from '../two/y.ts';",
  'a/two/y.ts': "export { z } from '../one/z.ts';",
  'a/one/z.ts': "export const load = () => import('../two/y.ts');",
  'a/one/deep/w.ts': "export type W = import('../../three/v.ts').V;",
  'a/three/v.ts': 'export interface V {}',
  'a/three/names.ts':
    'declare module "x" { interface V {} } type V = string; interface Taking {} class RecordTold {} type Finding = V; interface FindingSent {}',
};

test('each rule finds what breaks it', () => {
  const files = Object.entries(broken).map(([path, text]) => sourceOf(path, text));
  expect(importsAtRunTime(files, 'a/one', 'a/two')).toEqual([
    'a/one/x.ts imports a/two/y.ts, not only its types',
    'a/one/z.ts imports a/two/y.ts, not only its types',
  ]);
  expect(importsAtRunTime(files, 'a/one', 'a/three')).toEqual([]);
  const cast = sourceOf('a/one/cast.ts', 'const v = (await answer.json()) as readonly V[];');
  expect(answersUnchecked([...files, cast], 'a/one', ['a/three'])).toEqual([
    'a/one/cast.ts casts to V',
    'a/one/cast.ts reads an answer by itself',
  ]);
  expect(mutualImports(files)).toEqual([
    'a/one and a/two: a/one/x.ts imports a/two/y.ts; a/two/y.ts imports a/one/z.ts',
  ]);
  expect(siblingsImported(files, 'a')).toHaveLength(4);
  expect(circle(files)).toEqual(['a/two/y.ts', 'a/one/z.ts', 'a/two/y.ts']);
  const ordered = ['a/one', 'a/one/deep', 'a/two', 'a/four'];
  expect(backwardImports(files, ordered)).toEqual([
    'a/one/x.ts imports a/two/y.ts, of a later room',
    'a/one/z.ts imports a/two/y.ts, of a later room',
  ]);
  expect(filesWithoutRoom(files, ordered)).toEqual([
    'a/three/v.ts is in no room',
    'a/three/names.ts is in no room',
    'a/four holds nothing',
  ]);
  expect(declaredTwice(files)).toEqual(['V: a/three/v.ts, a/three/names.ts']);
  expect(namedByVerb(files)).toEqual([
    'Taking: a/three/names.ts',
    'RecordTold: a/three/names.ts',
    'FindingSent: a/three/names.ts',
  ]);
  expect(forbiddenImports(files, { 'a/one/': ['a/two'], 'a/two/': ['react'] })).toEqual([
    'a/one/x.ts imports a/two/y.ts',
    'a/one/z.ts imports a/two/y.ts',
  ]);
  const hidden = sourceOf(
    'a/one/hidden.ts',
    "import(name); import.meta.glob('./*.ts'); new Worker(new URL('../two/y.ts', import.meta.url));",
  );
  expect(computedImports([hidden], [])).toEqual([
    'a/one/hidden.ts loads import(name)',
    'a/one/hidden.ts loads import.meta.glob',
  ]);
  expect(computedImports([hidden], ['a/one/hidden.ts'])).toEqual([]);
  expect(importsOf([hidden], 'y.ts')).toEqual(['a/one/hidden.ts imports a/two/y.ts']);
  expect(crowdedFolders(files, 1)).toEqual(['a/one: 2', 'a/three: 2']);
  const exporting = sourceOf('a/one/words.ts', 'export const known = 1; const unknown = 2;');
  expect(wordsWithoutExport([exporting], ['known', 'unknown'])).toEqual(['unknown']);
  expect(roomOf('a/one/deep/w.ts', ordered)).toBe('a/one/deep');
  expect(roomOf('a/one/new/u.ts', ordered)).toBeNull();
});
