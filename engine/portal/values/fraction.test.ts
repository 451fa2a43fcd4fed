import { expect, test } from 'vitest';
import { digitsOf, dividedBy, fractionOf, rounded, times } from './fraction.ts';
import type { Rounding } from './rounding.ts';

const of = (digits: string) => fractionOf(digits)!;

test.each<readonly [string, string, Rounding['mode'], string]>([
  ['0.005', '0.01', 'half up', '0.01'],
  ['-0.005', '0.01', 'half up', '-0.01'],
  ['0.0049999999', '0.01', 'half up', '0'],
  ['0.005', '0.01', 'half even', '0'],
  ['0.015', '0.01', 'half even', '0.02'],
  ['0.0051', '0.01', 'half even', '0.01'],
  ['1.021', '0.05', 'up', '1.05'],
  ['1.05', '0.05', 'up', '1.05'],
  ['1.099', '0.05', 'down', '1.05'],
  ['-1.099', '0.05', 'down', '-1.05'],
  ['1250', '100', 'half even', '1200'],
])('%s to %s, %s, is %s', (value, to, mode, expected) => {
  expect(digitsOf(rounded(of(value), { to, mode }))).toBe(expected);
});

test('a third stays a third until it is written', () => {
  const third = dividedBy(of('1'), of('-3'))!;
  expect(digitsOf(third)).toBe('-0.3333333333');
  expect(digitsOf(times(third, of('3')))).toBe('-1');
});

test.each([
  [1e-7, '0.0000001'],
  [-1.25e-7, '-0.000000125'],
  [1e21, '1000000000000000000000'],
  [12.5, '12.5'],
])('%s is read with all its digits', (value, digits) => {
  expect(digitsOf(fractionOf(value)!)).toBe(digits);
});

test('more than ten decimals, and a text with an exponent, are not a number', () => {
  expect([1e-11, '1e-7', '1e3'].map(fractionOf)).toEqual([null, null, null]);
});
