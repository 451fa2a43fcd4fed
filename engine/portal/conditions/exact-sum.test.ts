/** Amounts are added exactly. */
import { expect, test } from 'vitest';
import { exactDifference, exactSum } from './derive.ts';

test('a tenth and two tenths are three tenths, in texts and in numbers', () => {
  expect(exactSum(['0.10', '0.20'])).toBe(0.3);
  expect(exactSum([0.1, '0.2', 'nothing', null, undefined, true])).toBe(0.3);
  expect(exactSum([])).toBe(0);
});

test('what is taken off may be more than there is', () => {
  expect(exactDifference('35980.00', '35980.00')).toBe(0);
  expect(exactDifference('0.10', 0.3)).toBe(-0.2);
  expect(exactDifference('0.10', undefined)).toBeUndefined();
});
