/** Suggestions for a misspelt name. */
import { expect, test } from 'vitest';
import { nearestName, suggest } from './nearest.ts';

test.each([
  ['own-offce', 'own-office'],
  ['own-ofifce', 'own-office'],
  ['Own-Office', 'own-office'],
  ['publc', 'public'],
])('%s was meant as %s', (written, meant) => {
  expect(nearestName(written, ['guest', 'own-office', 'own-area', 'public'])).toBe(meant);
});

test('a word that is like none of them was not meant as any', () => {
  expect(nearestName('shelves', ['guest', 'own-office', 'public'])).toBe(null);
});

test('the choices follow in order, and a long list is cut', () => {
  expect(suggest('gest', ['public', 'guest'], 'Declared guards')).toBe(
    'Did you mean "guest"? Declared guards: guest, public.',
  );
  const many = Array.from({ length: 60 }, (_, index) => `name-${index}`);
  expect(suggest('x', many, 'Names')).toMatch(/ and 20 more\.$/);
  expect(suggest('x', [], 'Names')).toBe('Names: none.');
});
