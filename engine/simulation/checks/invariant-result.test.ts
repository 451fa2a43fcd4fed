/** When the invariants hold. */
import { expect, test } from 'vitest';
import { isSound, sayResult } from './invariant-result.ts';

const bookings = { name: 'every booking stands in its record', broken: [] };

test('a check that had nothing to look at is a failure where the configuration has such things', () => {
  const none = { ...bookings, checked: 0, isExpected: true };
  expect(isSound(none)).toBe(false);
  expect(sayResult(none)).toBe('NONE   every booking stands in its record: 0 checked, 0 broken');
});

test('a configuration without such things has nothing to check', () => {
  const none = { ...bookings, checked: 0, isExpected: false };
  expect(isSound(none)).toBe(true);
  expect(sayResult(none)).toMatch(/^ok .* 0 checked, 0 broken, and this configuration has none$/);
});

test('what is broken is named', () => {
  const broken = { ...bookings, checked: 2, isExpected: true, broken: ['abcd'] };
  expect(isSound(broken)).toBe(false);
  expect(sayResult(broken)).toMatch(/^BROKEN .*: 2 checked, 1 broken\n {4}abcd$/);
});
