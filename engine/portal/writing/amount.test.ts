import { expect, test } from 'vitest';
import { groupThousands, leastGrouped, plainNumber, regroup, writeAmount } from './amount.ts';

const signs = ['₱', 'P', 'PHP'];

test.each([
  ['1,320.10', '1320.10'],
  ['₱ 1320', '1320'],
  ['PHP 1,320,000', '1320000'],
  ['Php. 25', '25'],
  ['P25.5', '25.5'],
  ['1 320.10', '1320.10'],
  ['1320 PHP', '1320'],
  ['1320.', '1320'],
  ['.50', '0.50'],
  ['007', '7'],
  ['0', '0'],
])('the amount %s is stored as %s', (typed, stored) => {
  expect(writeAmount(typed, signs)).toBe(stored);
  expect(writeAmount(stored, signs)).toBe(stored);
});

test('what may mean two amounts, or another currency, stays as typed', () => {
  for (const typed of ['1,5', '1,32', '13,20.10', '$ 1320', 'about 100', '', '.', '1.320,10']) {
    expect(writeAmount(typed, signs)).toBe(typed);
  }
});

test('a number may be below zero', () => {
  expect(plainNumber('-12,500.5')).toBe('-12500.5');
  expect(plainNumber('-')).toBeNull();
});

test('a whole number of four digits may be a year', () => {
  expect(groupThousands('2026', leastGrouped.number)).toBe('2026');
  expect(groupThousands('12500', leastGrouped.number)).toBe('12,500');
  expect(groupThousands('2026.5', leastGrouped.money)).toBe('2,026.5');
  expect(groupThousands('1234567', leastGrouped.money)).toBe('1,234,567');
  expect(groupThousands('about 2000', leastGrouped.money)).toBe('about 2000');
});

/** `|` is the caret. */
function press(before: string, after: string, isForward = false): string {
  const caret = after.indexOf('|');
  const typed = regroup({ before, value: after.replace('|', ''), caret, isForward }, leastGrouped.money);
  return `${typed.value.slice(0, typed.caret)}|${typed.value.slice(typed.caret)}`;
}

test('thousands are grouped while somebody types, and the caret stays between the same digits', () => {
  expect(press('132', '1320|')).toBe('1,320|');
  expect(press('1,320', '1,3205|')).toBe('13,205|');
  expect(press('1,320', '19|,320')).toBe('19|,320');
  expect(press('13,205', '13|,05')).toBe('1,3|05');
  expect(press('1,320', '1,320.|')).toBe('1,320.|');
  expect(press('', '1320.10|')).toBe('1,320.10|');
});

test('a key that removes a mark removes the digit beside it', () => {
  expect(press('1,320', '1|320')).toBe('|320');
  expect(press('21,320', '21|320', true)).toBe('2,1|20');
});

test('a comma that the person types stays', () => {
  expect(press('1', '1,|')).toBe('1,|');
  expect(press('1,', '1,5|')).toBe('1,5|');
  expect(press('', '1,320|')).toBe('1,320|');
  expect(press('1,5', '1,50|')).toBe('1,50|');
});

test('a text that is not a number is not changed', () => {
  expect(press('12', '12x|')).toBe('12x|');
  expect(press('', '₱ 1320|')).toBe('₱ 1320|');
});
