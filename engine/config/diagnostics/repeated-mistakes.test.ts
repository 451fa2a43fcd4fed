/** A repeated mistake is reported once, with all its places. */
import { expect, test } from 'vitest';
import { createDiagnostic } from './diagnostic.ts';
import { mergeRepeated } from './repeated-mistakes.ts';

function unknownState(name: string, file: string, choices: readonly string[]) {
  return createDiagnostic('workflow/unknown-state', { file, line: 3, column: 5 }, { name, choices });
}

test('lists all places of an unknown name', () => {
  const states = ['open', 'closed'];
  const found = ['a.yaml', 'b.yaml', 'c.yaml'].map((file) => unknownState('opne', file, states));
  const [one, ...more] = mergeRepeated(found);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    file: 'a.yaml',
    message: 'The state "opne" is not declared. It is used in 3 places: here and in b.yaml:3, c.yaml:3.',
    also: [
      { file: 'b.yaml', line: 3, column: 5 },
      { file: 'c.yaml', line: 3, column: 5 },
    ],
  });
});

test('separates equal names of two workflows, and different names', () => {
  const found = [
    unknownState('opne', 'a.yaml', ['open', 'closed']),
    unknownState('opne', 'b.yaml', ['open', 'lent']),
    unknownState('clsoed', 'a.yaml', ['open', 'closed']),
  ];
  expect(mergeRepeated(found)).toEqual(found);
});

test('merges equal names if one place allows more choices', () => {
  const found = [
    unknownState('opne', 'a.yaml', ['open']),
    unknownState('opne', 'b.yaml', ['open', 'closed']),
  ];
  expect(mergeRepeated(found)).toHaveLength(1);
});
