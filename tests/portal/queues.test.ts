/** The simulation of queues agrees with queueing theory, and with a count by hand. */
import { expect, test } from 'vitest';
import type { Arrivals } from '../../engine/portal/model/calendar.ts';
import type { Duration } from '../../engine/portal/model/condition.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { aDay, aMinute, anHour } from '../../engine/portal/time/lengths.ts';
import { dayAfter } from '../../engine/portal/time/working-days.ts';
import { momentsOf } from '../../engine/simulation/arrivals/filing.ts';
import { forecast } from '../../engine/simulation/arrivals/forecast.ts';
import { OfficeTime } from '../../engine/simulation/arrivals/office-time.ts';
import { type QueueOptions, simulateQueues } from '../../engine/simulation/arrivals/simulate-queues.ts';
import { createRandom } from '../../engine/simulation/town/random.ts';
import { readPortal } from '../server/read-portal.ts';

const library = await readPortal('tests/fixtures/library');
const monday = '2027-01-04';
const place = { file: '', line: 1, column: 1 };
const options: QueueOptions = { seed: 1, staff: {}, isFixed: false };

function arrivalsOf(rows: Arrivals['rows'], more: Partial<Arrivals> = {}): Arrivals {
  return {
    name: 'test',
    title: 'Test',
    of: 'loan',
    answers: {},
    until: null,
    hours: [],
    rows,
    place,
    ...more,
  };
}

/** Loans without checklists: each is one step of the desk. */
function oneStep(takes: Duration): Portal {
  const loan = library.workflows['loan']!;
  const lend = { ...loan.transitions['lend']!, takes };
  const workflows = { ...library.workflows, loan: { ...loan, transitions: { ...loan.transitions, lend } } };
  return { ...library, sets: {}, kinds: {}, workflows };
}

test.each([
  // The mean waits in hours: ρ / (μ − λ) of M/M/1, and Erlang's C / (2μ − λ) of M/M/2.
  { officers: 1, perHour: 2.8, expected: 0.7 / (4 - 2.8) },
  { officers: 2, perHour: 5.6, expected: 0.57647 / (8 - 5.6) },
])(
  '$officers officers at 70 % load make people wait as long as theory says',
  ({ officers, perHour, expected }) => {
    const portal = oneStep({ amount: 15, unit: 'minute' });
    const means = Array.from({ length: 8 }, (_, index) => {
      const random = createRandom(100 + index);
      const days = Array.from({ length: 150 }, (_one, step) => dayAfter(monday, step));
      const rows = days
        .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
        .map((from) => ({ from, to: null, hour: null, count: poisson(perHour * 9, random.next) }));
      const staff = { desk: officers };
      const { queues } = simulateQueues(portal, arrivalsOf(rows), { ...options, seed: index, staff });
      const [desk] = queues.get('desk') ?? [];
      return (desk?.totalWait ?? 0) / (desk?.begun ?? 1) / anHour;
    });
    const mean = means.reduce((sum, one) => sum + one, 0) / means.length;
    const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (means.length - 1);
    // 99.9 percent of Student’s t with 7 degrees of freedom.
    const interval = 5.408 * Math.sqrt(variance / means.length);
    expect(interval).toBeLessThan(expected / 2);
    expect(Math.abs(mean - expected)).toBeLessThan(interval);
  },
);

function poisson(mean: number, next: () => number): number {
  let count = 0;
  for (let left = next(); left > Math.exp(-mean); left *= next()) count += 1;
  return count;
}

test.each([1, 2, 3, 4, 5, 6])('what came to the desk is done or waits (seed %i)', (seed) => {
  const rows = [{ from: monday, to: '2027-01-15', hour: null, count: 20 + seed }];
  const result = simulateQueues(library, arrivalsOf(rows), { ...options, seed });
  const queues = [...result.queues.values()].flat();
  expect(queues.length).toBeGreaterThan(0);
  for (const { arrived, done, waiting } of queues) expect(done + waiting).toBe(arrived);
  expect(result.filed).toBe(10 * (20 + seed));
  // A student’s loan has two checklists: the desk lends once and accepts twice.
  const over = simulateQueues(library, arrivalsOf(rows, { until: '2027-06-30' }), { ...options, seed });
  expect([...over.queues.values()].flat()).toMatchObject([{ arrived: 3 * over.filed, waiting: 0 }]);
  expect(over.finished).toBe(over.filed);
});

test('one officer with 20 minutes for each loan: the same waits and missed clocks as counted by hand', () => {
  const portal = oneStep({ amount: 20, unit: 'minute' });
  const rows = [
    { from: monday, to: null, hour: 16, count: 70 },
    { from: '2027-01-08', to: null, hour: 9, count: 40 },
  ];
  const arrivals = arrivalsOf(rows, { until: '2027-01-22' });
  const time = new OfficeTime(portal, monday);
  const moments = momentsOf(arrivals, portal.days, { time, random: createRandom(7) });
  const counted = countByHand(moments);
  const found = forecast(portal, arrivals, { ...options, seed: 7, isFixed: true });
  expect(found.offices).toMatchObject([
    { office: 'desk', officers: 1, arrived: 110, done: 110, waiting: 0, missed: [counted.missed] },
  ]);
  expect(counted.missed.count).toBeGreaterThan(5);
  expect(found.offices[0]?.longestWait).toBeCloseTo(counted.longest / 60, 6);
  // With two officers the queue is half as long.
  expect(found.offices[0]?.oneMore?.longestWait).toBeLessThan(counted.longest / 60 / 1.8);
});

/** Minutes of work since Monday, and back, written out for a calendar from 8 to 17 without holidays. */
function countByHand(moments: readonly number[]) {
  const start = Date.parse(`${monday}T00:00:00Z`);
  const workedUntil = (moment: number): number => {
    let minutes = 0;
    for (let day = 0; start + day * aDay <= moment; day += 1) {
      if (day % 7 > 4) continue;
      const intoDay = (moment - start - day * aDay) / aMinute;
      minutes += Math.min(Math.max(intoDay - 8 * 60, 0), 9 * 60);
    }
    return minutes;
  };
  /** The end of the second working day after the day of arrival. */
  const dueOf = (moment: number): number => {
    let day = Math.floor((moment - start) / aDay);
    for (let left = 2; left > 0;) {
      day += 1;
      if (day % 7 <= 4) left -= 1;
    }
    return start + day * aDay + 17 * anHour;
  };
  let free = 0;
  let longest = 0;
  const missed: string[] = [];
  for (const moment of moments) {
    const begins = Math.max(workedUntil(moment), free);
    longest = Math.max(longest, begins - workedUntil(moment));
    free = begins + 20;
    if (free > workedUntil(dueOf(moment)) + 1e-6)
      missed.push(new Date(dueOf(moment)).toISOString().slice(0, 10));
  }
  return {
    longest,
    missed: { type: 'loan', clock: 'answer', count: missed.length, first: missed.toSorted()[0] },
  };
}

test('more officers never make the longest wait longer, and the seed decides everything else', () => {
  const rows = [{ from: monday, to: '2027-01-15', hour: null, count: 60 }];
  const waits = [1, 2, 3, 4].map((desk) => {
    const run = () => simulateQueues(library, arrivalsOf(rows), { ...options, staff: { desk } });
    const first = run();
    expect(run()).toEqual(first);
    return first.queues.get('desk')?.[0]?.longestWait ?? 0;
  });
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
});
