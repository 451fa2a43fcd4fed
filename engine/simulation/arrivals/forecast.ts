/** Summarises the queues of each office, and what one officer more would change. */
import type { Arrivals } from '../../portal/model/calendar.ts';
import type { Portal } from '../../portal/model/portal.ts';
import {
  type Miss,
  type QueueOptions,
  type QueuesResult,
  simulateQueues,
  staffOf,
} from './simulate-queues.ts';

/** Clocks of one kind that expired while it was this office's turn. */
export interface MissedClock {
  readonly type: string;
  readonly clock: string;
  readonly count: number;
  /** The first day (ISO date). */
  readonly first: string;
}

export interface OfficeLoad {
  readonly arrived: number;
  readonly done: number;
  readonly waiting: number;
  /** In hours of working time. */
  readonly longestWait: number;
  readonly meanWait: number;
  /** In the order of their first day. */
  readonly missed: readonly MissedClock[];
}

export interface OfficeForecast extends OfficeLoad {
  readonly office: string;
  /** In each unit, if it has units. */
  readonly officers: number;
  readonly units: number;
  /** With one officer more, in each unit; null: nobody waits, so nothing changes. */
  readonly oneMore: OfficeLoad | null;
}

export interface Forecast {
  readonly of: string;
  /** ISO dates. */
  readonly from: string;
  readonly until: string;
  readonly filed: number;
  readonly finished: number;
  /** In the order of their longest waits. */
  readonly offices: readonly OfficeForecast[];
  /** Clocks that expired while people outside the offices had to act. */
  readonly outside: readonly MissedClock[];
}

/**
 * The same arrivals and working times in each run, so that only the officers differ.
 * @throws RangeError if the profile has no arrivals
 */
export function forecast(portal: Portal, arrivals: Arrivals, options: QueueOptions): Forecast {
  const result = simulateQueues(portal, arrivals, options);
  const offices = [...result.queues.keys()].map((office): OfficeForecast => {
    const officers = staffOf(portal, office, options);
    const load = loadOf(result, office);
    const staff = { ...options.staff, [office]: officers + 1 };
    const oneMore =
      load.longestWait === 0 ? null : loadOf(simulateQueues(portal, arrivals, { ...options, staff }), office);
    return { office, officers, units: result.queues.get(office)?.length ?? 0, ...load, oneMore };
  });
  const { from, until, filed, finished, misses } = result;
  return {
    of: arrivals.of,
    from,
    until,
    filed,
    finished,
    offices: offices.toSorted((a, b) => b.longestWait - a.longestWait),
    outside: missedBy(misses, null),
  };
}

const anHour = 3_600_000;

function loadOf({ queues, misses }: QueuesResult, office: string): OfficeLoad {
  const units = queues.get(office) ?? [];
  const sum = (of: (unit: (typeof units)[number]) => number): number =>
    units.reduce((total, unit) => total + of(unit), 0);
  return {
    arrived: sum(({ arrived }) => arrived),
    done: sum(({ done }) => done),
    waiting: sum(({ waiting }) => waiting),
    longestWait: Math.max(0, ...units.map(({ longestWait }) => longestWait)) / anHour,
    meanWait:
      sum(({ totalWait }) => totalWait) /
      Math.max(
        1,
        sum(({ begun }) => begun),
      ) /
      anHour,
    missed: missedBy(misses, office),
  };
}

function missedBy(misses: readonly Miss[], office: string | null): MissedClock[] {
  const own = misses.filter((miss) => miss.office === office);
  const groups = Map.groupBy(own, ({ type, clock }) => `${type} ${clock}`);
  return [...groups.values()]
    .flatMap(([first, ...more]) => {
      return first === undefined
        ? []
        : [{ type: first.type, clock: first.clock, count: more.length + 1, first: first.day }];
    })
    .toSorted((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)));
}
