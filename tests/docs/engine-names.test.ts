/** The constants and messages of portal.yaml that the code reads are exactly those that its schema lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, root } from '../architecture/sources.ts';

interface PortalSchema {
  readonly properties: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>;
}

const { properties } = JSON.parse(readFileSync(join(root, 'schemas/portal.json'), 'utf8')) as PortalSchema;
const code = readSources('engine/**/*.{ts,tsx}').filter(({ path }) => !path.includes('.test.'));

test.each(['constants', 'messages'])('the schema lists the %s that the code reads', (key) => {
  const read = new Set(code.flatMap(({ text }) => namesRead(text, key)));
  expect([...read].toSorted()).toEqual(Object.keys(properties[key]?.properties ?? {}).toSorted());
});

/** `messages['a']`, `constants.get('a')`, `constants.a` and `const { a, b } = constants`. */
function namesRead(text: string, key: string): string[] {
  const quoted = text.matchAll(new RegExp(`\\b${key}(?:\\.get\\(|\\[)'([\\w-]+)'[)\\]]`, 'g'));
  // Methods, lengths and names of files are none.
  const plain = text.matchAll(new RegExp(`\\b${key}\\.(?!length\\b|ts\\b|md\\b)([a-z]\\w*)\\b(?!\\()`, 'g'));
  const together = text.matchAll(new RegExp(`const \\{ ([\\w, ]+) \\} = (?:\\w+\\.)*${key};`, 'g'));
  return [
    ...[...quoted, ...plain].map(([, name = '']) => name),
    ...[...together].flatMap(([, names = '']) => names.split(', ')),
  ];
}
