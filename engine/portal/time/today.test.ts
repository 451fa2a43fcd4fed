/** Days relative to today, and the time between two named days. */
import { expect, test } from 'vitest';
import type { Season } from '../model/condition.ts';
import { isWithin, shiftDay, seasonBoundaries } from './today.ts';

test.each([
  ['2026-11-22', { days: 30 }, '2026-12-22'],
  ['2026-11-22', { days: -22 }, '2026-10-31'],
  ['2027-01-31', { days: 0, months: 1 }, '2027-02-28'],
  ['2028-01-31', { days: 0, months: 1 }, '2028-02-29'],
  ['2028-02-29', { days: 0, months: 12 }, '2029-02-28'],
  ['2026-12-31', { days: 0, months: 2 }, '2027-02-28'],
  ['2026-01-15', { days: 0, months: -1 }, '2025-12-15'],
  ['2026-03-31', { days: 1, months: -13 }, '2025-03-01'],
])('%s moved by %o is %s', (today, shift, expected) => {
  expect(shiftDay(today, shift)).toBe(expected);
});

const season = (from: string, until: string, years: Readonly<Record<string, string>> = {}): Season => ({
  from: { name: 'from', day: from, years: {} },
  until: { name: 'until', day: until, years },
});

test.each([
  ['the first day', season('06-01', '08-31'), '2026-06-01', true],
  ['the last day', season('06-01', '08-31'), '2026-08-31', true],
  ['the day before', season('06-01', '08-31'), '2026-05-31', false],
  ['the day after', season('06-01', '08-31'), '2026-09-01', false],
  ['a day before the end of the year', season('11-15', '01-20'), '2026-12-31', true],
  ['a day after the beginning of the next', season('11-15', '01-20'), '2027-01-20', true],
  ['a day after that time', season('11-15', '01-20'), '2027-01-21', false],
  ['a day that the council added', season('11-15', '01-20', { '2027': '02-01' }), '2027-01-31', true],
  ['the same day another year', season('11-15', '01-20', { '2027': '02-01' }), '2028-01-31', false],
  [
    'a last day that is moved into the next year',
    season('11-01', '12-15', { '2026': '2027-01-10' }),
    '2027-01-05',
    true,
  ],
  ['29 February, as far as there is one', season('02-29', '03-01'), '2027-02-28', true],
  ['one day alone', season('05-01', '05-01'), '2027-05-01', true],
])('%s', (_, within, today, expected) => {
  expect(isWithin(within, today)).toBe(expected);
});

test('it turns on the first day and on the day after the last', () => {
  const found = seasonBoundaries(season('06-01', '08-31'), '2026-07-01').toSorted();
  expect(found.slice(0, 2)).toEqual(['2026-09-01', '2027-06-01']);
});
