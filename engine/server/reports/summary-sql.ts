/**
 * A report from its summary, as one statement: the cells, without the records that changed since, and these records one
 * by one. So are the reader's own records, because cells do not name owners.
 */
import { hasReach } from '../../portal/access/deputies.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, complete, type Parameters, quoted, type SqlScope, toSql } from '../sql/sql.ts';
import { flowStatement, movementsSql } from './flow-sql.ts';
import { dayOf, formats } from './group-sql.ts';
import { countedSql, fieldsSql, groupedSql, type ReportSql, valuesSql } from './report-sql.ts';
import type { SummarizedReport, SummaryGroup } from './summary-design.ts';
import { cellLengths, type CellSpan, dayBefore, spansOf } from './cell-spans.ts';

export interface Summary {
  readonly id: number;
  /** All events up to this one are in it. */
  readonly watermark: number;
}

/** The same rows as those of `reportStatement`; null if the reader's rule asks more than the cells know. */
export function summaryStatement(
  asked: ReportSql,
  summarized: SummarizedReport,
  summary: Summary,
): ReturnType<typeof complete> | null {
  const { report, place, period } = asked;
  const { parameters } = place;
  const seen = seenCells(asked, summarized);
  if (seen === null) return null;
  const where = countedSql(asked);
  const isChanged = `r.id IN (SELECT id FROM changed)`;
  const [flow] = report.measures;
  const isFlow = flow?.measure === 'flow';
  const cells = cellsSql(asked, summarized, { id: summary.id, seen });
  const rows = isFlow
    ? movementsSql(report, flow, { place, where: and([where, isChanged]) })
    : `SELECT ${rowColumns(asked).join(', ')} FROM (SELECT ${valuesSql(report, place).join(', ')} FROM records r WHERE ${toSql(and([where, isChanged]))}) x`;
  const source = `WITH changed AS MATERIALIZED (${changedSql(asked, summary)}) ${cells} UNION ALL ${rows}`;
  const text = isFlow ? flowStatement(report, source, { place, period }) : groupedCells(asked, source);
  return complete(text, parameters);
}

/** Records that changed after the summary, by a step or by time alone, and the reader's own. */
function changedSql({ recordType, place }: ReportSql, { id, watermark }: Summary): string {
  const { parameters, moment } = place;
  const sources = [
    `SELECT record AS id FROM events WHERE seq > ${parameters.add(String(watermark), 'text')}::bigint`,
    `SELECT record FROM report_places WHERE summary = ${parameters.add(id, 'integer')} AND until < ${moment}`,
  ];
  // A deputy's own records, and those of the officer for whom they act.
  const isOwn = conditionSql({ test: 'self' }, { ...place, isBar: true });
  const own = and([`r.type = ${parameters.add(recordType.type, 'text')}`, isOwn]);
  if (own !== false) sources.push(`SELECT r.id FROM records r WHERE ${toSql(own)}`);
  return sources.join(' UNION ');
}

/** The rule of the reader over the row `cell`; null if it reads anything that a cell has not. */
function seenCells({ report, recordType, place, period }: ReportSql, { columns, rules }: SummarizedReport) {
  const over: SqlScope = { ...place, alias: 'cell' };
  const clause = and([
    hasReach(place, recordType.type),
    ...rules.map((rule) => conditionSql(rule, over)),
    fieldsSql({ report, recordType, place: { ...place, alias: 'cell' }, period }),
  ]);
  const text = toSql(clause);
  const read = Array.from(text.matchAll(/\bcell\.(\w+)/g), ([, name]) => name);
  const known: readonly (string | undefined)[] = columns;
  return read.every((name) => known.includes(name)) ? text : null;
}

interface SeenCells {
  readonly id: number;
  readonly seen: string;
}

/** Cells that count, and those of changed records with the opposite sign. */
function cellsSql(asked: ReportSql, summarized: SummarizedReport, { id, seen }: SeenCells): string {
  const { parameters } = asked.place;
  const { columns, parts, leaving } = summarized;
  const summary = parameters.add(id, 'integer');
  const wanted = [...new Set([...parts, ...(leaving === null ? [] : [leaving])])].join(', ');
  const of = `c.summary = ${summary} AND c.part IN (${wanted})`;
  const names = columns.map((name, index) => `c.key[${index + 1}] AS ${name}`);
  const cells = (from: string, number: string, amount: string): string =>
    `SELECT ${cellColumns(asked, summarized).join(', ')} FROM ` +
    `(SELECT ${['c.part, c.day, c.key', `${number} AS number`, `${amount} AS amount`, ...names].join(', ')} FROM ${from}) cell WHERE ${seen}`;
  const spans = spansOfReport(asked, summarized);
  const within = spans.map((span) => `(${spanSql(span, parameters)})`).join(' OR ');
  // A record is in cells of single days.
  const days = [...new Set(spans.map((span) => spanSql({ ...span, length: 'day' }, parameters)))];
  const places =
    `changed d JOIN report_places p ON p.summary = ${summary} AND p.record = d.id ` +
    `CROSS JOIN unnest(p.cells, p.amounts) AS u(id, amount) JOIN report_cells c ON c.id = u.id ` +
    `WHERE ${of} AND (${days.map((one) => `(${one})`).join(' OR ')})`;
  return (
    `${cells(`report_cells c WHERE ${of} AND (${within})`, 'c.number', 'c.amount')} UNION ALL ` +
    cells(places, '(-1)::bigint', '-u.amount')
  );
}

