/** Durations: with any working days and holidays, and in the cases that the law names. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdays, type Days } from '../model/calendar.ts';
import {
  addDuration,
  countWorkingDates,
  dayZero,
  endAfter,
  lastDayOf,
  namedDay,
  resume,
  subtractDuration,
  workingDateAfter,
} from './days.ts';
import { type Duration, parseDuration } from '../model/condition.ts';
import { dayAfter, dueAsSaid, isWorkingDay, localDate } from './working-days.ts';

const zone = 'Asia/Manila';
const plain: Days = {
  working: ['mon', 'tue', 'wed', 'thu', 'fri'],
  officeHours: { from: '08:00', to: '17:00' },
  holidays: [
    { title: 'Last day of the year', day: '12-31' },
    { title: 'A day of this year', day: '2026-11-30' },
  ],
  named: {
    'year-end': { title: 'End of the year', day: '12-31', years: {} },
    deadline: { title: 'Deadline', day: '01-20', years: { '2027': '02-01' } },
    leap: { title: 'Leap day', day: '02-29', years: {} },
  },
};

function length(text: string): Duration {
  const found = parseDuration(text);
  if (found === null) throw new Error(text);
  return found;
}

const add = (from: string, text: string): string => addDuration(plain, zone, from, length(text));

const someDate = fc.integer({ min: 0, max: 1500 }).map((distance) => dayAfter('2025-06-01', distance));
const someMoment = fc
  .date({ min: new Date('2025-06-01'), max: new Date('2029-06-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const someDays: fc.Arbitrary<Days> = fc.record({
  working: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
  officeHours: fc.constantFrom({ from: '08:00', to: '17:00' }, { from: '06:30', to: '20:00' }),
  holidays: fc.array(
    fc
      .oneof(
        someDate,
        someDate.map((date) => date.slice(5)),
      )
      .map((day) => ({ title: 'Holiday', day })),
    { maxLength: 30 },
  ),
  named: fc.constant({}),
});
const someZone = fc.constantFrom(
  'Asia/Manila',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Auckland',
  'UTC',
);
const count = fc.integer({ min: 0, max: 25 });
const workingDays = (amount: number): Duration => ({ amount, unit: 'working day' });

test('counts from the next working day what comes in after office hours, and ends with them', () => {
  // Friday, 4 p.m.; Monday the 30th is a holiday.
  expect(add('2026-11-27T08:00:00.000Z', '3 working days')).toBe('2026-12-03T09:00:00.000Z');
  expect(add('2026-11-27T09:00:00.000Z', '1 working day')).toBe('2026-12-01T09:00:00.000Z');
  expect(add('2026-11-27T09:00:01.000Z', '1 working day')).toBe('2026-12-02T09:00:00.000Z');
  expect(add('2026-11-28T02:00:00.000Z', '1 working day')).toBe('2026-12-02T09:00:00.000Z');
  expect(add('2026-11-24T22:00:00.000Z', '1 working day')).toBe('2026-11-26T09:00:00.000Z');
});

test('adds other lengths of time by the calendar, at the same time of the day', () => {
  expect(add('2026-01-31T02:00:00.000Z', '1 month')).toBe('2026-02-28T02:00:00.000Z');
  expect(add('2026-01-31T02:00:00.000Z', '1 quarter')).toBe('2026-04-30T02:00:00.000Z');
  expect(add('2026-11-21T02:00:00.000Z', '60 minutes')).toBe('2026-11-21T03:00:00.000Z');
  const before = '2026-03-28T11:00:00.000Z';
  expect(addDuration(plain, 'Europe/Berlin', before, length('1 day'))).toBe('2026-03-29T10:00:00.000Z');
});

test('moves what is due by the working days that began in a pause, not by hours', () => {
  const due = '2026-12-02T09:00:00.000Z';
  const moved = (pausedAt: string, now: string): string =>
    resume(plain, zone, { due, pausedAt, now, unit: 'working day' });
  expect(moved('2026-11-26T01:00:00.000Z', '2026-11-26T08:00:00.000Z')).toBe(due);
  expect(moved('2026-11-26T01:00:00.000Z', '2026-11-27T01:00:00.000Z')).toBe('2026-12-03T09:00:00.000Z');
  expect(moved('2026-11-27T10:00:00.000Z', '2026-11-30T23:59:00.000Z')).toBe(due);
  const hours = { due, pausedAt: '2026-11-26T01:00:00.000Z', now: '2026-11-26T02:30:00.000Z' };
  expect(resume(plain, zone, { ...hours, unit: 'hour' })).toBe('2026-12-02T10:30:00.000Z');
});

test('what ends with a day on which midnight is skipped still ends with a day after a pause', () => {
  // On 6 September 2026 the day begins at 1 a.m. in Santiago, three hours behind UTC.
  const [santiago, unit, date] = ['America/Santiago', 'day', '2026-09-02'] as const;
  const due = endAfter(plain, santiago, date, length('3 days'));
  expect(due).toBe('2026-09-06T04:00:00.000Z');
  const [pausedAt, now] = ['2026-09-03T14:00:00.000Z', '2026-09-05T14:00:00.000Z'];
  const later = resume(plain, santiago, { due, pausedAt, now, unit, date });
  expect(later).toBe(endAfter(plain, santiago, date, length('5 days')));
  expect(dueAsSaid(later, santiago)).toBe('2026-09-07');
});

test('finds the next day of a name, also in a year that moves it', () => {
  expect(namedDay(plain, 'year-end', '2026-12-31')).toBe('2026-12-31');
  expect(namedDay(plain, 'year-end', '2027-01-01')).toBe('2027-12-31');
  expect(namedDay(plain, 'deadline', '2027-01-21')).toBe('2027-02-01');
  expect(namedDay(plain, 'deadline', '2027-02-02')).toBe('2028-01-20');
  expect(namedDay(plain, 'leap', '2026-03-01')).toBe('2027-02-28');
  expect(namedDay(plain, 'no-such-day', '2026-03-01')).toBeNull();
});

test('ends a validity with the earliest of what limits it', () => {
  const facts = {
    issuedOn: '2026-11-21',
    field: () => '2026-12-15',
    papers: ['2027-03-01', '2026-12-24'],
    holds: () => false,
  };
  const path = { ancestor: null, keys: ['leaves_on'], lookup: null } as const;
  expect(lastDayOf(plain, { for: length('30 days') }, facts)).toBe('2026-12-21');
  expect(lastDayOf(plain, { for: length('1 year') }, facts)).toBe('2027-11-21');
  expect(lastDayOf(plain, { until: 'year-end' }, facts)).toBe('2026-12-31');
  expect(lastDayOf(plain, { until: 'year-end', year: path }, { ...facts, field: () => 2027 })).toBe(
    '2027-12-31',
  );
  expect(lastDayOf(plain, { field: path }, facts)).toBe('2026-12-15');
  expect(lastDayOf(plain, { checklist: true }, facts)).toBe('2026-12-24');
  const all = [{ until: 'year-end' }, { field: path }, { checklist: true as const }];
  expect(lastDayOf(plain, { earliest: all }, facts)).toBe('2026-12-15');
  expect(lastDayOf(plain, { earliest: all }, { ...facts, field: () => undefined })).toBe('2026-12-24');
  expect(lastDayOf(plain, { field: path }, { ...facts, field: () => undefined })).toBeNull();
});

test('takes the first validity whose condition is true, and the other one where none is', () => {
  const senior = { test: 'did', transitions: ['check'] } as const;
  const always = { test: 'always' } as const;
  const validity = {
    cases: [
      { when: senior, value: { for: length('6 months') } },
      { when: always, value: { earliest: [{ for: length('2 years') }, { until: 'year-end' }] } },
    ],
    otherwise: { for: length('1 year') },
  };
  const facts = { issuedOn: '2026-11-21', field: () => undefined, papers: [] };
  const last = (...those: unknown[]): string | null =>
    lastDayOf(plain, validity, { ...facts, holds: (one) => those.includes(one) });
  expect(last(senior, always)).toBe('2027-05-21');
  expect(last(always)).toBe('2026-12-31');
  expect(last()).toBe('2027-11-21');
});

test('working days always end on a working day, with the office hours, by any calendar', () => {
  fc.assert(
    fc.property(someDays, someZone, someMoment, count, (days, timeZone, from, amount) => {
      const due = addDuration(days, timeZone, from, workingDays(amount));
      const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(Date.parse(due));
      expect(isWorkingDay(localDate(Date.parse(due), timeZone), days)).toBe(true);
      expect(time).toBe(days.officeHours.to);
      expect(due >= from).toBe(true);
    }),
  );
});

test('as many working days lie between the day of receipt and the last day as were added', () => {
  fc.assert(
    fc.property(someDays, someMoment, count, (days, from, amount) => {
      const due = addDuration(days, zone, from, workingDays(amount));
      const last = localDate(Date.parse(due), zone);
      expect(countWorkingDates(days, dayZero(days, zone, from), last)).toBe(amount);
    }),
  );
});

test('who comes later is never due earlier, and more time never ends earlier', () => {
  fc.assert(
    fc.property(someDays, someMoment, someMoment, count, (days, one, other, amount) => {
      const [first, second] = [one, other].toSorted() as [string, string];
      const due = addDuration(days, zone, first, workingDays(amount));
      expect(addDuration(days, zone, second, workingDays(amount)) >= due).toBe(true);
      expect(addDuration(days, zone, first, workingDays(amount + 1)) > due).toBe(true);
    }),
  );
});

test('adding twice is adding the sum', () => {
  fc.assert(
    fc.property(someDays, someMoment, count, count, (days, from, one, other) => {
      const first = addDuration(days, zone, from, workingDays(one));
      const both = addDuration(days, zone, first, workingDays(other));
      expect(both).toBe(addDuration(days, zone, from, workingDays(one + other)));
    }),
  );
});

test('a pause never shortens, and a longer one gives at least as much', () => {
  fc.assert(
    fc.property(someDays, fc.tuple(someMoment, someMoment, someMoment), count, (days, moments, amount) => {
      const [from, pausedAt, now] = moments.toSorted() as [string, string, string];
      const due = addDuration(days, zone, from, workingDays(amount));
      for (const unit of ['working day', 'hour', 'day'] as const) {
        const moved = resume(days, zone, { due, pausedAt, now, unit });
        const later = new Date(Date.parse(now) + 86_400_000).toISOString();
        expect(moved >= due).toBe(true);
        expect(resume(days, zone, { due, pausedAt, now: later, unit }) >= moved).toBe(true);
      }
    }),
  );
});

test('two pauses on end are one pause', () => {
  fc.assert(
    fc.property(someDays, fc.tuple(someMoment, someMoment, someMoment), count, (days, moments, amount) => {
      const [pausedAt, between, now] = moments.toSorted() as [string, string, string];
      const due = addDuration(days, zone, pausedAt, workingDays(amount));
      const unit = 'working day';
      const first = resume(days, zone, { due, pausedAt, now: between, unit });
      const both = resume(days, zone, { due: first, pausedAt: between, now, unit });
      expect(both).toBe(resume(days, zone, { due, pausedAt, now, unit }));
    }),
  );
});

test('going back as many working days as were added leads back to the day of receipt', () => {
  fc.assert(
    fc.property(someDays, someMoment, count, (days, from, amount) => {
      const due = addDuration(days, zone, from, workingDays(amount));
      const back = subtractDuration(days, zone, due, workingDays(amount));
      expect(localDate(Date.parse(back), zone)).toBe(dayZero(days, zone, from));
    }),
  );
});

test('a calendar without a working day comes to an end all the same', () => {
  const never = { ...plain, working: [] };
  expect(workingDateAfter(never, '2026-11-21', 2)).toBe('2026-11-23');
});
