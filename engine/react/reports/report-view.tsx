/** A report: the choice of its period and groups, and its figures as a chart and a table. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, lazy } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type {
  ReportValue,
  WireGroup,
  WireMeasure,
  WireReport,
  WireReportRow,
} from '../../contract/reports.ts';
import { reportMessages } from '../../locales/reports.ts';
import { type ReportLength, reportLengths } from '../../portal/model/report.ts';
import { useRead } from '../data/hooks.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { currencyIn, currencyOf } from '../../portal/values/currency.ts';
import { nothing } from '../facts/words.ts';
import { sayDate, sayMoment, sayMonth, sayNumber, sayParts } from '../page/dates.ts';
import { Fallback } from '../page/feedback.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { useListPath } from '../records/links/pages.ts';
import { text } from '../language/text.ts';
import styles from './report.module.css';

interface ReportViewProps {
  readonly name: string;
  readonly period: ShownPeriod;
}

/** The library of charts is large, and most pages have none. */
const ReportChart = lazy(async () => ({ default: (await import('./report-chart.tsx')).ReportChart }));

export function ReportView({ name, period }: ReportViewProps) {
  const { client } = usePortal();
  const [search] = useSearchParams();
  const chosen = { groups: search.get(`${name}.groups`) ?? '', each: lengthOf(search.get(`${name}.each`)) };
  const input = { params: { name }, query: { ...period, ...chosen } };
  const { data, error, mutate } = useRead('GET /reports/:name', input, { keepPreviousData: true });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <section className={styles.report} aria-label={data.title}>
      <div className={styles.head}>
        <h2 data-heading>{data.title}</h2>
        <div className={styles.actions}>
          {data.opens !== null && <ListBehind {...data.opens} />}
          {data.total !== null && (
            <ExportButton
              of={`reports/${name}`}
              ask={(format) =>
                client.send<'POST /reports/:name/exports'>('POST /reports/:name/exports', {
                  ...input,
                  body: { format },
                })
              }
            />
          )}
        </div>
      </div>
      {data.help !== null && <p className={styles.help}>{data.help}</p>}
      <GroupChoices report={data} />
      {data.total === null ? (
        <p className={styles.empty}>{text(reportMessages.nothingToCount)}</p>
      ) : (
        <ReportFigures report={data} />
      )}
    </section>
  );
}

function lengthOf(named: string | null): ReportLength | null {
  return reportLengths.find((one) => one === named) ?? null;
}

/** The reader chooses the groups; the URL contains the choice. */
function GroupChoices({ report: { name, title, choices, groups } }: { readonly report: WireReport }) {
  const [search, setSearch] = useSearchParams();
  const choose = (key: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(`${name}.${key}`);
    else next.set(`${name}.${key}`, value);
    setSearch(next, { replace: true });
  };
  const length = groups.find(({ each }) => each !== null)?.each ?? null;
  if (choices.length < 2 && length === null) return null;
  return (
    <fieldset className={styles.choices} aria-label={title}>
      {choices.length > 1 && (
        <NativeSelect
          label={text(reportMessages.divideBy)}
          value={search.get(`${name}.groups`) ?? ''}
          onChange={({ currentTarget }) => choose('groups', currentTarget.value)}
          data={[
            { value: '', label: sayParts(choices.map((one) => one.title)) },
            ...choices.map((one, index) => ({ value: String(index + 1), label: one.title })),
          ]}
        />
      )}
      {length !== null && (
        <NativeSelect
          label={text(reportMessages.lengthOf)}
          value={length}
          onChange={({ currentTarget }) => choose('each', currentTarget.value)}
          data={reportLengths.map((value) => ({ value, label: text(lengthTitles[value]) }))}
        />
      )}
    </fieldset>
  );
}

const lengthTitles = {
  day: reportMessages.lengthDay,
  month: reportMessages.lengthMonth,
  quarter: reportMessages.lengthQuarter,
  year: reportMessages.lengthYear,
} as const;

function ListBehind({ type, list }: { readonly type: string; readonly list: string }) {
  const shown = useSlice().recordTypes[type]?.lists[list];
  return shown === undefined ? null : <ListLink subject={{ type, list: shown }} />;
}

function ListLink({ subject }: { readonly subject: Parameters<typeof useListPath>[0] }) {
  const path = useListPath(subject);
  return path === null ? null : <Link to={path}>{subject.list.title}</Link>;
}

