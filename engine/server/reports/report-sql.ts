/** A report as one statement: only records that the reader may read whole, and only fields that they may read. */
import { weekdays } from '../../portal/model/calendar.ts';
import type { FieldPath } from '../../portal/model/condition.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { Report, ReportGroup, ReportMeasure } from '../../portal/model/report.ts';
import { fieldRuleSql, mayReadSql, showsAboveSql } from '../sql/access-sql.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, type Clause, complete, type Parameters, quoted, type SqlScope, toSql } from '../sql/sql.ts';
import { columnSql, fieldSql } from '../sql/value-sql.ts';

export interface Period {
  /** First and last day (ISO dates), or null: open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The statement, or null if the reader sees none of these records. Its columns are `g0`…, `m0`…, and `n`. */
export function reportStatement(
  report: Report,
  recordType: RecordType,
  { place, period }: { readonly place: SqlScope; readonly period: Period },
): ReturnType<typeof complete> | null {
  const { parameters } = place;
  const where = and([
    `r.type = ${parameters.add(recordType.type, 'text')}`,
    mayReadSql(recordType, place),
    conditionSql(report.where, place),
    ...fieldsOf(report, period).map((path) => mayCount(recordType, path, place)),
    periodSql(report, period, place),
  ]);
  if (where === false) return null;
  const groups = report.groupBy.map((group, index) => `${groupSql(group, place)} AS g${index}`);
  const measures = report.measures.map((measure, index) => `${measureSql(measure, index)} AS m${index}`);
  const times = report.measures.flatMap((measure, index) =>
    measure.measure === 'count' ? [] : [`${valueSql(measure, place)} AS v${index}`],
  );
  const keys = report.groupBy.map((_, index) => `g${index}`).join(', ');
  const grouping = keys === '' ? '' : `GROUP BY GROUPING SETS ((${keys}), ()) `;
  const text =
    `SELECT ${[...report.groupBy.map((_, index) => `g${index}`), ...measures].join(', ')}, count(*)::integer AS n` +
    `${keys === '' ? ', 1 AS total' : `, grouping(${keys}) AS total`} ` +
    `FROM (SELECT ${[...groups, ...times, '1'].join(', ')} FROM records r WHERE ${toSql(where)}) x ` +
    `${grouping}ORDER BY total${keys === '' ? '' : `, ${keys}`} LIMIT 2000`;
  return complete(text, parameters);
}

function groupSql({ by, each }: ReportGroup, place: SqlScope): string {
  const value = 'column' in by ? columnSql(by.column, 'r') : fieldSql(by.field, place);
  if (each === null) return `(${value} #>> '{}')`;
  const day = 'column' in by ? momentDaySql(by.column, place) : daySql(value);
  const format = { day: 'YYYY-MM-DD', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }[each];
  return `to_char(${day}, ${quoted(format)})`;
}

function valueSql(measure: Exclude<ReportMeasure, { measure: 'count' }>, place: SqlScope): string {
  return measure.measure === 'sum' ? `portal_sum(${fieldSql(measure.of, place)})` : timeSql(measure, place);
}

function measureSql(measure: ReportMeasure, index: number): string {
  const value = `v${index}`;
  if (measure.measure === 'count') return 'count(*)::integer';
  // As text, so that a sum of money keeps its digits.
  if (measure.measure === 'sum') return `coalesce(sum(${value}), 0)::text`;
  switch (measure.as) {
    case 'median':
      return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value})`;
    case 'p90':
      return `percentile_cont(0.9) WITHIN GROUP (ORDER BY ${value})`;
    case 'mean':
      return `avg(${value})::float8`;
    case 'longest':
      return `max(${value})`;
    default:
      throw new Error('An aggregate has no SQL.');
  }
}

/** The fields that its numbers would reveal: those it groups by and sums, and dates that filter it. */
function fieldsOf({ groupBy, measures, period }: Report, { from, to }: Period): FieldPath[] {
  const grouped = groupBy.map(({ by }) => ('field' in by ? by.field : ownPath(by.column)));
  const added = measures.flatMap((one) => (one.measure === 'sum' ? [one.of] : []));
  return [...grouped, ...added, ...(from === null && to === null ? [] : [ownPath(period)])];
}

function ownPath(name: string): FieldPath {
  return { ancestor: null, keys: [name], lookup: null };
}

/** A field that its reader does not see counts nowhere, because numbers reveal values. */
function mayCount(recordType: RecordType, { ancestor, keys }: FieldPath, place: SqlScope): Clause {
  const [first = ''] = keys;
  const isAbove = ancestor !== null && ancestor !== recordType.type;
  return isAbove ? showsAboveSql(place, ancestor, [first]) : fieldRuleSql(recordType, first, place);
}

function periodSql({ period }: Report, { from, to }: Period, place: SqlScope): Clause {
  if (from === null && to === null) return true;
  const isMoment = ['created', 'updated', 'due'].includes(period);
  const day = isMoment ? momentDaySql(period, place) : daySql(columnSql(period, 'r'));
  return and([
    from === null || `${day} >= ${dayOf(from, place.parameters)}`,
    to === null || `${day} <= ${dayOf(to, place.parameters)}`,
  ]);
}

/** A date from the answers. */
function daySql(value: string): string {
  return `portal_day(${value})::date`;
}

/** The date of a column's moment in the portal's time zone. A due time at midnight belongs to the day before. */
function momentDaySql(column: string, { portal, parameters }: SqlScope): string {
  const zone = parameters.add(portal.timeZone, 'text');
  const moment = `(${columnSql(column, 'r')} #>> '{}')::timestamptz`;
  const said = column === 'due' ? `${moment} - interval '1 millisecond'` : moment;
  return `((${said}) AT TIME ZONE ${zone})::date`;
}

function dayOf(day: string, parameters: Parameters): string {
  return `(${parameters.add(day, 'text')})::date`;
}

type Time = Extract<ReportMeasure, { measure: 'time' }>;

const seconds = { minutes: 60, hours: 3600, days: 86_400 } as const;

/** The time between first entering the two states; null if the second was never entered. */
function timeSql(time: Time, place: SqlScope): string {
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

function enteredSql(state: string, { parameters, alias }: SqlScope): string {
  const wanted = parameters.add(state, 'text');
  return `(SELECT min(e.at) FROM events e WHERE e.record = ${alias}.id AND e.state = ${wanted})`;
}
