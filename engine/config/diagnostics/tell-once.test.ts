/** A repeated mistake is reported once, with all its places. */
import { expect, test } from 'vitest';
import { createDiagnostic } from './create-diagnostic.ts';
import { tellOnce } from './tell-once.ts';

function unknownState(name: string, file: string, choices: readonly string[]) {
  return createDiagnostic('workflow/unknown-state', { file, line: 3, column: 5 }, { name, choices });
}

test('names all places of a name that refers to nothing', () => {
  const states = ['open', 'closed'];
  const found = ['a.yaml', 'b.yaml', 'c.yaml'].map((file) => unknownState('opne', file, states));
  const [one, ...more] = tellOnce(found);
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

test('tells apart what has one name in two workflows, and what is named differently', () => {
  const found = [
    unknownState('opne', 'a.yaml', ['open', 'closed']),
    unknownState('opne', 'b.yaml', ['open', 'lent']),
    unknownState('clsoed', 'a.yaml', ['open', 'closed']),
  ];
  expect(tellOnce(found)).toEqual(found);
});

test('counts what names the same thing among others', () => {
  const found = [
    unknownState('opne', 'a.yaml', ['open']),
    unknownState('opne', 'b.yaml', ['open', 'closed']),
  ];
  expect(tellOnce(found)).toHaveLength(1);
});
