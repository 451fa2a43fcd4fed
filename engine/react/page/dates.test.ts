/** Dates and counts in words. */
import { expect, test } from 'vitest';
import { sayDate, sayMoment, sayMonth, sayRelative } from './dates.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

test('a date is said in the portal’s time zone', () => {
  expect(sayDate('2026-11-21T20:00:00Z', 'Asia/Manila')).toBe('22 November 2026');
  expect(sayDate('2026-11-21', 'America/New_York')).toBe('21 November 2026');
  expect(sayMonth('2026-11')).toBe('November 2026');
  expect(sayMoment('2026-11-21T07:04:00Z', 'Asia/Manila')).toBe('21 November 2026, 15:04');
});

test('a distance is said in its largest unit', () => {
  expect(sayRelative('2026-11-21T11:58:00Z', noon)).toBe('2 minutes ago');
  expect(sayRelative('2026-11-21T12:00:10Z', noon)).toBe('just now');
  expect(sayRelative('2026-11-18T12:00:00Z', noon)).toBe('3 days ago');
});
