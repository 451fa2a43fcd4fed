/** Arrivals, departures and what is left at the end of each period, as one statement. */
import type { Report, ReportMeasure } from '../../portal/model/report.ts';
import { type Clause, complete, quoted, toSql } from '../sql/sql.ts';
import { dayOf, dayOfMomentSql, formats, groupSql, type Period } from './group-sql.ts';
import { enteredSql, type ReportPlace } from './measure-sql.ts';

export type FlowMeasure = Extract<ReportMeasure, { measure: 'flow' }>;

interface FlowPlan {
  readonly place: ReportPlace;
  readonly period: Period;
  /** Which records count. */
  readonly where: Clause;
}

const columns = { arrived: 'arrived', left: 'gone', open: 'open' } as const;

/**
 * The first group is the time of the movement. What is left includes what arrived before the period.
 * The columns are those of every report.
 */
export function flowStatement(
  { groupBy, measures }: Report,
  { arrives, leaves }: FlowMeasure,
  { place, period, where }: FlowPlan,
): ReturnType<typeof complete> {
  const { parameters } = place;
  const [time, ...others] = groupBy;
  const format = quoted(formats[time?.each ?? 'month']);
  const names = others.map((_, index) => `g${index + 1}`);
  const also = names.map((name) => `, ${name}`).join('');
  const groups = others.map((group, index) => `, ${groupSql(group, place)} AS g${index + 1}`).join('');
  const arrived = enteredSql(arrives, place);
  const left = enteredSql(leaves, { ...place, alias: 't' }, 't.a');
  const from = period.from === null ? '' : ` WHERE day >= ${dayOf(period.from, parameters)}`;
  const until = period.to === null ? '' : ` WHERE day <= ${dayOf(period.to, parameters)}`;
  const within = from.replace(' WHERE', ' FILTER (WHERE') + (from === '' ? '' : ')');
  const numbers = { arrived: `sum(i)${within}`, left: `sum(o)${within}`, open: 'sum(i - o)' } as const;
  const flows = measures.flatMap((one) => (one.measure === 'flow' ? [one.as] : []));
  const cells = flows.map((as, index) => `${columns[as]}::integer AS m${index}`).join(', ');
  const totals = flows.map((as) => `coalesce(${numbers[as]}, 0)::integer`).join(', ');
  const text =
    `WITH moved AS MATERIALIZED (SELECT t.*, ${left} AS b FROM (SELECT r.id${groups}, ${arrived} AS a FROM records r ` +
    `WHERE ${toSql(where)} OFFSET 0) t WHERE t.a IS NOT NULL), ` +
    `days AS (SELECT * FROM (SELECT ${dayOfMomentSql('a', place)} AS day, 1 AS i, 0 AS o${also} FROM moved ` +
    `UNION ALL SELECT ${dayOfMomentSql('b', place)}, 0, 1${also} FROM moved WHERE b IS NOT NULL) d${until}), ` +
    `sums AS (SELECT to_char(day, ${format}) AS g0${also}, max(day) AS day, sum(i) AS arrived, sum(o) AS gone, ` +
    `sum(sum(i - o)) OVER (${names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `}ORDER BY to_char(day, ${format})) AS open ` +
    `FROM days GROUP BY to_char(day, ${format})${also}) ` +
    `SELECT g0${also}, ${cells}, 1 AS n, 0 AS total FROM sums${from} ` +
    `UNION ALL SELECT NULL${names.map(() => ', NULL').join('')}, ${totals}, count(*)::integer, 1 FROM days ` +
    `ORDER BY total, g0${also} LIMIT 2000`;
  return complete(text, parameters);
}
