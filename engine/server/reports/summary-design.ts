/**
 * What the summary of a record type counts, for all reports of the type. The design is computed from the configuration:
 * another configuration has another design, and its summary is made beside the first.
 */
import { createHash } from 'node:crypto';
import { draftState } from '../../portal/access/access.ts';
import { knownState, possible, simplified, testsOf } from '../../portal/conditions/possible.ts';
import type { Condition } from '../../portal/model/condition.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { Report, ReportGroup, ReportMeasure } from '../../portal/model/report.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { conditionSql } from '../sql/condition-sql.ts';
import { and, createLiterals, quoted, toSql } from '../sql/sql.ts';
import { dayOfMomentSql, groupDaySql, groupSql, periodDaySql } from './group-sql.ts';
import { clockEndSql, enteredSql, type ReportPlace, valueSql } from './measure-sql.ts';

/** Records that are counted alike, as SQL over the row `r`. The moment of the count is the statement's `$2`. */
interface SummaryPart {
  /** The day of the cell, a date. */
  readonly day: string;
  /** Texts, the key of the cell. */
  readonly key: readonly string[];
  readonly amount: string;
  /** When time alone changes the key. */
  readonly until: string;
  readonly where: string;
}

export interface SummaryDesign {
  readonly type: string;
  readonly hash: string;
  readonly parts: readonly SummaryPart[];
  /** By the name of the report; a report that is missing reads records. */
  readonly reports: ReadonlyMap<string, SummarizedReport>;
}

/** How a report reads the cells of its type. */
export interface SummarizedReport {
  /** The columns of a record at the front of each key. */
  readonly columns: readonly SummaryColumn[];
  /** Who may read a counted record that is not their own, and what else depends on the reader. */
  readonly rules: readonly Condition[];
  readonly groups: readonly SummaryGroup[];
  /** The position of each measure's number in the key, counted from 1; null: it is no part of the key. */
  readonly values: readonly (number | null)[];
  /** The part of each measure, and for the records that leave in a flow. */
  readonly parts: readonly number[];
  readonly leaving: number | null;
}

/** The day of the cell, or a text or day at a position of the key, counted from 1. */
export type SummaryGroup = { readonly by: ReportGroup['by'] } & (
  { readonly is: 'cell-day' } | { readonly is: 'text' | 'day'; readonly position: number }
);

const summaryColumns = ['state', 'office', 'unit', 'kind'] as const;
type SummaryColumn = (typeof summaryColumns)[number];

/** One for each record type with a report that a summary can answer. */
export const summaryDesigns = onceForEach((portal: Portal): ReadonlyMap<string, SummaryDesign> => {
  const byType = Map.groupBy(Object.values(portal.reports), ({ of }) => of);
  return new Map(
    [...byType].flatMap(([type, reports]) => {
      const design = designOf(portal, type, reports);
      return design === null ? [] : [[type, design] as const];
    }),
  );
});

function designOf(portal: Portal, type: string, all: readonly Report[]): SummaryDesign | null {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined || recordType.builtIn !== null) return null;
  const known: string[] = [];
  const parts: SummaryPart[] = [];
  const number = (part: SummaryPart): number => {
    const text = JSON.stringify(part);
    const found = known.indexOf(text);
    if (found >= 0) return found;
    parts.push(part);
    return known.push(text) - 1;
  };
  const reports = new Map<string, SummarizedReport>();
  for (const report of all) {
    const found = partsOf(portal, recordType, report);
    if (found === null) continue;
    const { columns, rules, groups, values, ofMeasure, leaving } = found;
    reports.set(report.name, {
      columns,
      rules,
      groups,
      values,
      parts: ofMeasure.map(number),
      leaving: leaving === null ? null : number(leaving),
    });
  }
  if (parts.length === 0) return null;
  const hash = createHash('sha256')
    .update(JSON.stringify([formatOfCells, known]))
    .digest('hex');
  return { type, hash, parts, reports };
}

/** Change it when the same parts are stored in another way. */
const formatOfCells = 1;

type FoundParts = Omit<SummarizedReport, 'parts' | 'leaving'> & {
  readonly ofMeasure: readonly SummaryPart[];
  readonly leaving: SummaryPart | null;
};

/** @returns null if the numbers depend on more than the record itself and its history */
function partsOf(portal: Portal, recordType: RecordType, report: Report): FoundParts | null {
  const { measures, groupBy, where } = report;
  const conditions = where.test === 'all' ? where.of : [where];
  const fixed = conditions.filter(isFixed);
  const rules = [
    readersRule(portal, recordType, where),
    ...conditions.filter((one) => !fixed.includes(one)).map(ofOthers),
  ];
  if (!groupBy.every(isOwnGroup) || !measures.every(isSummarized)) return null;
  const place = literalPlace(portal, recordType.type);
  const draft = draftState(portal, recordType.type);
  const columns = summaryColumns.filter((name) => rules.some((rule) => readsColumn(rule, name)));
  const [flow] = measures;
  const isFlow = flow?.measure === 'flow';
  const { groups, keys } = groupsOf(report, place, columns.length);
  const front = [...columns.map((name) => `r.${name}`), ...keys];
  const { values, texts } = valuesOf(measures, place, front.length);
  const part: SummaryPart = {
    day: isFlow ? 'NULL::date' : periodDaySql(report.period, place),
    key: [...front, ...texts],
    amount: '0',
    until: untilSql(measures, place),
    where: toSql(
      and([
        draft === null || `r.state <> ${quoted(draft)}`,
        ...fixed.map((condition) => conditionSql(condition, place)),
      ]),
    ),
  };
  const found = { columns, rules, groups, values };
  if (flow?.measure !== 'flow')
    return { ...found, ofMeasure: measurePartsOf(measures, part, place), leaving: null };
  const arrived = enteredSql(flow.arrives, place);
  const left = enteredSql(flow.leaves, place, arrived);
  const moved = (moment: string): SummaryPart => ({
    ...part,
    day: dayOfMomentSql(moment, place),
    where: `(${part.where}) AND ${moment} IS NOT NULL`,
  });
  return { ...found, ofMeasure: measures.map(() => moved(arrived)), leaving: moved(left) };
}

