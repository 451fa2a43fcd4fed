/** A report as one statement: only records that the reader may read whole, and only fields that they may read. */
import type { FieldPath } from '../../portal/model/condition.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { Report } from '../../portal/model/report.ts';
import { fieldRuleSql, mayReadSql, showsAboveSql } from '../sql/access-sql.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, type Clause, complete, type SqlScope, toSql } from '../sql/sql.ts';
import { columnSql } from '../sql/value-sql.ts';
import { flowStatement } from './flow-sql.ts';
import { dayOf, daySql, groupSql, momentDaySql, type Period } from './group-sql.ts';
import { measureSql, type ReportPlace, valueSql } from './measure-sql.ts';

/** The statement, or null if the reader sees none of these records. Its columns are `g0`…, `m0`…, and `n`. */
export function reportStatement(
  report: Report,
  recordType: RecordType,
  { place, period }: { readonly place: ReportPlace; readonly period: Period },
): ReturnType<typeof complete> | null {
  const { parameters } = place;
  const where = and([
    `r.type = ${parameters.add(recordType.type, 'text')}`,
    mayReadSql(recordType, place),
    conditionSql(report.where, place),
    ...fieldsOf(report, period).map((path) => mayCount(recordType, path, place)),
    report.measures[0]?.measure === 'flow' || periodSql(report, period, place),
  ]);
  if (where === false) return null;
  const [flow] = report.measures;
  if (flow?.measure === 'flow') return flowStatement(report, flow, { place, period, where });
  const groups = report.groupBy.map((group, index) => `${groupSql(group, place)} AS g${index}`);
  const measures = report.measures.map((measure, index) => `${measureSql(measure, index)} AS m${index}`);
  const times = report.measures.flatMap((measure, index) =>
    measure.measure === 'count' || measure.measure === 'flow'
      ? []
      : [`${valueSql(measure, place)} AS v${index}`],
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

/** The fields that its numbers would reveal: those it groups by and sums, and dates that filter it. */
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
