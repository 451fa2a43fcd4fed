/** A report as one statement: only records that the reader may read whole, and only fields that they may read. */
import type { FieldPath, ReferenceStep } from '../../portal/model/condition.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { Report } from '../../portal/model/report.ts';
import { fieldRuleSql, mayReadSql, mayShowSql, ofReferredSql, showsAboveSql } from '../sql/access-sql.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, type Clause, complete, not, or, type SqlScope, toSql } from '../sql/sql.ts';
import { fieldSql } from '../sql/value-sql.ts';
import { flowStatement, movementsSql } from './flow-sql.ts';
import { dayOf, groupSql, type Period, periodDaySql } from './group-sql.ts';
import { measureSql, type ReportPlace, valueSql } from './measure-sql.ts';

export interface ReportSql {
  readonly report: Report;
  readonly recordType: RecordType;
  readonly place: ReportPlace;
  readonly period: Period;
}

/** The statement, or null if the reader sees none of these records. Its columns are `g0`…, `m0`…, and `n`. */
export function reportStatement(asked: ReportSql): ReturnType<typeof complete> | null {
  const { report, place, period } = asked;
  const where = countedSql(asked);
  if (where === false) return null;
  const [flow] = report.measures;
  const text =
    flow?.measure === 'flow'
      ? flowStatement(report, movementsSql(report, flow, { place, where }), { place, period })
      : groupedStatement(
          report,
          `SELECT ${valuesSql(report, place).join(', ')} FROM records r WHERE ${toSql(where)}`,
        );
  return complete(text, place.parameters);
}

/** Which records count for the reader. */
export function countedSql({ report, recordType, place, period }: ReportSql): Clause {
  const { measures, where } = report;
  return and([
    `r.type = ${place.parameters.add(recordType.type, 'text')}`,
    mayReadSql(recordType, place),
    conditionSql(where, place),
    fieldsSql({ report, recordType, place, period }),
    measures[0]?.measure === 'flow' || periodSql(report, period, place),
  ]);
}

/** Its groups `g0`… and values `v0`…; without either, a row nevertheless. */
export function valuesSql({ groupBy, measures }: Report, place: ReportPlace): string[] {
  const groups = groupBy.map((group, index) => `${groupSql(group, place)} AS g${index}`);
  const values = measures.flatMap((measure, index) =>
    measure.measure === 'count' || measure.measure === 'flow'
      ? []
      : [`${valueSql(measure, place)} AS v${index}`],
  );
  return [...groups, ...values, '1 AS one'];
}

function groupedStatement({ groupBy, measures }: Report, rows: string): string {
  const columns = measures.map((measure, index) => `${measureSql(measure, index)} AS m${index}`);
  return groupedSql(groupBy.length, { columns, number: 'count(*)::integer', from: `(${rows}) x` });
}

/** One row for each group, and before them one for all. */
export function groupedSql(
  groups: number,
  {
    columns,
    number,
    from,
  }: { readonly columns: readonly string[]; readonly number: string; readonly from: string },
): string {
  const names = Array.from({ length: groups }, (_, index) => `g${index}`);
  const keys = names.join(', ');
  const grouping = keys === '' ? '' : ` GROUP BY GROUPING SETS ((${keys}), ())`;
  return (
    `SELECT ${[...names, ...columns].join(', ')}, ${number} AS n, ${keys === '' ? '1' : `grouping(${keys})`} AS total ` +
    `FROM ${from}${grouping} ORDER BY total DESC${keys === '' ? '' : `, ${keys}`} LIMIT 2001`
  );
}

/**
 * The fields that its numbers would reveal: those it groups by and sums, and dates that filter it. A field that its
 * reader does not see counts nowhere.
 */
export function fieldsSql({ report, recordType, place, period }: ReportSql): Clause {
  return and(fieldsOf(report, period).map((path) => mayCount(recordType, path, place)));
}

function fieldsOf({ groupBy, measures, period }: Report, { from, to }: Period): FieldPath[] {
  const grouped = groupBy.flatMap(({ by }) => {
    if ('steps' in by) return [];
    return ['field' in by ? by.field : ownPath(by.column)];
  });
  const added = measures.flatMap((one) => (one.measure === 'sum' ? [one.of] : []));
  return [...grouped, ...added, ...(from === null && to === null ? [] : [ownPath(period)])];
}

function ownPath(name: string): FieldPath {
  return { ancestor: null, keys: [name], lookup: null };
}

function mayCount(recordType: RecordType, { ancestor, keys, reference }: FieldPath, place: SqlScope): Clause {
  const [first = ''] = keys;
  const isAbove = ancestor !== null && ancestor !== recordType.type;
  if (isAbove) return reference === undefined && showsAboveSql(place, ancestor, [first]);
  const own = fieldRuleSql(recordType, first, place);
  return reference === undefined ? own : and([own, showsReferredSql(keys, reference, place)]);
}

/** If the answer names a record, it shows the visitor the value. */
function showsReferredSql(
  keys: readonly string[],
  { type, isInRows, of }: ReferenceStep,
  place: SqlScope,
): Clause {
  const other = place.portal.recordTypes[type];
  const name = of.from === 'field' ? (of.path.keys[0] ?? '') : of.name;
  if (other === undefined) return false;
  const named = (isShown: boolean) =>
    ofReferredSql(place, { type, keys, isInRows }, (at) => {
      const shows = and([mayShowSql(other, name, at), showsFurtherSql(of, at)]);
      return { value: '1', where: isShown ? shows : not(shows) };
    });
  // Of several records, each has to show it.
  if (isInRows) return `NOT EXISTS ${named(false)}`;
  const answer = fieldSql({ ancestor: null, keys, lookup: null }, place);
  return or([`EXISTS ${named(true)}`, `${answer} IS NULL`]);
}

/** The answer there shows what it names in turn. */
function showsFurtherSql(of: ReferenceStep['of'], place: SqlScope): Clause {
  const further = of.from === 'field' ? of.path : undefined;
  return further?.reference === undefined || showsReferredSql(further.keys, further.reference, place);
}

function periodSql({ period }: Report, { from, to }: Period, place: SqlScope): Clause {
  if (from === null && to === null) return true;
  const day = periodDaySql(period, place);
  return and([
    from === null || `${day} >= ${dayOf(from, place.parameters)}`,
    to === null || `${day} <= ${dayOf(to, place.parameters)}`,
  ]);
}