/** A sum has a part of its own, because a part has one amount. Every part has the number of records. */
function measurePartsOf(
  measures: readonly ReportMeasure[],
  part: SummaryPart,
  place: ReportPlace,
): SummaryPart[] {
  const sums = measures.map((one) =>
    one.measure === 'sum' ? { ...part, amount: valueSql(one, place) } : null,
  );
  const usual = sums.find((one) => one !== null) ?? part;
  return sums.map((one) => one ?? usual);
}

function literalPlace(portal: Portal, type: string): ReportPlace {
  const parameters = createLiterals();
  const more = { alias: 'r', type, isRelative: false, today: '', moment: '$2::timestamptz' };
  return { portal, visitor: signedOut, parameters, ...more };
}

/** The record's own columns and answers, compared with constants, are the same for every reader and day. */
function isFixed(condition: Condition): boolean {
  return testsOf(condition).every((test) => {
    if (test.test === 'always') return true;
    if (test.test !== 'compare') return false;
    const { subject, operand } = test;
    if (subject.from === 'field' && !isOwnPath(subject.path)) return false;
    if (subject.from !== 'field' && subject.from !== 'record') return false;
    return 'value' in operand || ('field' in operand && isOwnPath(operand.field));
  });
}

function isOwnPath({
  ancestor,
  lookup,
}: {
  readonly ancestor: string | null;
  readonly lookup: object | null;
}) {
  return ancestor === null && lookup === null;
}

function isOwnGroup({ by }: ReportGroup): boolean {
  return !('field' in by) || isOwnPath(by.field);
}

/** Times other than working days have too many different values for cells. */
function isSummarized(one: ReportMeasure): boolean {
  if (one.measure === 'sum') return isOwnPath(one.of);
  return one.measure !== 'time' || one.in === 'working days';
}

/**
 * The rule for readers who do not own the record. If it is the same in every state that the report counts, the state
 * is not part of it.
 */
function readersRule(portal: Portal, { type, access }: RecordType, where: Condition): Condition {
  const draft = draftState(portal, type);
  const states = Object.keys(portal.workflows[type]?.states ?? {}).filter(
    (state) => state !== draft && possible(where, knownState(state)).true,
  );
  const known = states.map((state) => simplified(access.read, knownState(state, knownOfOthers)));
  const [first] = known;
  const isSame = first !== undefined && new Set(known.map((one) => JSON.stringify(one))).size === 1;
  return isSame ? first : ofOthers(access.read);
}

function ofOthers(condition: Condition): Condition {
  return simplified(condition, knownOfOthers);
}

function knownOfOthers(condition: Condition): boolean | null {
  const isOwner = condition.test === 'self' || (condition.test === 'party' && condition.role === 'owner');
  return isOwner ? false : null;
}

function readsColumn(rule: Condition, name: SummaryColumn): boolean {
  return testsOf(rule).some((test) => {
    if (test.test !== 'compare') return false;
    const { subject, operand } = test;
    return (
      (subject.from === 'record' && subject.name === name) ||
      (name === 'office' && 'officeConstant' in operand)
    );
  });
}

function groupsOf(report: Report, place: ReportPlace, before: number) {
  const isFlow = report.measures[0]?.measure === 'flow';
  const keys: string[] = [];
  const groups = report.groupBy.map((group, index): SummaryGroup => {
    const { by } = group;
    const day = groupDaySql(group, place);
    if (isFlow ? index === 0 : day !== null && day === periodDaySql(report.period, place))
      return { by, is: 'cell-day' };
    const position = before + keys.push(day === null ? groupSql(group, place) : `(${day})::text`);
    return { by, is: day === null ? 'text' : 'day', position };
  });
  return { groups, keys };
}

function valuesOf(measures: readonly ReportMeasure[], place: ReportPlace, before: number) {
  const texts: string[] = [];
  const values = measures.map((one) => {
    if (one.measure !== 'time' && one.measure !== 'clock') return null;
    const text = `(${valueSql(one, place)})::text`;
    const found = texts.indexOf(text);
    return before + (found >= 0 ? found + 1 : texts.push(text));
  });
  return { values, texts };
}

function untilSql(measures: readonly ReportMeasure[], place: ReportPlace): string {
  const ends = measures.flatMap((one) => (one.measure === 'clock' ? [clockEndSql(one, place)] : []));
  return ends.length === 0 ? 'NULL::timestamptz' : `least(${[...new Set(ends)].join(', ')})`;
}
