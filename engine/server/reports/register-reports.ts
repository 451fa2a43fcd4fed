/** The route of reports: `GET reports/{name}`, for signed-in visitors, over the records that they may read. */
import type { FastifyInstance } from 'fastify';
import { reports, type WireMeasure, type WireReport, type WireReportRow } from '../../contract/reports.ts';
import { formMessages } from '../../locales/forms.ts';
import { reportMessages } from '../../locales/reports.ts';
import { typeOfColumn, typeOfField } from '../../portal/forms/column-type.ts';
import { labelIn, type ValueType } from '../../portal/forms/value-type.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Report, ReportGroup, ReportMeasure } from '../../portal/model/report.ts';
import type { Queryable } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { doorOf } from '../records/change/open-door.ts';
import type { RequestContext } from '../records/rows/request-context.ts';
import { type complete, createParameters } from '../sql/sql.ts';
import { todayIn } from '../sql/today.ts';
import type { Period } from './group-sql.ts';
import type { ReportPlace } from './measure-sql.ts';
import { choiceOf, chosenReport, type ReportChoice } from './report-choice.ts';
import { type ReportSql, reportStatement } from './report-sql.ts';
import { summaryDesigns } from './summary-design.ts';
import { type Summary, summaryStatement } from './summary-sql.ts';

export function registerReports(server: FastifyInstance, application: Application): void {
  mount(
    server,
    reports,
    {
      'GET /reports/:name': async ({ params: { name }, query }, request) => {
        const portal = portalFor(application, request);
        const report = reportOf(portal, name);
        const scope = { portal, visitor: request.visitor, now: application.now() };
        return runReport(application.database, scope, { report, choice: choiceOf(query) });
      },
    },
    { mayAsk: doorOf(application) },
  );
}

/** @throws HttpError 404 */
export function reportOf({ reports: all }: Portal, name: string): Report {
  const report = Object.hasOwn(all, name) ? all[name] : undefined;
  if (report === undefined) throw notFound();
  return report;
}

type ReportSqlRow = Readonly<Record<string, string | number | null>>;

/** Counts only records that the reader may read. */
export async function runReport(
  client: Queryable,
  scope: RequestContext,
  { report: configured, choice }: { readonly report: Report; readonly choice: ReportChoice },
): Promise<WireReport> {
  const { portal, now = new Date() } = scope;
  const report = chosenReport(configured, choice);
  const period = { from: choice.from, to: choice.to };
  const recordType = portal.recordTypes[report.of];
  if (recordType === undefined) throw new Error(`The report "${report.name}" is of no record type.`);
  const parameters = createParameters();
  const place: ReportPlace = {
    ...scope,
    parameters,
    moment: parameters.add(now.toISOString(), 'timestamptz'),
    alias: 'r',
    type: report.of,
    isRelative: false,
    today: todayIn(portal.timeZone, now),
  };
  const asked: ReportSql = { report, recordType, place, period };
  const statement = (await statementFromSummary(client, asked)) ?? reportStatement(asked);
  // Without a name, so that PostgreSQL plans for the values.
  const rows =
    statement === null ? [] : await client.query<ReportSqlRow>(statement.text, [...statement.values]);
  const people = await peopleOf(client, report, rows);
  return toWire(portal, report, { rows, period, configured, people });
}

/** Null: there is no complete summary for this report, or it does not know what the reader's rule asks. */
async function statementFromSummary(
  client: Queryable,
  asked: ReportSql,
): Promise<ReturnType<typeof complete> | null> {
  const { report, place } = asked;
  const design = summaryDesigns(place.portal).get(report.of);
  const summarized = design?.reports.get(report.name);
  if (design === undefined || summarized === undefined) return null;
  const [summary] = await client.query<Summary>(
    'SELECT id, watermark FROM report_summaries WHERE type = $1 AND design = $2 AND is_complete',
    [design.type, design.hash],
  );
  return summary === undefined ? null : summaryStatement(asked, summarized, summary);
}

interface ReportPerson {
  readonly slug: string;
  /** The name; where several people have it, also the position or the beginning of the mail address. */
  readonly label: string;
}

