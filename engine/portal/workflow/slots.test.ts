/** Which slots exist, which can still be booked, and their capacity. */
import { expect, test } from 'vitest';
import { usualDays, type Calendar } from '../model/calendar.ts';
import { capacityOf, chooseSlot, earliestStart, slotsOn } from './slots.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { inEnglish } from '../../../tests/portal/in-english.ts';

const calendar: Calendar = {
  name: 'counter',
  title: 'Times at the counter',
  isPerOffice: true,
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  times: [
    { from: '09:00', to: '10:30', each: { amount: 30, unit: 'minute' } },
    { from: '13:00', to: '14:30', each: { amount: 1, unit: 'hour' } },
  ],
  capacity: { officeConstant: 'counters' },
  notice: { amount: 1, unit: 'working day' },
  ahead: { amount: 90, unit: 'day' },
  place: { file: '', line: 0, column: 0 },
};

const holidays = [{ title: "Founders' Day", day: '2026-11-30' }];
const portal = {
  timeZone: 'Asia/Manila',
  days: { ...usualDays, holidays },
  calendars: { counter: calendar },
  departments: { desk: { constants: { counters: 3 } }, branch: { constants: {} } },
} as unknown as Portal;

const context = {
  record: { office: 'desk', data: {} },
  ancestors: [],
  // Friday, 10 a.m.
  now: '2026-11-27T02:00:00.000Z',
} as unknown as RecordContext;

const problem = (slot: unknown): unknown => {
  const chosen = chooseSlot(portal, context, 'counter', slot);
  return 'problem' in chosen ? inEnglish(chosen.problem) : chosen.booking;
};

test('divides the times of an open day into slots, and leaves out what is too short', () => {
  expect(
    slotsOn(portal, calendar, '2026-12-01').map(
      ({ from, to }) => `${from.slice(11, 16)}-${to.slice(11, 16)}`,
    ),
  ).toEqual(['01:00-01:30', '01:30-02:00', '02:00-02:30', '05:00-06:00']);
});

test('is closed at the weekend and on holidays', () => {
  expect(slotsOn(portal, calendar, '2026-11-28')).toEqual([]);
  expect(slotsOn(portal, calendar, '2026-11-30')).toEqual([]);
});

test('can be booked from the working day on that the notice names', () => {
  // Monday is a holiday: the next working day is Tuesday.
  expect(earliestStart(portal, calendar, context.now)).toBe('2026-11-30T16:00:00.000Z');
  expect(earliestStart(portal, { ...calendar, notice: { amount: 2, unit: 'hour' } }, context.now)).toBe(
    '2026-11-27T04:00:00.000Z',
  );
  expect(earliestStart(portal, { ...calendar, notice: null }, context.now)).toBe(context.now);
});

test('books the slot that was chosen, however its moment is written', () => {
  expect(problem('2026-12-01T09:30:00+08:00')).toEqual({
    calendar: 'counter',
    office: 'desk',
    from: '2026-12-01T01:30:00.000Z',
    to: '2026-12-01T02:00:00.000Z',
  });
});

test.each([
  [undefined, 'Choose a day and a time.'],
  ['tomorrow', 'Choose a day and a time.'],
  ['2026-11-26T01:00:00Z', 'This time is in the past. Choose a later one.'],
  ['2026-11-27T05:00:00Z', 'The office needs more time to prepare. Choose a later time.'],
  ['2027-02-26T01:00:00Z', 'This is too far ahead. Choose an earlier time.'],
  ['2031-01-06T01:00:00Z', 'This is too far ahead. Choose an earlier time.'],
  ['2026-11-30T01:00:00Z', "Closed on this day: Founders' Day. Choose another day."],
  ['2026-12-05T01:00:00Z', 'Closed on this day. Choose another day.'],
  ['2026-12-01T01:10:00Z', 'No appointment begins at this time. Choose one from the list.'],
])('says why %s cannot be booked', (slot, said) => {
  expect(problem(slot)).toBe(said);
});

test('has the number of places of the office, and none if the office sets no number', () => {
  expect(capacityOf(portal, calendar, context)).toBe(3);
  const elsewhere = { ...context, record: { ...context.record, office: 'branch' } };
  expect(capacityOf(portal, calendar, elsewhere)).toBe(0);
  expect(capacityOf(portal, { ...calendar, capacity: 5 }, context)).toBe(5);
  const field = { ancestor: null, keys: ['seats'], lookup: null };
  const seats = { ...context, record: { ...context.record, data: { seats: 12 } } };
  expect(capacityOf(portal, { ...calendar, capacity: { field } }, seats)).toBe(12);
});
