/** A local time is the same moment as the calendar of its zone says, also around a change of the clocks. */
import { expect, test } from 'vitest';
import { momentAt } from './days.ts';
import { localTimeOf, momentOfLocalTime } from './local-time.ts';

const zones = ['Asia/Manila', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'];
const hour = 3_600_000;

test('each hour of a year is the same moment there and back', () => {
  for (const zone of zones)
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 7 * hour) {
      const moment = new Date(at).toISOString();
      const local = localTimeOf(moment, zone) ?? '';
      const [date = '', time = ''] = local.split('T');
      expect(momentOfLocalTime(local, zone), `${zone} ${local}`).toBe(momentAt(date, time, zone));
    }
});

test('seconds count', () => {
  expect(momentOfLocalTime('2027-01-01T00:00:05', 'Asia/Manila')).toBe('2026-12-31T16:00:05.000Z');
  expect(momentOfLocalTime('2027-07-01T12:30:59', 'Europe/Berlin')).toBe('2027-07-01T10:30:59.000Z');
});

test('what is not a time is nothing', () => {
  expect(localTimeOf('soon', 'UTC')).toBeNull();
  expect(momentOfLocalTime('2027-02-30T09:00', 'UTC')).toBeNull();
  expect(momentOfLocalTime('', 'UTC')).toBeNull();
});
