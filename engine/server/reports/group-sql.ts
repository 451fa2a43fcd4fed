/** The groups of a report, and the days of its period, as SQL. */
import type { ReportGroup } from '../../portal/model/report.ts';
import { type Parameters, quoted, type SqlScope } from '../sql/sql.ts';
import { columnSql, fieldSql } from '../sql/value-sql.ts';

export interface Period {
  /** First and last day (ISO dates), or null: open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The text by which a record is grouped; a person is the id of an account. */
export function groupSql(group: ReportGroup, place: SqlScope): string {
  const { by, each } = group;
  if ('steps' in by) return personSql(by.steps, place);
  const day = groupDaySql(group, place);
  if (day !== null && each !== null) return `to_char(${day}, ${quoted(formats[each])})`;
  return `(${'column' in by ? columnSql(by.column, 'r') : fieldSql(by.field, place)} #>> '{}')`;
}

/** The date by which a record is grouped; null for other groups. */
export function groupDaySql({ by, each }: ReportGroup, place: SqlScope): string | null {
  if (each === null || 'steps' in by) return null;
  return 'column' in by ? periodDaySql(by.column, place) : daySql(fieldSql(by.field, place));
}

/** The texts of days. */
export const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' } as const;

/** The person who last took one of these transitions. */
function personSql(steps: readonly string[], { parameters, alias }: SqlScope): string {
  const wanted = parameters.add([...steps], 'text[]');
  return (
    `(SELECT e.account::text FROM events e WHERE e.record = ${alias}.id AND e.what = ANY(${wanted}) ` +
    `AND e.account IS NOT NULL ORDER BY e.version DESC LIMIT 1)`
  );
}

/** A date from the answers. */
function daySql(value: string): string {
  return `portal_day(${value})::date`;
}

/** The date of a column, or of an answer. A due time at midnight belongs to the day before. */
export function periodDaySql(name: string, place: SqlScope): string {
  switch (name) {
    case 'created':
    case 'updated':
      return dayOfMomentSql(`r.${name}_at`, place);
    case 'due':
      return dayOfMomentSql(`r.due - interval '1 millisecond'`, place);
    default:
      return daySql(columnSql(name, 'r'));
  }
}

/** The date of a moment in the portal's time zone. */
export function dayOfMomentSql(moment: string, { portal, parameters }: SqlScope): string {
  return `((${moment}) AT TIME ZONE ${parameters.add(portal.timeZone, 'text')})::date`;
}

export function dayOf(day: string, parameters: Parameters): string {
  return `(${parameters.add(day, 'text')})::date`;
}
