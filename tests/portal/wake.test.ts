/** When the engine rechecks a record: on the dates in it, and not on every day between. */
import { expect, test } from 'vitest';
import type { Condition, FieldPath } from '../../engine/portal/model/condition.ts';
import { wakeOf } from '../../engine/portal/life/wake.ts';
import { blankRecord } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { always, by, path, portal as small, stateOf, step, workflow } from '../server/records/portal.ts';

const moment = { documents: [], today: '2026-11-20', now: '2026-11-20T01:00:00.000Z' };

/** Midnight in Manila. */
const midnight = (before: string) => `${before}T16:00:00.000Z`;

function portalWith(subject: FieldPath, days = 0, months = 0): Portal {
  const late: Condition = {
    test: 'compare',
    subject: { from: 'field', path: subject },
    operator: 'before',
    operand: { today: { days, months } },
  };
  return portalOf(late);
}

function portalOf(condition: Condition): Portal {
  const needs = [{ condition, message: '', place: { file: 'a.yaml', line: 1, column: 1 } }];
  const steps = [step('lapse', ['open'], 'over', { trigger: always, needs })];
  const states = [stateOf('open', null), stateOf('over', null)];
  return {
    ...small,
    timeZone: 'Asia/Manila',
    workflows: by('of', [workflow('case', 'open', states, steps)]),
  };
}

function wakeWith(data: Readonly<Record<string, unknown>>, portal: Portal): string | null {
  return wakeOf(portal, { ...moment, record: blankRecord('case', { state: 'open', data }) });
}

test('what is late after a day of its own is looked at when that day begins and when it has passed', () => {
  const portal = portalWith({ ...path('bill'), keys: ['bill', 'due'] });
  expect(wakeWith({ bill: { due: '2027-04-20' } }, portal)).toBe(midnight('2027-04-19'));
  expect(wakeWith({ bill: { due: '2026-11-20' } }, portal)).toBe(midnight('2026-11-20'));
  expect(wakeWith({ bill: { due: '2026-11-19' } }, portal)).toBeNull();
  expect(wakeWith({ bill: {} }, portal)).toBeNull();
  expect(wakeWith({}, portal)).toBeNull();
});

test('of several days the next one counts, and days ahead or back are counted along', () => {
  const rows = { rows: [{ due: '2027-03-01' }, { due: '2026-12-24' }, { due: null }] };
  const keys = { ...path('rows'), keys: ['rows', 'due'] };
  expect(wakeWith(rows, portalWith(keys))).toBe(midnight('2026-12-23'));
  expect(wakeWith(rows, portalWith(keys, 7))).toBe(midnight('2026-12-16'));
});

test('a day that stands in a record above is looked for every day', () => {
  expect(wakeWith({}, portalWith({ ...path('due'), ancestor: 'order' }))).toBe(midnight('2026-11-20'));
});

/** The days on which a record with this date is rechecked. */
function ahead(date: string, months: number): string[] {
  const portal = portalWith(path('due'), 0, months);
  const days: string[] = [];
  let now = '2026-11-20T01:00:00.000Z';
  for (let next: string | null = now; next !== null && days.length < 9;) {
    const today = new Date(Date.parse(now) + 8 * 3_600_000).toISOString().slice(0, 10);
    next = wakeOf(portal, {
      documents: [],
      today,
      now,
      record: blankRecord('case', { state: 'open', data: { due: date } }),
    });
    if (next !== null)
      days.push(new Date(Date.parse((now = next)) + 8 * 3_600_000).toISOString().slice(0, 10));
  }
  return days;
}

test('what is counted in months is looked at when that month begins to reach the day, however short the month is', () => {
  expect(ahead('2027-03-31', 1)).toContain('2027-03-01');
  expect(ahead('2027-02-28', 1)).toEqual(expect.arrayContaining(['2027-01-28', '2027-02-01']));
  expect(ahead('2027-02-28', -1)).toEqual(expect.arrayContaining(['2027-03-28', '2027-04-01']));
});

const day = (name: string) => ({ name, day: name, years: {} });

test('a time of the year is looked at when it begins and when it has passed', () => {
  const portal = portalOf({ test: 'between', from: day('12-01'), until: day('01-20') });
  expect(wakeWith({}, portal)).toBe(midnight('2026-11-30'));
  const later = { documents: [], today: '2026-12-24', now: '2026-12-24T01:00:00.000Z' };
  expect(wakeOf(portal, { ...later, record: blankRecord('case', { state: 'open' }) })).toBe(
    midnight('2027-01-20'),
  );
});
