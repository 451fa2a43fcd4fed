/** The portal loads the style sheets of the Mantine components that it draws, and no others. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, root } from './sources.ts';

const library = join(root, 'node_modules/@mantine/core/esm');

/** Parts of components that the portal uses in no other way, and what the charts draw. */
const undrawn = [
  'CheckboxCard',
  'CheckboxIndicator',
  'Overlay',
  'RadioCard',
  'RadioIndicator',
  'VisuallyHidden',
];
const ofCharts = ['ColorSwatch'];

const files = filesByName();
const sources = readSources('engine/react/**/*.tsx')
  .filter(({ path }) => !path.endsWith('.test.tsx'))
  .map(({ text }) => text);

test('each Mantine component has its style sheet, and each style sheet its component', () => {
  const needed = sources.flatMap(componentsIn).flatMap((name) => [...sheetsOf(files.get(name) ?? '')]);
  const loaded = sources.flatMap(sheetsIn);
  expect(loaded).toContain('Button');
  expect(sorted(loaded)).toEqual(sorted([...needed.filter((name) => !undrawn.includes(name)), ...ofCharts]));
});

/** Where each export of the library is, by its name. */
function filesByName(): ReadonlyMap<string, string> {
  const index = readFileSync(join(library, 'index.mjs'), 'utf8');
  const imports = [...index.matchAll(/import \{ ([^}]+) \} from "([^"]+)"/g)];
  return new Map(
    imports.flatMap(([, names = '', from = '']) =>
      names.split(', ').map((name) => [name.replace(/.* as /, ''), join(library, from)] as const),
    ),
  );
}

function componentsIn(text: string): readonly string[] {
  const imports = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)];
  const names = imports.flatMap(([, all = '']) => all.split(',').map((name) => name.trim()));
  return names.filter((name) => /^[A-Z]/.test(name) && files.has(name));
}

function sheetsIn(text: string): readonly string[] {
  return [...text.matchAll(/'@mantine\/core\/styles\/([A-Z]\w+)\.layer\.css'/g)].map(([, name = '']) => name);
}

/** Of the component in this file, and of those that it is made of. */
function sheetsOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const sheets = new Set<string>();
  if (seen.has(file)) return sheets;
  seen.add(file);
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
    const own = /([^/]+)\.module\.mjs$/.exec(from)?.[1];
    const found = own === undefined ? sheetsOf(join(dirname(file), from), seen) : [own];
    for (const name of found) sheets.add(name);
  }
  return sheets;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}