function spansOfReport({ report, period }: ReportSql, { groups }: SummarizedReport): CellSpan[] {
  const each = report.groupBy.find(({ by }) =>
    groups.some((one) => one.by === by && one.is === 'cell-day'),
  )?.each;
  const longest = each === 'quarter' ? 'month' : (each ?? 'year');
  const lengths = cellLengths.slice(cellLengths.indexOf(longest));
  const { from, to } = period;
  if (report.measures[0]?.measure !== 'flow' || from === null) return spansOf(period, lengths);
  // What arrived before the period may still be open in it.
  return [...spansOf({ from: null, to: dayBefore(from) }, lengths), ...spansOf({ from, to }, lengths)];
}

function spanSql({ length, from, to }: CellSpan, parameters: Parameters): string {
  return [
    `c.length = ${quoted(length)}`,
    ...(from === null ? [] : [`c.day >= ${dayOf(from, parameters)}`]),
    ...(to === null ? [] : [`c.day <= ${dayOf(to, parameters)}`]),
  ].join(' AND ');
}

/** The columns of a cell: groups, values, the number of records and amounts; or movements. */
function cellColumns({ report }: ReportSql, summarized: SummarizedReport): string[] {
  const { values, parts, leaving } = summarized;
  const [first = 0] = parts;
  const groups = report.groupBy.map(
    ({ by, each }, index) =>
      `${cellGroup(
        summarized.groups.find((one) => one.by === by),
        each,
      )} AS g${index}`,
  );
  if (report.measures[0]?.measure === 'flow') {
    return ['cell.day', `${numberOf(first)} AS arrived`, `${numberOf(leaving)} AS gone`, ...groups.slice(1)];
  }
  const numbers = report.measures.flatMap((measure, index) => {
    const position = values[index];
    if (typeof position === 'number') return [`cell.key[${position}]::float8 AS v${index}`];
    if (measure.measure !== 'sum') return [];
    return [`CASE WHEN cell.part = ${parts[index]} THEN cell.amount ELSE 0 END AS v${index}`];
  });
  return [...groups, ...numbers, `${numberOf(first)} AS n`];
}

function numberOf(part: number | null): string {
  return `CASE WHEN cell.part = ${part} THEN cell.number ELSE 0 END`;
}

function cellGroup(
  group: SummaryGroup | undefined,
  each: ReportSql['report']['groupBy'][number]['each'],
): string {
  if (group === undefined) throw new Error('A group of a report is not in its summary.');
  if (group.is === 'text') return `cell.key[${group.position}]`;
  const day = group.is === 'cell-day' ? 'cell.day' : `cell.key[${group.position}]::date`;
  return `to_char(${day}, ${quoted(formats[each ?? 'month'])})`;
}

/** The same columns of one record. */
function rowColumns({ report: { groupBy, measures } }: ReportSql): string[] {
  const values = measures.flatMap((measure, index) => {
    if (measure.measure === 'sum') return [`x.v${index}`];
    return measure.measure === 'count' ? [] : [`x.v${index}::float8`];
  });
  return [...groupBy.map((_, index) => `x.g${index}`), ...values, '1'];
}

function groupedCells({ report: { groupBy, measures } }: ReportSql, source: string): string {
  const keys = [
    ...groupBy.map((_, index) => `g${index}`),
    ...measures.flatMap(({ measure }, index) =>
      measure === 'time' || measure === 'clock' ? [`v${index}`] : [],
    ),
  ];
  const sums = measures.flatMap(({ measure }, index) =>
    measure === 'sum' ? [`sum(v${index}) AS v${index}`] : [],
  );
  const cells =
    `SELECT ${[...keys, ...sums, 'sum(n)::bigint AS n'].join(', ')} FROM (${source}) s ` +
    `${keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')} `}HAVING sum(n) <> 0`;
  const columns = measures.map((measure, index) => `${cellMeasure(measure, `v${index}`)} AS m${index}`);
  return groupedSql(groupBy.length, {
    columns,
    number: 'coalesce(sum(n), 0)::integer',
    from: `(${cells}) x`,
  });
}

/** The number of a group, from values that each stand for `n` records. */
function cellMeasure(measure: ReportSql['report']['measures'][number], value: string): string {
  const known = `FILTER (WHERE ${value} IS NOT NULL)`;
  const percentile = (portion: number) =>
    `portal_percentile(${portion}, array_agg(${value}) ${known}, array_agg(n) ${known})`;
  const share = `sum(${value}::numeric * n) ${known} / sum(n) ${known}`;
  if (measure.measure === 'count') return 'coalesce(sum(n), 0)::integer';
  if (measure.measure === 'sum') return `coalesce(sum(${value}), 0)::text`;
  if (measure.measure === 'flow') throw new Error('A flow has a statement of its own.');
  switch (measure.as) {
    case 'median':
      return percentile(0.5);
    case 'p90':
      return percentile(0.9);
    case 'mean':
      return `sum(${value} * n) ${known} / (sum(n) ${known})::float8`;
    case 'longest':
      return `max(${value})`;
    case 'met':
      return `coalesce(sum(n) FILTER (WHERE ${value} = 1), 0)::integer`;
    case 'missed':
      return `coalesce(sum(n) FILTER (WHERE ${value} = 0), 0)::integer`;
    case 'share':
      return `(${share} * 100)::float8`;
    default:
      throw new Error('An aggregate has no SQL.');
  }
}
