/** The measures of a report as SQL. */
import { weekdays } from '../../portal/model/calendar.ts';
import type { ReportMeasure } from '../../portal/model/report.ts';
import type { SqlScope } from '../sql/sql.ts';
import { fieldSql } from '../sql/value-sql.ts';

export interface ReportPlace extends SqlScope {
  /** The present as SQL. Clocks that run are compared with it. */
  readonly moment: string;
}

/** A number that each record has. */
type RowMeasure = Exclude<ReportMeasure, { measure: 'count' | 'flow' }>;

/** The number of one record. */
export function valueSql(measure: RowMeasure, place: ReportPlace): string {
  if (measure.measure === 'sum') return `portal_sum(${fieldSql(measure.of, place)})`;
  return measure.measure === 'clock' ? clockSql(measure, place) : timeSql(measure, place);
}

/** The number of a group, from the numbers `v0`… of its records. */
export function measureSql(measure: ReportMeasure, index: number): string {
  const value = `v${index}`;
  if (measure.measure === 'count') return 'count(*)::integer';
  // As text, so that a sum of money keeps its digits.
  if (measure.measure === 'sum') return `coalesce(sum(${value}), 0)::text`;
  if (measure.measure === 'flow') throw new Error('A flow has a statement of its own.');
  switch (measure.as) {
    case 'median':
      return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value})`;
    case 'p90':
      return `percentile_cont(0.9) WITHIN GROUP (ORDER BY ${value})`;
    case 'mean':
      return `avg(${value})::float8`;
    case 'longest':
      return `max(${value})`;
    case 'met':
      return `(count(*) FILTER (WHERE ${value} = 1))::integer`;
    case 'missed':
      return `(count(*) FILTER (WHERE ${value} = 0))::integer`;
    case 'share':
      return `(avg(${value}) * 100)::float8`;
    default:
      throw new Error('An aggregate has no SQL.');
  }
}

type Time = Extract<ReportMeasure, { measure: 'time' }>;

const seconds = { minutes: 60, hours: 3600, days: 86_400 } as const;

/** The time between first entering the two states; null if the second was never entered. */
function timeSql(time: Time, place: ReportPlace): string {
  const from = enteredSql([time.from], place);
  const to = enteredSql([time.to], place);
  if (time.in !== 'working days') {
    return `(extract(epoch FROM ${to} - ${from}) / ${seconds[time.in]})::float8`;
  }
  const { portal, parameters } = place;
  const zone = parameters.add(portal.timeZone, 'text');
  const working = parameters.add(
    portal.days.working.map((day) => String(weekdays.indexOf(day) + 1)),
    'text[]',
  );
  const holidays = parameters.add(
    portal.days.holidays.map(({ day }) => day),
    'text[]',
  );
  // A holiday is a date of one year, or a month and day of every year. OFFSET makes the history a separate subquery
  // that runs once.
  return (
    `(SELECT CASE WHEN t.a IS NOT NULL AND t.b IS NOT NULL THEN (SELECT count(*)::float8 ` +
    `FROM generate_series((t.a AT TIME ZONE ${zone})::date + 1, (t.b AT TIME ZONE ${zone})::date, interval '1 day') AS d ` +
    `WHERE to_char(d, 'ID') = ANY(${working}) ` +
    `AND to_char(d, 'YYYY-MM-DD') <> ALL(${holidays}) AND to_char(d, 'MM-DD') <> ALL(${holidays})) END ` +
    `FROM (SELECT ${from} AS a, ${to} AS b OFFSET 0) t)`
  );
}

/** When the record first entered one of the states. @param after the earliest moment, as SQL */
export function enteredSql(
  states: readonly string[],
  { parameters, alias }: SqlScope,
  after?: string,
): string {
  const wanted = parameters.add([...states], 'text[]');
  const since = after === undefined ? '' : ` AND e.at >= ${after}`;
  return `(SELECT min(e.at) FROM events e WHERE e.record = ${alias}.id AND e.state = ANY(${wanted})${since})`;
}

type ClockMeasure = Extract<ReportMeasure, { measure: 'clock' }>;

/** 1: it ended in time; 0: it ended late, or its time is over; null: it is not decided, or never ran. */
function clockSql({ clock, stops }: ClockMeasure, place: ReportPlace): string {
  const { parameters, alias, moment } = place;
  const named = `${alias}.clocks -> ${parameters.add(clock, 'text')}`;
  return (
    `(SELECT CASE WHEN c.due IS NULL THEN NULL WHEN coalesce(c.stopped, ${moment}) > c.due THEN 0 ` +
    `WHEN c.stopped IS NOT NULL THEN 1 END FROM (SELECT (${named} ->> 'due')::timestamptz AS due, ` +
    `CASE WHEN ${named} ->> 'state' = 'stopped' THEN ${enteredSql(stops, place, `(${named} ->> 'startedAt')::timestamptz`)} END AS stopped OFFSET 0) c ` +
    `WHERE ${named} ->> 'state' <> 'paused')`
  );
}

/** When a clock that is not decided runs out; null: it is decided, or does not run. */
export function clockEndSql(measure: ClockMeasure, place: ReportPlace): string {
  const { parameters, alias } = place;
  const named = `${alias}.clocks -> ${parameters.add(measure.clock, 'text')}`;
  return `(CASE WHEN ${named} ->> 'state' <> 'paused' AND ${clockSql(measure, place)} IS NULL THEN (${named} ->> 'due')::timestamptz END)`;
}
