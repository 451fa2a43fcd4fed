/** The style sheets draw with the tokens, so that a portal's `theme` changes every screen. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A printed document looks like its paper, and not like the portal. */
const paper = 'document-sheet.module.css';
const files = globSync(join(import.meta.dirname, '../**/*.css')).filter(
  (file) => !file.endsWith('tokens.css') && !file.endsWith(paper),
);
const styles = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

/** Declarations of this property whose value matches. */
function declarations(property: string, value: RegExp): string[] {
  return styles.flatMap(([file, text]) =>
    [...text.matchAll(new RegExp(`^\\s*${property}: ([^;]*);`, 'gm'))]
      .filter(([, found = '']) => value.test(found))
      .map(([found]) => `${file}: ${found.trim()}`),
  );
}

test('only fine marks and pills have a radius of their own', () => {
  expect(styles.length).toBeGreaterThan(30);
  expect(declarations('border(?:-\\w+-\\w+)?-radius', /\b(?!99px)(?:[4-9]|\d\d+)px/)).toEqual([]);
});

test('every shadow of something that floats is a token', () => {
  // The others are edges inside a row, and the edge of a corner on a photograph.
  expect(
    declarations('box-shadow', /^(?!inset|none|0 0 0 1px|var\(--(?:portal-shadow|mantine-shadow-md))/),
  ).toEqual([]);
});

test('text has the size that people have chosen in their browser', () => {
  // `min(0.75rem, 14px)`: a count grows with the text as far as its place allows.
  expect(declarations('font-size', /(?<!1rem, |min\([\d.]+rem, )\b\d+px/)).toEqual([]);
});

test('what moves once takes the time of the token', () => {
  expect(declarations('(?:transition|animation)(?:-duration)?', /\d+ms/)).toEqual([]);
});

test('every token is defined, and every token is used', () => {
  const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const defined = new Set([...tokens.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name = '']) => name));
  const code = globSync(join(import.meta.dirname, '../**/*.{ts,tsx}')).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const text = [tokens, ...code, ...styles.map(([, style]) => style)].join('\n');
  const used = new Set([...text.matchAll(/var\((--(?:portal|tone)-[\w-]+)/g)].map(([, name = '']) => name));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
});
