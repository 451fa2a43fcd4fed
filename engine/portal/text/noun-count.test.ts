import { expect, test } from 'vitest';
import { countOfNoun, nounForm } from './noun-count.ts';

test.each([
  [0, '0 anchors', 'were'],
  [1, '1 anchor', 'was'],
  [2, '2 anchors', 'were'],
])('%d has its own form', (count, said, verb) => {
  expect([countOfNoun(count, 'anchor', 'anchors'), nounForm(count, 'was', 'were')]).toEqual([said, verb]);
});

test('a noun may have another form for several', () => {
  expect([countOfNoun(1, 'person', 'people'), countOfNoun(3, 'person', 'people')]).toEqual([
    '1 person',
    '3 people',
  ]);
});
