/** Dates, distances and due dates as text, in working days. */
import { expect, test } from 'vitest';
import { usualDays } from '../../portal/model/calendar.ts';
import { sayDate, sayDue, sayDueDate, sayDueDay, sayMoment, sayMonth, sayRelative } from './dates.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

test('a date is shown in the portal’s time zone', () => {
  expect(sayDate('2026-11-21T20:00:00Z', 'Asia/Manila')).toBe('22 November 2026');
  expect(sayDate('2026-11-21', 'America/New_York')).toBe('21 November 2026');
  expect(sayMonth('2026-11')).toBe('November 2026');
  expect(sayMoment('2026-11-21T07:04:00Z', 'Asia/Manila')).toBe('21 November 2026, 15:04');
});

test('a distance is shown in its largest unit', () => {
  expect(sayRelative('2026-11-21T11:58:00Z', 'Asia/Manila', noon)).toBe('2 minutes ago');
  expect(sayRelative('2026-11-21T12:00:10Z', 'Asia/Manila', noon)).toBe('just now');
  expect(sayRelative('2026-11-18T12:00:00Z', 'Asia/Manila', noon)).toBe('3 days ago');
  // 37 and 34 hours: yesterday, and the day before.
  expect(sayRelative('2026-11-21T01:56:00Z', 'Asia/Manila', Date.parse('2026-11-22T15:01:00Z'))).toBe(
    'yesterday',
  );
  expect(sayRelative('2026-11-20T15:00:00Z', 'Asia/Manila', Date.parse('2026-11-22T01:00:00Z'))).toBe(
    '2 days ago',
  );
});

// A Saturday morning in Manila.
const saturday = Date.parse('2026-11-21T02:00:00Z');
const calendar = {
  timeZone: 'Asia/Manila',
  days: { ...usualDays, holidays: [{ title: 'Founding day', day: '11-24' }] },
};
const said = (iso: string) => sayDue(iso, calendar, saturday);

test('what is left is counted in working days, without week-ends and holidays', () => {
  expect(said('2026-11-23T09:00:00Z')).toMatchObject({ text: '1 working day left', urgency: 'soon' });
  expect(said('2026-11-25T09:00:00Z')).toMatchObject({ text: '2 working days left', urgency: 'soon' });
  expect(said('2026-11-27T09:00:00Z')).toEqual({
    text: '4 working days left',
    brief: '4 workdays left',
    urgency: 'later',
  });
});

test('a deadline today shows its time, a past one shows how long ago it was', () => {
  expect(said('2026-11-21T09:00:00Z')).toMatchObject({ text: 'due today, by 17:00', urgency: 'today' });
  expect(said('2026-11-21T01:00:00Z')).toMatchObject({ text: 'overdue since 09:00 today', urgency: 'late' });
  expect(said('2026-11-20T09:00:00Z')).toMatchObject({ text: 'overdue', urgency: 'late' });
  expect(said('2026-11-18T09:00:00Z')).toEqual({
    text: '2 working days overdue',
    brief: '2 workdays overdue',
    urgency: 'late',
  });
  expect(sayDue('soon', calendar, saturday)).toBeNull();
});

test('a deadline at midnight shows the day before', () => {
  // The last days are Friday, 20 November; Saturday, 21 November; Wednesday, 25 November.
  expect(said('2026-11-20T16:00:00Z')).toMatchObject({ text: 'overdue', urgency: 'late' });
  expect(said('2026-11-21T16:00:00Z')).toMatchObject({ text: 'due today', urgency: 'today' });
  expect(said('2026-11-25T16:00:00Z')).toMatchObject({ text: '2 working days left', urgency: 'soon' });
  expect(sayDueDate('2026-11-25T16:00:00Z', 'Asia/Manila')).toBe('25 November 2026');
  expect(sayDueDate('2026-11-25T09:00:00Z', 'Asia/Manila')).toBe('25 November 2026');
  expect(sayDueDate('2026-11-25T05:00:00Z', 'America/New_York')).toBe('24 November 2026');
  expect(sayDueDay('2027-01-31T16:00:00Z', 'Asia/Manila', saturday)).toBe('Sunday, 31 January 2027');
});

test('the day is named, with its year where that is another one', () => {
  expect(sayDueDay('2026-11-27T09:00:00Z', 'Asia/Manila', saturday)).toBe('Friday 27 November');
  expect(sayDueDay('2027-01-04T09:00:00Z', 'Asia/Manila', saturday)).toBe('Monday, 4 January 2027');
});
