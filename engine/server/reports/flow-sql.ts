/** Arrivals, departures and what is left at the end of each period, as one statement. */
import type { Report, ReportMeasure } from '../../portal/model/report.ts';
import { type Clause, quoted, toSql } from '../sql/sql.ts';
import { dayOf, dayOfMomentSql, formats, groupSql, type Period } from './group-sql.ts';
import { enteredSql, type ReportPlace } from './measure-sql.ts';

export type FlowMeasure = Extract<ReportMeasure, { measure: 'flow' }>;

/** The days on which the records moved: `day`, `arrived`, `gone`, and the other groups as `g1`… */
export function movementsSql(
  { groupBy }: Report,
  { arrives, leaves }: FlowMeasure,
  { place, where }: { readonly place: ReportPlace; readonly where: Clause },
): string {
  const groups = groupBy.slice(1).map((group, index) => `, ${groupSql(group, place)} AS g${index + 1}`);
  const names = groups.map((_, index) => `, g${index + 1}`).join('');
  const arrived = enteredSql(arrives, place);
  const left = enteredSql(leaves, { ...place, alias: 't' }, 't.a');
  return (
    `SELECT m.day, m.arrived, m.gone${names} FROM (SELECT t.*, ${left} AS b FROM (SELECT r.id${groups.join('')}, ${arrived} AS a ` +
    `FROM records r WHERE ${toSql(where)} OFFSET 0) t WHERE t.a IS NOT NULL OFFSET 0) s CROSS JOIN LATERAL (VALUES ` +
    `(${dayOfMomentSql('s.a', place)}, 1, 0), (${dayOfMomentSql('s.b', place)}, 0, 1)) m(day, arrived, gone) WHERE m.day IS NOT NULL`
  );
}

const steps = { day: '1 day', month: '1 month', quarter: '3 months', year: '1 year' } as const;

/**
 * The first group is the time of the movement. What is left includes what arrived before the period. A period without
 * movements has a row too, until today. The columns are those of every report.
 * @param days rows as those of `movementsSql`; several of one day are added up
 */
export function flowStatement(
  { groupBy, measures }: Report,
  days: string,
  { place, period: { from, to } }: { readonly place: ReportPlace; readonly period: Period },
): string {
  const { parameters, today } = place;
  const [time, ...others] = groupBy;
  const each = time?.each ?? 'month';
  const [unit, format] = [quoted(each), quoted(formats[each])];
  const names = others.map((_, index) => `g${index + 1}`);
  const [also, list] = [names.map((name) => `, ${name}`).join(''), names.join(', ')];
  const [first, last] = [from, to].map((day) => (day === null ? null : dayOf(day, parameters)));
  const until = dayOf(to === null || to > today ? today : to, parameters);
  const start = `date_trunc(${unit}, coalesce(${first ?? 'NULL'}, min(day)))`;
  const within = first === null ? '' : ` FILTER (WHERE day >= ${first})`;
  const sums = { arrived: 'sum(arrived)', left: 'sum(gone)', open: 'sum(arrived - gone)' } as const;
  const cells = { arrived: 'arrived', left: 'gone', open: 'open' } as const;
  const flows = measures.flatMap((one) => (one.measure === 'flow' ? [one.as] : []));
  const totals = flows.map((as) => `coalesce(${sums[as]}${as === 'open' ? '' : within}, 0)::integer`);
  return (
    `WITH days AS MATERIALIZED (SELECT day${also}, sum(arrived) AS arrived, sum(gone) AS gone FROM (${days}) d` +
    `${last === null ? '' : ` WHERE day <= ${last}`} GROUP BY day${also} HAVING sum(arrived) <> 0 OR sum(gone) <> 0), ` +
    `span AS (SELECT ${start} AS first, greatest(max(day), ${until}) AS last FROM days), ` +
    `periods AS (SELECT to_char(g.day, ${format}) AS g0${also} FROM span ` +
    `CROSS JOIN LATERAL (SELECT * FROM generate_series(first, last, interval '${steps[each]}') LIMIT 2000) AS g(day)` +
    `${list === '' ? '' : ` CROSS JOIN (SELECT DISTINCT ${list} FROM days) others`} WHERE EXISTS (SELECT FROM days)), ` +
    `moved AS (SELECT CASE WHEN day >= first THEN to_char(day, ${format}) END AS g0${also}, arrived, gone FROM days CROSS JOIN span ` +
    `UNION ALL SELECT g0${also}, 0, 0 FROM periods), ` +
    `courses AS (SELECT g0${also}, sum(arrived)::integer AS arrived, sum(gone)::integer AS gone, (sum(sum(arrived - gone)) ` +
    `OVER (${list === '' ? '' : `PARTITION BY ${list} `}ORDER BY g0 NULLS FIRST))::integer AS open FROM moved GROUP BY g0${also}) ` +
    `SELECT g0${also}, ${flows.map((as, index) => `${cells[as]} AS m${index}`).join(', ')}, 1 AS n, 0 AS total FROM courses WHERE g0 IS NOT NULL ` +
    `UNION ALL SELECT NULL${names.map(() => ', NULL').join('')}, ${totals.join(', ')}, count(*)::integer, 1 FROM days ` +
    `ORDER BY total DESC, g0${also} LIMIT 2001`
  );
}
