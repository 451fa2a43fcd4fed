/** Holds the folders to the directions in which they may depend on one another. */
import { expect, test } from 'vitest';
import { readSources, type Source } from './sources.ts';

const sources = readSources('engine/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}').filter(
  ({ path }) => !path.includes('.test.') && !path.includes('/testing'),
);

/** Folder → what it must not import, as beginnings of a path or a package's name. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'engine/portal/': [
    'node:',
    'react',
    '@mantine',
    '@rjsf',
    'fastify',
    'pg',
    'yaml',
    'ajv',
    'engine/config',
    'engine/server',
    'engine/react',
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
    'engine/command',
    'src/',
  ],
  'engine/server/': ['react', '@mantine', 'engine/react', 'engine/command', 'src/'],
  'engine/react/': [
    'node:',
    'yaml',
    'ajv',
    'fastify',
    'pg',
    'engine/server',
    'engine/config',
    'engine/command',
    'src/',
  ],
  'engine/command/': ['react', '@mantine', 'engine/react', 'src/'],
};

test('each folder of the engine imports only what it may', () => {
  const offences = sources.flatMap(({ path, imports }) => {
    const folder = Object.keys(forbidden).find((prefix) => path.startsWith(prefix));
    return imports
      .filter((name) => (forbidden[folder ?? ''] ?? []).some((prefix) => isBelow(name, prefix)))
      .map((name) => `${path} imports ${name}`);
  });
  expect(offences).toEqual([]);
});

test('no file of the engine reaches itself through its imports', () => {
  expect(findCycle(sources)).toEqual([]);
});

test('what the server imports is TypeScript that Node runs as it stands', () => {
  const offences = sources
    .filter(({ path }) => !path.startsWith('engine/react/') && path !== 'src/main.tsx')
    .flatMap(({ path, imports }) =>
      imports.filter((name) => name.endsWith('.tsx')).map((name) => `${path} imports ${name}`),
    );
  expect(offences).toEqual([]);
});

function isBelow(name: string, prefix: string): boolean {
  return prefix.endsWith('/') || prefix.endsWith(':')
    ? name.startsWith(prefix)
    : name === prefix || name.startsWith(`${prefix}/`);
}

/** The first circle of imports found, as the paths along it; empty when there is none. */
function findCycle(files: readonly Source[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const cycle = imports.has(next) ? visit(next, [...trail, path]) : [];
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const { path } of files) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
