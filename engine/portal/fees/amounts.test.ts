/** Amounts of a bill and figures of a form are rounded by two libraries: both give the same digits. */
import { assert, bigInt, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { dividedBy, digitsOf, fractionOf, rounded, times } from '../values/fraction.ts';
import { roundModes } from '../values/rounding.ts';
import { roundAmount, toAmount } from './amounts.ts';

const digits = bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((units) => {
  const size = String(units < 0n ? -units : units).padStart(4, '0');
  return `${units < 0n ? '-' : ''}${size.slice(0, -3)}.${size.slice(-3)}`;
});
const unit = constantFrom('0.01', '0.05', '0.25', '1', '10', '50');
const mode = constantFrom(...roundModes);

test('an amount is rounded as a figure is', () => {
  assert(
    property(digits, unit, mode, (value, to, how) => {
      const amount = roundAmount(toAmount(value), { to, mode: how });
      const figure = rounded(fractionOf(value)!, { to, mode: how });
      expect(amount.eq(digitsOf(figure))).toBe(true);
    }),
  );
});

test('a part of the year is rounded as the exact fraction is', () => {
  const months = integer({ min: 1, max: 120 });
  assert(
    property(digits, months, months, unit, mode, (value, count, whole, to, how) => {
      const amount = roundAmount(toAmount(value).times(count).div(whole), { to, mode: how });
      const exact = dividedBy(times(fractionOf(value)!, fractionOf(count)!), fractionOf(whole)!)!;
      expect(amount.eq(digitsOf(rounded(exact, { to, mode: how })))).toBe(true);
    }),
  );
});
