/** Counts of working days. */
import { expect, test } from 'vitest';
import { usualDays } from '../model/calendar.ts';
import { lastSoonDate, localDate, workingDaysBetween } from './working-days.ts';

const days = { ...usualDays, holidays: [{ title: 'Founding day', day: '11-24' }] };

test('week-ends and holidays do not count', () => {
  expect(workingDaysBetween('2026-11-20', '2026-11-23', days)).toBe(1);
  expect(workingDaysBetween('2026-11-20', '2026-11-25', days)).toBe(2);
  expect(workingDaysBetween('2026-11-23', '2026-11-20', days)).toBe(0);
});

test('soon reaches to the day before a third working day begins', () => {
  expect(lastSoonDate('2026-11-20', days)).toBe('2026-11-25');
  expect(lastSoonDate('2026-11-25', days)).toBe('2026-11-29');
});

test('a date is that of the clocks on the wall', () => {
  expect(localDate(Date.parse('2026-11-21T20:00:00Z'), 'Asia/Manila')).toBe('2026-11-22');
});
