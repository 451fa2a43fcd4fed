import { expect, test } from 'vitest';
import { writeTime } from './time.ts';

test.each([
  ['9pm', '21:00'],
  ['9:30 am', '09:30'],
  ['9.30', '09:30'],
  ['21:00', '21:00'],
  [' 9:05 P.M. ', '21:05'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['0:15', '00:15'],
])('the time %s is stored as %s', (typed, stored) => {
  expect(writeTime(typed)).toBe(stored);
  expect(writeTime(stored)).toBe(stored);
});

test('a text that is not a time, or may mean two, stays as typed', () => {
  for (const text of ['9', '24:00', '9:60', '13pm', '0 am', 'noon', '9:5', '9-5', '']) {
    expect(writeTime(text)).toBe(text);
  }
});
