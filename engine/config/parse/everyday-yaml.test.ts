import * as fc from 'fast-check';
import { isMap, isScalar, isSeq, stringify, type Pair } from 'yaml';
import { expect, test } from 'vitest';
import { composeYaml } from './compose.ts';
import { readEverydayYaml } from './everyday-yaml.ts';

const sample = `# Desks
title: The desk's "own" words, and more
kind: branch # of two
'quoted key': "a \\"b\\" \\u00e9"
rules:
  - { if: { flag: open }, then: [a, 'b, c', 1.50] }
  - require: signed-in
    otherwise: -3

  - plain text
    that goes on
help: |
  First.

    Indented.
  # no comment
note: >-
  Folded
  text.

  Twice.
below:
- 0x1F
- ~
list:
  [
    one,
    two,
  ]
long:
  "over
  two lines"
none: null
`;

/** What is made of a text: values, how they are written, and where they stand. */
function shapeOf(node: unknown): unknown {
  if (isScalar(node)) {
    // Only the first line of a node is ever marked; where kept lines end is nobody's question.
    const end = node.type?.startsWith('BLOCK') === true ? null : node.range?.[1];
    return [node.type, node.value, node.source, node.range?.[0], end];
  }
  if (!isMap(node) && !isSeq(node)) return node ?? null;
  const range = node.flow === true ? node.range?.slice(0, 2) : node.range?.[0];
  const items = (node.items as (Pair | unknown)[]).map((item) =>
    isMap(node) ? [shapeOf((item as Pair).key), shapeOf((item as Pair).value)] : shapeOf(item),
  );
  return [isMap(node) ? 'map' : 'list', node.flow ?? false, range, items];
}

/** What the package reads, its findings included. */
function readWhole(text: string): unknown {
  const { documents, directivesAt } = composeYaml(text);
  const shapes = documents.map(({ contents, errors }) => [shapeOf(contents), errors.length]);
  return { shapes, directivesAt };
}

/** The same of what is read the quick way, where nothing is ever found; else what the package reads. */
function readQuick(text: string): unknown {
  const root = readEverydayYaml(text);
  return root === null ? readWhole(text) : { shapes: [[shapeOf(root), 0]], directivesAt: [] };
}

test('reads what people write as the package does', () => {
  expect(readEverydayYaml(sample)).not.toBeNull();
  expect(readQuick(sample)).toEqual(readWhole(sample));
});

/** What means something in YAML, or looks as if it did. */
const odd = fc.constantFrom(
  '\n',
  '\n\n',
  ' ',
  '  ',
  '\n ',
  '\n    ',
  '\n# c\n',
  '#',
  ' #',
  ':',
  ': ',
  ',',
  '-',
  '- ',
  '? ',
  '[',
  ']',
  '{',
  '}',
  "'",
  '"',
  "''",
  '\\',
  '|',
  '|-\n',
  '>\n',
  '> ',
  '&a ',
  '*a',
  '!t ',
  '%',
  '@',
  '`',
  '~',
  '.',
  '---',
  '...',
  '---\n',
  '<<',
  '\t',
  '\r',
  'é',
  '\u00a0',
  '\uFEFF',
  '1',
  '0',
  'null',
  'a: b',
);

/** A comment between a key and its text below: the package takes that text and the next key for one key in two lines. */
const misread = /:\s*\n *#[^\n]*\n\s*[^\s#]/;

test('reads a text that somebody spoils as the package does, or leaves it to the package', () => {
  const edit = fc.record({ at: fc.nat(sample.length), cut: fc.nat(6), put: odd });
  const spoiled = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
    const spoil = (text: string, { at, cut, put }: (typeof edits)[number]): string =>
      text.slice(0, at) + put + text.slice(at + cut);
    return edits.reduce(spoil, sample);
  });
  fc.assert(
    fc.property(spoiled, (text) => {
      fc.pre(!misread.test(text));
      expect(readQuick(text)).toEqual(readWhole(text));
    }),
    { numRuns: 1_500 },
  );
});

test('reads any value that is written as YAML as the package does', () => {
  const word = fc.oneof(
    fc.string(),
    odd,
    fc.stringMatching(/^[a-z .:#'-]{1,12}$/),
    fc.constantFrom('on', '1e3', '-.5'),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.double(),
      fc.boolean(),
      fc.array(tie('tree')),
      fc.dictionary(word, tie('tree')),
    ),
  }));
  const collectionStyle = fc.constantFrom('any' as const, 'flow' as const, 'block' as const);
  fc.assert(
    fc.property(tree, collectionStyle, fc.integer({ min: 20, max: 80 }), (value, style, lineWidth) => {
      const text = stringify({ value }, { collectionStyle: style, lineWidth });
      expect(readQuick(text)).toEqual(readWhole(text));
    }),
    { numRuns: 500 },
  );
});

test('reads a text that stands below a comment, which the package does not', () => {
  expect(readEverydayYaml('a:\n# c\n  b\nd: e\n')?.toJSON()).toEqual({ a: 'b', d: 'e' });
});

test.each([
  ['a mistake', 'a: b: c\n'],
  ['a tab', 'a:\tb\n'],
  ['an anchor', 'a: &b c\n'],
  ['a second document', 'a: b\n---\nc: d\n'],
  ['a key without a value', 'a:\nb: c\n'],
  ['text alone', 'a\n'],
  ['nothing', ''],
])('leaves %s to the package', (_, text) => {
  expect(readEverydayYaml(text)).toBeNull();
});

test.each([
  ['a long line', `a: ${'b '.repeat(200_000)}c\n`, true],
  ['quotes that never end', `a: '${"''".repeat(200_000)}`, false],
  ['quotes that end a line too late', 'a: "b\n'.repeat(50_000), false],
])('comes to the end of %s', (_, text, isTaken) => {
  expect(readEverydayYaml(text) !== null).toBe(isTaken);
});