export interface ShownPeriod {
  readonly from: string;
  readonly to: string;
}

export function PeriodForm({ period }: { readonly period: ShownPeriod }) {
  const [search, setSearch] = useSearchParams();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = new URLSearchParams(search);
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (value === '') next.delete(name);
      else next.set(name, String(value));
    }
    setSearch(next, { replace: true });
  };
  return (
    <form className={styles.period} onSubmit={show} aria-label={text(reportMessages.period)}>
      <TextInput
        type="date"
        name="from"
        label={text(reportMessages.periodFrom)}
        defaultValue={period.from}
        max={period.to}
      />
      <TextInput
        type="date"
        name="to"
        label={text(reportMessages.periodTo)}
        defaultValue={period.to}
        min={period.from}
      />
      <Button type="submit" variant="default">
        {text(reportMessages.showPeriod)}
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        {text(reportMessages.print)}
      </Button>
    </form>
  );
}

function ReportFigures({ report }: { readonly report: WireReport }) {
  const { constants, timeZone } = useSlice();
  const own = currencyIn(constants);
  const { groups, measures, rows, chart } = report;
  const say = (value: ReportValue, index: number) => sayValue(value, measures[index], own);
  const isAnythingThere = rows.some(({ values }) => values.some((value) => Number(value) !== 0));
  const isDrawn = chart !== null && groups.length > 0 && rows.length > 1 && isAnythingThere;
  return (
    <>
      {isDrawn && (
        <LazyPart waiting={<div className={styles.chart} />}>
          <ReportChart
            report={report}
            sayGroup={(row, index) => {
              const group = row.groups[index];
              return group === undefined ? '' : sayGroup(group, groups[index], timeZone);
            }}
            sayValue={say}
          />
        </LazyPart>
      )}
      <ReportTable report={report} say={say} />
    </>
  );
}

interface ReportTableProps {
  readonly report: WireReport;
  readonly say: (value: ReportValue, index: number) => string;
}

function ReportTable({ report, say }: ReportTableProps) {
  const { groups, measures, rows, total } = report;
  const { timeZone } = useSlice();
  return (
    // On a phone a wide table scrolls sideways, with the keyboard too.
    <section
      className={styles.frame}
      aria-label={text(reportMessages.tableName, { title: report.title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- for that
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {groups.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {measures.map(({ title }) => (
              <th key={title} scope="col" className={styles.figure}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.groups.map(({ value }) => value))}>
              {row.groups.map((group, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns never move
                <td key={index}>{sayGroup(group, groups[index], timeZone)}</td>
              ))}
              {row.values.map((value, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns never move
                <td key={index} className={styles.figure}>
                  {say(value, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {groups.length > 0 && total !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={groups.length}>
                {text(reportMessages.allGroups)}
              </th>
              {total.map((value, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns never move
                <td key={index} className={styles.figure}>
                  {say(value, index)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** A month or a day is named by its date; quarters and years are numbers. */
function sayGroup(
  { value, label }: WireReportRow['groups'][number],
  group: WireGroup | undefined,
  timeZone: string,
): string {
  if (value === null || group === undefined) return label;
  if (group.each === 'month') return sayMonth(value);
  const isDay = group.each === 'day' || (group.each === null && group.type === 'date');
  if (isDay) return sayDate(value, timeZone);
  return group.each === null && group.type === 'moment' ? sayMoment(value, timeZone) : label;
}

function sayValue(value: ReportValue, measure: WireMeasure | undefined, own: string | undefined): string {
  if (value === null) return nothing;
  if (measure?.measure === 'time') return sayNumber(Number(value), { maximumFractionDigits: 1 });
  if (measure?.type === 'percent') return sayNumber(Number(value), { maximumFractionDigits: 0 });
  const [whole = '0', cents = ''] = String(value).split('.');
  const sum = sayNumber(BigInt(whole));
  if (measure?.type === 'money') {
    const { sign, decimals } = currencyOf(measure.currency, own);
    const rest = cents.replace(/0+$/, '').padEnd(decimals, '0');
    return `${sign}${sum}${rest === '' ? '' : `.${rest}`}`;
  }
  return cents === '' ? sum : `${sum}.${cents}`;
}
