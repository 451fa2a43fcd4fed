/** Insertions into YAML: what is inserted, and that everything else stays as it is. */
import { expect, test } from 'vitest';
import { addBlock, blockOf, makeList, replaceScalars, withoutKey } from './edit-yaml.ts';

test('makes a list of one value, in its quotes', () => {
  expect(makeList("a: { b: 'x', c: y } # note\n", ['a', 'b'], 'new')).toBe(
    "a: { b: ['x', new], c: y } # note\n",
  );
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
