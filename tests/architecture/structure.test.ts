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
  foreignImports,
  importsAtRunTime,
  importsWhere,
  filesWithoutRoom,
  mutualImports,
  namedByVerb,
  roomOf,
  siblingsImported,
  wordsWithoutExport,
} from './rules.ts';
import { readSources, sourceOf } from './sources.ts';

const everything = readSources('engine/**/*.{ts,tsx,mts,js,mjs}', 'src/**/*.{ts,tsx,mts,js,mjs}');

/** Tests import what they test, wherever it is; nothing else imports them. */
const sources = everything.filter(({ path }) => !isOfTests(path));

function isOfTests(path: string): boolean {
  return path.includes('.test.') || path === 'engine/server/database/testing.ts';
}

/** Folder → the other layers and the packages that it may import. `node`: the modules of Node.js. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'engine/locales': ['engine/portal'],
  'engine/portal': [
    'engine/locales',
    'engine/contract',
    '@eslint-community/regexpp',
    '@turf',
    'big.js',
    'geojson',
    'marked',
    'polylabel',
    'regexp-ast-analysis',
    'temporal-polyfill',
  ],
  'engine/contract': ['engine/locales', 'engine/portal', '@simplewebauthn/browser', 'typebox'],
  'engine/extension': ['engine/locales', 'engine/portal', 'engine/contract', 'node'],
  'engine/config': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    'engine/extension',
    'node',
    '@turf',
    'ajv',
    'ajv-formats',
    'diff',
    'geojson',
    'sarif',
    'yaml',
  ],
  'engine/server': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    'engine/extension',
    'engine/config',
    'engine/plan',
    'engine/workbench',
    'engine/editing',
    'engine/explain',
    'node',
    '@fastify',
    '@rjsf/utils',
    '@rjsf/validator-ajv8',
    '@tus',
    '@zxcvbn-ts',
    'ajv',
    'ajv-formats',
    '@simplewebauthn/server',
    'bowser',
    'csv-stringify',
    'fast-json-stringify',
    'fastify',
    'file-type',
    'ipaddr.js',
    'ical-generator',
    'lru-cache',
    'marked',
    'nodemailer',
    'openid-client',
    'otpauth',
    'p-limit',
    'pdfkit',
    'pg',
    'pg-boss',
    're2js',
    'sharp',
    'typebox',
    'qr',
    'uuid',
    'yazl',
  ],
  'engine/cases': ['engine/locales', 'engine/portal', 'engine/config', 'engine/server', 'node'],
  'engine/replay': ['engine/portal', 'engine/config', 'engine/server', 'engine/cases'],
  'engine/plan': ['engine/locales', 'engine/portal', 'engine/config', 'node', 'yaml'],
  'engine/explain': [
    'engine/locales',
    'engine/portal',
    'engine/config',
    'engine/plan',
    'engine/workbench',
    'node',
    'yaml',
  ],
  'engine/symbols': ['engine/portal', 'engine/extension', 'engine/config', 'engine/cases', 'yaml'],
  'engine/workbench': ['engine/locales', 'engine/portal', 'engine/contract', 'engine/config'],
  'engine/editing': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    'engine/extension',
    'engine/config',
    'engine/plan',
    'engine/workbench',
    'node',
    'diff',
    'yaml',
  ],
  'engine/simulation': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    'engine/extension',
    'engine/server',
    'node',
    'pdfkit',
    'sharp',
  ],
  'engine/command': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    'engine/extension',
    'engine/config',
    'engine/plan',
    'engine/explain',
    'engine/workbench',
    'engine/editing',
    'engine/cases',
    'engine/replay',
    'engine/symbols',
    'engine/server',
    'engine/simulation',
    'node',
    'fastify',
    'p-limit',
    'vscode-languageserver',
    'vscode-languageserver-textdocument',
  ],
  'engine/react': [
    'engine/locales',
    'engine/portal',
    'engine/contract',
    '@mantine',
    '@rjsf/core',
    '@rjsf/utils',
    '@simplewebauthn/browser',
    '@tabler/icons-react',
    '@tanstack/react-virtual',
    'elkjs',
    'eventsource-parser',
    'idb-keyval',
    'immer',
    'leaflet',
    'pdfjs-dist',
    'react',
    'react-dom',
    'react-router-dom',
    'swr',
    'tinypdf',
    'tus-js-client',
    'qr',
  ],
  src: ['engine', 'node', 'react-dom'],
};

test('each layer imports only the layers and packages that it may', () => {
  expect(foreignImports(sources, allowed)).toEqual([]);
});

test('nothing but tests imports a test', () => {
  expect(importsWhere(sources, isOfTests)).toEqual([]);
});

test('every import says in the text what it loads', () => {
  // Sandboxed tasks, validators of forms, the module that EXTENSIONS names, and packages that are found by `require`.
  const known = [
    'engine/server/sandbox/child.ts',
    'engine/server/database/embedded/binaries.ts',
    'engine/server/forms/validators.ts',
    'engine/server/forms/validator-code.ts',
    'engine/config/cache/compile-cache.ts',
    'engine/command/start/build-browser.ts',
    'engine/react/forms/validator.ts',
    'engine/command/load-extensions.ts',
    'src/munisipyo.js',
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
  const inRooms = sources.filter(({ path }) => path.startsWith('engine/'));
  expect(filesWithoutRoom(inRooms, rooms)).toEqual([]);
  expect(backwardImports(inRooms, rooms)).toEqual([]);
});

test('a room holds about fifteen files', () => {
  // Catalogues and resources have the same structure: one file for each subject.
  const others = sources.filter(({ path }) => !/^engine\/(locales|contract)\//.test(path));
  expect(crowdedFolders(others, 16)).toEqual([]);
});

test('no file of the engine reaches itself through its imports, types included', () => {
  expect(circle(sources)).toEqual([]);
});

test('no two folders import each other, style sheets included', () => {
  expect(mutualImports([...sources, ...readSources('engine/**/*.css')])).toEqual([]);
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
  expect(importsWhere(server, (path) => path.endsWith('.tsx'))).toEqual([]);
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
  const dressed = [
    sourceOf('b/one/x.ts', "import styles from '../two/y.module.css';"),
    sourceOf('b/one/x.module.css', '.x {}'),
    sourceOf('b/two/y.ts', "import styles from '../one/x.module.css';"),
  ];
  expect(mutualImports(dressed)).toEqual([]);
  expect(mutualImports([...dressed, sourceOf('b/two/y.module.css', '.y {}')])).toEqual([
    'b/one and b/two: b/one/x.ts imports b/two/y.module.css; b/two/y.ts imports b/one/x.module.css',
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
  const packages = sourceOf(
    'a/one/p.ts',
    "import 'fs'; import 'react-dom/server'; import 'react'; import './x.ts';",
  );
  expect(foreignImports([packages, ...files], { 'a/one': ['react', 'a/three'], 'a/two': ['a/one'] })).toEqual(
    [
      'a/one/p.ts imports fs',
      'a/one/p.ts imports react-dom/server',
      'a/one/x.ts imports a/two/y.ts',
      'a/one/z.ts imports a/two/y.ts',
      'a/three/v.ts is in no layer',
      'a/three/names.ts is in no layer',
    ],
  );
  expect(foreignImports([packages], { 'a/one': ['node', 'react', 'react-dom'] })).toEqual([]);
  const hidden = sourceOf(
    'a/one/hidden.ts',
    "import(name); import.meta.glob('./*.ts'); createRequire(here); new Worker(new URL('../two/y.ts', import.meta.url));",
  );
  expect(computedImports([hidden], [])).toEqual([
    'a/one/hidden.ts loads import(name)',
    'a/one/hidden.ts loads import.meta.glob',
    'a/one/hidden.ts loads createRequire',
  ]);
  expect(computedImports([hidden], ['a/one/hidden.ts'])).toEqual([]);
  expect(importsWhere([hidden], (path) => path.endsWith('y.ts'))).toEqual([
    'a/one/hidden.ts imports a/two/y.ts',
  ]);
  expect(crowdedFolders(files, 1)).toEqual(['a/one: 2', 'a/three: 2']);
  const exporting = sourceOf('a/one/words.ts', 'export const known = 1; const unknown = 2;');
  expect(wordsWithoutExport([exporting], ['known', 'unknown'])).toEqual(['unknown']);
  expect(roomOf('a/one/deep/w.ts', ordered)).toBe('a/one/deep');
  expect(roomOf('a/one/new/u.ts', ordered)).toBeNull();
});
