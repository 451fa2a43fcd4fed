/** Values written into YAML: the value is there, and everything else stays as it is. */
import { globSync, readFileSync } from 'node:fs';
import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { NumberText } from './render-value.ts';
import { addToList, exchangeEntries, insertEntry, writeValue } from './write-value.ts';

test.each([
  ['a plain text', 'a: old # note\n', ['a'], 'new', 'a: new # note\n'],
  ['a comma without quotes', 'a: old\n', ['a'], 'x, y', 'a: x, y\n'],
  ['a comma in braces', 'a: { b: old }\n', ['a', 'b'], 'x, y', "a: { b: 'x, y' }\n"],
  ['quotes', `a: 'old'\nb: "x"\n`, ['a'], "it's", `a: 'it''s'\nb: "x"\n`],
  [
    'a number as it was written',
    'a: { b: 165.00, c: 1 }\n',
    ['a', 'b'],
    new NumberText('170.50'),
    'a: { b: 170.50, c: 1 }\n',
  ],
  [
    'a text over several lines',
    'a: |\n  one\n  two\nb: 1\n',
    ['a'],
    'three\nfour\n',
    'a: |\n  three\n  four\nb: 1\n',
  ],
  [
    'a new key in braces',
    '- { a: 1, b: 2 } # x\n',
    [0],
    { a: 1, k: true, b: 2 },
    '- { a: 1, k: true, b: 2 } # x\n',
  ],
  [
    'a new key in lines',
    'a:\n  b: 1 # one\n  c: 2\n',
    ['a'],
    { b: 1, k: 'x: y', c: 2 },
    "a:\n  b: 1 # one\n  k: 'x: y'\n  c: 2\n",
  ],
  ['no key in braces', 'a: { b: 1, c: 2 }\n', ['a'], { b: 1 }, 'a: { b: 1 }\n'],
  [
    'no key in lines, nor its comment',
    'a:\n  # why\n  b: 1\n  c: 2\n',
    ['a', 'b'],
    undefined,
    'a:\n  c: 2\n',
  ],
  ['no first key of an entry', '- a: 1\n  b: 2\n', [0], { b: 2 }, '- b: 2\n'],
  ['no last key', 'x:\n  a: 1\ny: 2\n', ['x', 'a'], undefined, 'x: {}\ny: 2\n'],
  ['no last entry', 'x:\n  # why\n  - 1\ny: 2\n', ['x', 0], undefined, 'x: []\ny: 2\n'],
  ['a list in brackets', 'a: [x, y, z] # n\n', ['a'], ['x', 'z', 'w'], 'a: [x, z, w] # n\n'],
  [
    'an entry in lines',
    'a:\n  - x # first\n  # second\n  - y\n',
    ['a'],
    ['x', 'k', 'y'],
    'a:\n  - x # first\n  - k\n  # second\n  - y\n',
  ],
  ['a missing level', 'a: 1\n', ['b', 'c'], 2, 'a: 1\nb: { c: 2 }\n'],
  ['braces for a text', 'a: x\nb: 1\n', ['a'], { any: ['z'] }, 'a: { any: [z] }\nb: 1\n'],
  ['a text for lines', 'a:\n  any:\n    - x\nb: 1\n', ['a'], 'x', 'a: x\nb: 1\n'],
] as const)('writes %s', (_, before, path, value, after) => {
  expect(writeValue(before, path, value)).toBe(after);
  expect(writeValue(after, path, value)).toBe(after);
});

test('removes one entry, and leaves those behind it', () => {
  const before = 'x:\n  - { a: 1 }\n  - { a: 2 }\n  - { a: 3 }\ny: 1\n';
  expect(writeValue(before, ['x', 1], undefined)).toBe('x:\n  - { a: 1 }\n  - { a: 3 }\ny: 1\n');
});

test.each([
  ['a list in brackets', 'a: [x, y] # note\n', 'a: [x, new, y] # note\n', 'x'],
  ['a list in brackets, at its end', 'a: [ x,  y ]\n', 'a: [ x,  y, new ]\n', undefined],
  ['an empty list', 'a: []\n', 'a: [new]\n', undefined],
  [
    'brackets over several lines',
    'a:\n  [\n    x,\n    y,\n  ]\n',
    'a:\n  [\n    x,\n    y,\n    new,\n  ]\n',
    'y',
  ],
  [
    'a list of lines',
    'a:\n  - x # first\n  # more\n  - y\n',
    'a:\n  - x # first\n  - new\n  # more\n  - y\n',
    'x',
  ],
  ['lines without indentation', 'a:\n- x\nb: 1\n', 'a:\n- x\n- new\nb: 1\n', 'x'],
  ['a file without a last line break', 'a:\n  - x', 'a:\n  - x\n  - new\n', 'x'],
  [
    'entries over several lines',
    'a:\n  - b: 1\n    c: 2\nd: 3\n',
    'a:\n  - b: 1\n    c: 2\n  - new\nd: 3\n',
    undefined,
  ],
])('adds to %s', (_, before, after, behind) => {
  expect(addToList(before, ['a'], 'new', behind)).toBe(after);
});

test.each([
  ['in braces', 'a: { b: 1 }\n', 'a: { b: 1, c: 2 }\n'],
  ['in braces over several lines', 'a:\n  {\n    b: 1,\n  }\n', 'a:\n  {\n    b: 1,\n    c: 2,\n  }\n'],
  ['in lines', 'a:\n  b: 1 # note\n\nd: 3\n', 'a:\n  b: 1 # note\n  c: 2\n\nd: 3\n'],
])('adds a key %s', (_, before, after) => {
  expect(writeValue(before, ['a', 'c'], 2)).toBe(after);
});

test('moves and inserts entries with the comments above them', () => {
  const text = 'a:\n  # one\n  - { x: 1 }\n  # two\n  - x: 2\n    y: 3\nb: 1\n';
  expect(exchangeEntries(text, ['a'], 0)).toBe(
    'a:\n  # two\n  - x: 2\n    y: 3\n  # one\n  - { x: 1 }\nb: 1\n',
  );
  expect(insertEntry(text, ['a'], 1, { x: 9 })).toBe(
    'a:\n  # one\n  - { x: 1 }\n  - { x: 9 }\n  # two\n  - x: 2\n    y: 3\nb: 1\n',
  );
  expect(exchangeEntries('a: [x, y, z]\n', ['a'], 1)).toBe('a: [x, z, y]\n');
});

test('a real file has the value, and nothing is written twice', () => {
  for (const path of globSync('config/{requirements,fees,lookups}/**/*.yaml')) {
    const text = readFileSync(path, 'utf8');
    const value: unknown = parse(text);
    expect([path, writeValue(text, [], value)]).toEqual([path, text]);
  }
});

const leaf = oneof(
  string({ maxLength: 12 }),
  constantFrom('yes', "it's", '{x}', 'a: b', '# no', '- x', '', ' lead', 'two\nlines', '0600'),
  integer({ min: -9, max: 99 }),
  boolean(),
);
const key = constantFrom('a', 'b', 'c', 'd e');
const { tree } = letrec((tie) => ({
  tree: oneof(
    { maxDepth: 3 },
    leaf,
    array(tie('tree'), { maxLength: 4 }),
    dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const root = dictionary(key, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

test('any value replaces any other', () => {
  assert(
    property(root, root, (before, after) => {
      const text = writeValue('{}\n', [], before);
      expect(parse(text)).toEqual(before);
      expect(parse(writeValue(text, [], after))).toEqual(after);
    }),
    { numRuns: 400 },
  );
});
