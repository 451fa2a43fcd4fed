/** Insertions into YAML: what is inserted, and that everything else stays as it is. */
import { expect, test } from 'vitest';
import { addBlock, addKey, addToList, blockOf, makeList, replaceScalars, withoutKey } from './edit-yaml.ts';

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

test('makes a list of one value, in its quotes', () => {
  expect(makeList("a: { b: 'x', c: y } # note\n", ['a', 'b'], 'new')).toBe(
    "a: { b: ['x', new], c: y } # note\n",
  );
});

test.each([
  ['in braces', 'a: { b: 1 }\n', 'a: { b: 1, c: 2 }\n'],
  ['in braces over several lines', 'a:\n  {\n    b: 1,\n  }\n', 'a:\n  {\n    b: 1,\n    c: 2,\n  }\n'],
  ['in lines', 'a:\n  b: 1 # note\n\nd: 3\n', 'a:\n  b: 1 # note\n  c: 2\n\nd: 3\n'],
])('adds a key %s', (_, before, after) => {
  expect(addKey(before, ['a'], 'c', '2')).toBe(after);
});

test('adds a block behind a text of several lines', () => {
  const before = 'a:\n  b: |\n    one\n\n    two\n  # the end\nz: 1\n';
  expect(addBlock(before, ['a'], 'c:\n  d: 1\n', 'b')).toBe(
    'a:\n  b: |\n    one\n\n    two\n  c:\n    d: 1\n  # the end\nz: 1\n',
  );
});

test('reads a block with its comments, and leaves out a key', () => {
  const text = 'a:\n  b:\n    # why\n    c: 1\n  d: 2\n';
  expect(blockOf(text, ['a', 'b'])).toBe('b:\n  # why\n  c: 1\n');
  expect(withoutKey('a: 1\nb:\n  - 2\nc: 3\n', 'b')).toBe('a: 1\nc: 3\n');
  expect(withoutKey('a: 1\n', 'b')).toBe('a: 1\n');
});

test('replaces scalars in the quotes that they had', () => {
  const text = "x: one # one\n'x y': [\"one\", 'one', '{one}', two]\n";
  expect(replaceScalars(text, ({ value }) => value.replace('one', "o'clock, sharp"))).toBe(
    "x: 'o''clock, sharp' # one\n'x y': [\"o'clock, sharp\", 'o''clock, sharp', '{o''clock, sharp}', two]\n",
  );
});
