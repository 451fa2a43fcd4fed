/** How long a record took from one state to another, as SQL over its history. */
import { weekdays } from '../../portal/model/calendar.ts';
import type { ReportMeasure } from '../../portal/model/report.ts';
import type { SqlScope } from '../records/sql/sql.ts';

type Time = Extract<ReportMeasure, { measure: 'time' }>;

const seconds = { minutes: 60, hours: 3600, days: 86_400 } as const;

/** The time between entering the two states for the first time; null while the second was not entered. */
export function timeSql(time: Time, place: SqlScope): string {
  const from = enteredSql(time.from, place);
  const to = enteredSql(time.to, place);
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
  // A holiday stands as a day of one year, or as a month and a day of each. The history is asked once: OFFSET keeps it apart.
  return (
    `(SELECT CASE WHEN t.a IS NOT NULL AND t.b IS NOT NULL THEN (SELECT count(*)::float8 ` +
    `FROM generate_series((t.a AT TIME ZONE ${zone})::date + 1, (t.b AT TIME ZONE ${zone})::date, interval '1 day') AS d ` +
    `WHERE to_char(d, 'ID') = ANY(${working}) ` +
    `AND to_char(d, 'YYYY-MM-DD') <> ALL(${holidays}) AND to_char(d, 'MM-DD') <> ALL(${holidays})) END ` +
    `FROM (SELECT ${from} AS a, ${to} AS b OFFSET 0) t)`
  );
}

function enteredSql(state: string, { parameters, alias }: SqlScope): string {
  const wanted = parameters.add(state, 'text');
  return `(SELECT min(e.at) FROM events e WHERE e.record = ${alias}.id AND e.state = ${wanted})`;
}
