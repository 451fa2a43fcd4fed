import { expect, test } from 'vitest';
import { counted, numbered } from './counted.ts';

test.each([
  [0, '0 anchors', 'were'],
  [1, '1 anchor', 'was'],
  [2, '2 anchors', 'were'],
])('%d has its own form', (count, said, verb) => {
  expect([counted(count, 'anchor', 'anchors'), numbered(count, 'was', 'were')]).toEqual([said, verb]);
});

test('a noun may have another form for several', () => {
  expect([counted(1, 'person', 'people'), counted(3, 'person', 'people')]).toEqual(['1 person', '3 people']);
});