/** By the id of the account. */
async function peopleOf(
  client: Queryable,
  { groupBy }: Report,
  rows: readonly ReportSqlRow[],
): Promise<ReadonlyMap<string, ReportPerson>> {
  const ids = groupBy.flatMap(({ by }, index) =>
    'steps' in by ? rows.flatMap((row) => row[`g${index}`] ?? []) : [],
  );
  if (ids.length === 0) return new Map();
  const accounts = await client.query<{
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly position: string | null;
    readonly username: string;
  }>('SELECT id, slug, name, position, username FROM accounts WHERE id = ANY($1)', [[...new Set(ids)]]);
  const count = (of: (one: (typeof accounts)[number]) => string) => Map.groupBy(accounts, of);
  const byName = count(({ name }) => name);
  const byPosition = count(({ name, position }) => JSON.stringify([name, position]));
  return new Map(
    accounts.map((one) => {
      const { id, slug, name, position, username } = one;
      const isAlone = byPosition.get(JSON.stringify([name, position]))?.length === 1;
      const more = position !== null && isAlone ? position : (username.split('@')[0] ?? '');
      return [id, { slug, label: byName.get(name)?.length === 1 ? name : `${name} (${more})` }];
    }),
  );
}

interface ReportNumbers {
  readonly rows: readonly ReportSqlRow[];
  readonly period: Period;
  /** The report with all its groups. */
  readonly configured: Report;
  readonly people: ReadonlyMap<string, ReportPerson>;
}

function toWire(
  portal: Portal,
  report: Report,
  { rows, period, configured, people }: ReportNumbers,
): WireReport {
  const isTotal = (row: ReportSqlRow): boolean => report.groupBy.length === 0 || row['total'] !== 0;
  const total = rows.find(isTotal);
  const measures = report.measures.map((_, index) => index);
  const groups = report.groupBy.map((one) => ({ ...one, type: typeOfGroup(portal, report, one) }));
  const values = (row: ReportSqlRow | undefined) => measures.map((index) => row?.[`m${index}`] ?? null);
  return {
    name: report.name,
    title: report.title,
    help: report.help,
    period: { ...period, by: report.period },
    choices: configured.groupBy.map(({ title, each }) => ({ title, each })),
    groups: groups.map(({ title, each, type }) => ({ title, type: type.type, each })),
    measures: report.measures.map((one) => ({
      title: one.title,
      measure: one.measure,
      ...typeOfMeasure(portal, report, one),
    })),
    rows: inOrderOfNames(
      report,
      rows
        .filter((row) => !isTotal(row))
        .map((row): WireReportRow => ({
          groups: groups.map((group, index) => {
            const value = row[`g${index}`];
            const person = 'steps' in group.by ? people.get(String(value)) : undefined;
            if (person !== undefined) return { value: person.slug, label: person.label };
            return labelled(portal, group, value);
          }),
          values: values(row),
        })),
    ),
    total: total === undefined || total['n'] === 0 ? null : values(total),
    chart: report.chart,
    opens: report.opens,
  };
}

/** People are sorted by their names; those who are nobody come last. */
function inOrderOfNames({ groupBy }: Report, rows: WireReportRow[]): WireReportRow[] {
  if (!groupBy.some(({ by }) => 'steps' in by)) return rows;
  return rows.sort((one, other) => {
    for (const index of groupBy.keys()) {
      const [a, b] = [one.groups[index], other.groups[index]];
      if (a === undefined || b === undefined || a.value === b.value) continue;
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
      return a.label.localeCompare(b.label) || (a.value < b.value ? -1 : 1);
    }
    return 0;
  });
}

function labelled(
  portal: Portal,
  { each, type }: { readonly each: ReportGroup['each']; readonly type: ValueType },
  value: string | number | null | undefined,
): WireReportRow['groups'][number] {
  const text = value === null || value === undefined ? null : String(value);
  if (text === null) return { value: null, label: say(portal.words, reportMessages.noValue) };
  return { value: text, label: each === null ? labelOf(portal, type, text) : text };
}

/** Values are text: a boolean is one of two. */
function labelOf({ words }: Portal, type: ValueType, text: string): string {
  if (type.type === 'boolean' && text === 'true') return say(words, formMessages.yes);
  if (type.type === 'boolean' && text === 'false') return say(words, formMessages.no);
  return labelIn(type, text) ?? text;
}

function typeOfGroup(portal: Portal, { of }: Report, { by }: ReportGroup): ValueType {
  if ('steps' in by) return { type: 'text' };
  return 'column' in by ? typeOfColumn(portal, of, by.column) : typeOfField(portal, of, by.field);
}

function typeOfMeasure(
  portal: Portal,
  { of }: Report,
  measure: ReportMeasure,
): Pick<WireMeasure, 'type' | 'currency'> {
  if (measure.measure === 'clock' && measure.as === 'share') return { type: 'percent' };
  const type = measure.measure === 'sum' ? typeOfField(portal, of, measure.of) : null;
  if (type?.type !== 'money') return { type: 'number' };
  return { type: 'money', ...(type.currency !== undefined && { currency: type.currency }) };
}
