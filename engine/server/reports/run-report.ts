/** Runs a report for one reader and says its numbers under names that people know. */
import type { FieldPath } from '../../portal/condition.ts';
import { isMapping } from '../../portal/is-mapping.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Report, ReportGroup } from '../../portal/report.ts';
import { say } from '../../portal/say.ts';
import type { WireReport, WireReportRow } from '../../portal/wire-report.ts';
import type { Application } from '../application.ts';
import type { Asker } from '../records/asker.ts';
import { createParameters } from '../records/sql.ts';
import type { Place } from '../records/sql.ts';
import { statementOf } from '../database/statement-name.ts';
import { todayIn } from '../records/today.ts';
import { reportStatement } from './report-sql.ts';
import type { Period } from './report-sql.ts';
import { reportMessages } from '../../locales/reports.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Counts only what the reader may read. */
export async function runReport(
  { database }: Pick<Application, 'database'>,
  asker: Asker,
  { report, period }: { readonly report: Report; readonly period: Period },
): Promise<WireReport> {
  const { portal } = asker;
  const recordType = portal.recordTypes[report.of];
  if (recordType === undefined) throw new Error(`The report "${report.name}" is of no record type.`);
  const place: Place = {
    ...asker,
    parameters: createParameters(),
    alias: 'r',
    type: report.of,
    isRelative: false,
    today: todayIn(portal.timeZone, asker.now),
  };
  const statement = reportStatement(report, recordType, { place, period });
  const rows = statement === null ? [] : await database.query<Row>(statementOf('report', statement));
  return toWire(portal, report, { rows, period });
}

function toWire(
  portal: Portal,
  report: Report,
  { rows, period }: { readonly rows: readonly Row[]; readonly period: Period },
): WireReport {
  const isTotal = (row: Row): boolean => report.groupBy.length === 0 || row['total'] !== 0;
  const total = rows.find(isTotal);
  const measures = report.measures.map((_, index) => index);
  const values = (row: Row | undefined) => measures.map((index) => row?.[`m${index}`] ?? null);
  return {
    name: report.name,
    title: report.title,
    help: report.help,
    period: { ...period, by: report.period },
    groups: report.groupBy.map(({ title }) => title),
    measures: report.measures.map((one) => ({
      title: one.title,
      measure: one.measure,
      isMoney: one.measure === 'sum' && isMoney(portal, report.of, one.of),
    })),
    rows: rows
      .filter((row) => !isTotal(row))
      .map((row): WireReportRow => ({
        groups: report.groupBy.map((group, index) => labelled(portal, report, group, row[`g${index}`])),
        values: values(row),
      })),
    total: total === undefined || total['n'] === 0 ? null : values(total),
    chart: report.chart,
    opens: report.opens,
  };
}

function labelled(
  portal: Portal,
  { of }: Report,
  { by }: ReportGroup,
  value: string | number | null | undefined,
): WireReportRow['groups'][number] {
  const text = value === null || value === undefined ? null : String(value);
  if (text === null) return { value: null, label: say(portal.words, reportMessages.noValue) };
  return { value: text, label: labelOf(portal, of, by, text) ?? text };
}

function labelOf(portal: Portal, of: string, by: ReportGroup['by'], text: string): string | undefined {
  if ('field' in by) return nameOfChoice(portal, of, by.field, text);
  switch (by.column) {
    case 'state':
      return portal.workflows[of]?.states[text]?.title;
    case 'kind':
      return portal.kinds[text]?.title;
    case 'office':
      return portal.departments[text]?.title;
    default:
      return undefined;
  }
}

/** A value of a closed list under the name that its form gives it. */
function nameOfChoice(
  portal: Portal,
  of: string,
  { ancestor, keys }: FieldPath,
  text: string,
): string | undefined {
  const form = portal.forms[portal.recordTypes[ancestor ?? of]?.form ?? ''];
  const [name = '', ...deeper] = keys;
  if (form === undefined || deeper.length > 0) return undefined;
  const property = at(form.schema['properties'], name);
  const values = at(property, 'enum');
  const names = at(at(form.uiSchema, name), 'ui:enumNames');
  if (!Array.isArray(values) || !Array.isArray(names)) return undefined;
  const label: unknown = names[values.map(String).indexOf(text)];
  return typeof label === 'string' ? label : undefined;
}

/** By what the form says of the field. */
function isMoney(portal: Portal, of: string, { ancestor, keys }: FieldPath): boolean {
  const form = portal.forms[portal.recordTypes[ancestor ?? of]?.form ?? ''];
  const field = keys.reduce<unknown>((ui, key) => at(at(ui, 'items') ?? ui, key), form?.uiSchema);
  return at(field, 'ui:widget') === 'money';
}

function at(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
