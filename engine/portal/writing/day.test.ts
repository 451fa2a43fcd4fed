import { expect, test } from 'vitest';
import { writeDay } from './day.ts';

const locales = ['en', 'fil'];

test.each([
  ['2026-11-21', '2026-11-21'],
  ['21 nov 2026', '2026-11-21'],
  ['21 November, 2026', '2026-11-21'],
  ['Nov. 21, 2026', '2026-11-21'],
  ['21 Nobyembre 2026', '2026-11-21'],
  ['3 Hunyo 2026', '2026-06-03'],
  ['21-Nov-2026', '2026-11-21'],
  ['21/11/2026', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
  ['11/11/2026', '2026-11-11'],
  ['2026/5/6', '2026-05-06'],
])('%s is stored as %s', (typed, stored) => {
  expect(writeDay(typed, locales)).toBe(stored);
  expect(writeDay(stored, locales)).toBe(stored);
});

test('a text that may mean two days, or none, stays as typed', () => {
  for (const typed of ['05/06/2026', '31 feb 2026', '21 nov 26', '21 ju 2026', 'tomorrow', '', '21/11']) {
    expect(writeDay(typed, locales)).toBe(typed);
  }
});
