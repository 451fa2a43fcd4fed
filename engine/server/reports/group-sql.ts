/** The groups of a report, and the days of its period, as SQL. */
import type { ReportGroup } from '../../portal/model/report.ts';
import { type Parameters, quoted, type SqlScope } from '../sql/sql.ts';
import { columnSql, fieldSql } from '../sql/value-sql.ts';

export interface Period {
  /** First and last day (ISO dates), or null: open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The text by which a record is grouped. */
export function groupSql({ by, each }: ReportGroup, place: SqlScope): string {
  if ('steps' in by) return personSql(by.steps, place);
  const value = 'column' in by ? columnSql(by.column, 'r') : fieldSql(by.field, place);
  if (each === null) return `(${value} #>> '{}')`;
  const day = 'column' in by ? momentDaySql(by.column, place) : daySql(value);
  return `to_char(${day}, ${quoted(formats[each])})`;
}

/** The texts of days. */
export const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' } as const;

/** The name of the person who last took one of these transitions. */
function personSql(steps: readonly string[], { parameters, alias }: SqlScope): string {
  const wanted = parameters.add([...steps], 'text[]');
  return (
    `(SELECT a.name FROM events e JOIN accounts a ON a.id = e.account ` +
    `WHERE e.record = ${alias}.id AND e.what = ANY(${wanted}) ORDER BY e.version DESC LIMIT 1)`
  );
}

/** A date from the answers. */
export function daySql(value: string): string {
  return `portal_day(${value})::date`;
}

/** The date of a column's moment in the portal's time zone. A due time at midnight belongs to the day before. */
export function momentDaySql(column: string, place: SqlScope): string {
  const moment = `(${columnSql(column, 'r')} #>> '{}')::timestamptz`;
  const said = column === 'due' ? `${moment} - interval '1 millisecond'` : moment;
  return dayOfMomentSql(said, place);
}

/** The date of a moment in the portal's time zone. */
export function dayOfMomentSql(moment: string, { portal, parameters }: SqlScope): string {
  return `((${moment}) AT TIME ZONE ${parameters.add(portal.timeZone, 'text')})::date`;
}

export function dayOf(day: string, parameters: Parameters): string {
  return `(${parameters.add(day, 'text')})::date`;
}
