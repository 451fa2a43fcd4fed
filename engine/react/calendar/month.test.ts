/** Months as a calendar shows them. */
import { expect, test } from 'vitest';
import { sayMonth } from '../page/dates.ts';
import { datesOf, monthAfter, sayDay, sayTimes, weeksOf } from './month.ts';

test('goes from month to month over the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2027-01', -1)).toBe('2026-12');
});

test('begins each week on Monday and leaves what is no day of the month empty', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]?.slice(0, 2)).toEqual([null, '2026-12-01']);
  expect(weeks[4]?.slice(3)).toEqual(['2026-12-31', null, null, null]);
  expect(weeksOf('2027-02')).toHaveLength(4);
});

test('knows the days of a leap year', () => {
  expect(datesOf('2028-02').at(-1)).toBe('2028-02-29');
});

test('formats days, months and times', () => {
  expect(sayDay('2026-12-01')).toBe('Tuesday 1 December');
  expect(sayMonth('2026-12')).toBe('December 2026');
  expect(sayTimes('2026-12-01T01:00:00.000Z', '2026-12-01T02:00:00.000Z', 'Asia/Manila')).toBe('09:00–10:00');
});
