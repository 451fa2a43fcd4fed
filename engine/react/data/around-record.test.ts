/** Which records a page lists for another record. */
import { expect, test } from 'vitest';
import { aroundRecord } from './hooks.ts';

const book = { type: 'book', slug: 'atlas' };

test.each([
  ['records below it', ['book'], { parent: 'atlas', naming: null }],
  ['records that name it, if none can be below it', ['shelf'], { parent: null, naming: 'atlas' }],
] as const)('lists %s', (_, parents, query) => {
  expect(aroundRecord({ parents }, book)).toEqual(query);
});

test('lists all records on a page about no other record', () => {
  expect(aroundRecord({ parents: ['book'] }, null)).toEqual({ parent: null, naming: null });
});
