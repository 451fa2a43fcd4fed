/** A report: the choice of its period, and its figures as a table. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import type { FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type {
  ReportValue,
  WireGroup,
  WireMeasure,
  WireReport,
  WireReportRow,
} from '../../contract/reports.ts';
import { reportMessages } from '../../locales/reports.ts';
import { useRead } from '../data/hooks.ts';
import { nothing } from '../facts/words.ts';
import { sayDate, sayMoment, sayMonth, sayNumber } from '../page/dates.ts';
import { Fallback } from '../page/feedback.tsx';
import { useSlice } from '../session/portal-context.ts';
import { useListPath } from '../records/links/pages.ts';
import { text } from '../language/text.ts';
import styles from './report.module.css';

interface ReportViewProps {
  readonly name: string;
  readonly period: ShownPeriod;
}

export function ReportView({ name, period }: ReportViewProps) {
  const { data, error, mutate } = useRead('GET /reports/:name', { params: { name }, query: { ...period } });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <section className={styles.report} aria-label={data.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{data.title}</h2>
        {data.opens !== null && <ListBehind {...data.opens} />}
      </div>
      {data.help !== null && <p className={styles.help}>{data.help}</p>}
      {data.total === null ? (
        <p className={styles.empty}>{text(reportMessages.nothingToCount)}</p>
      ) : (
        <ReportTable report={data} />
      )}
    </section>
  );
}

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
  const [, setSearch] = useSearchParams();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
    setSearch(
      entries.map(([name, value]): [string, string] => [name, String(value)]),
      { replace: true },
    );
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
    </form>
  );
}

function ReportTable({ report }: { readonly report: WireReport }) {
  const { groups, measures, rows, total, chart } = report;
  const { constants, timeZone } = useSlice();
  const currency = String(constants['currencySign'] ?? '');
  const say = (value: ReportValue, index: number) => sayValue(value, measures[index], currency);
  const longest = Math.max(0, ...rows.map(({ values }) => Number(values[0] ?? 0)));
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
                  {chart === 'bar' && index === 0 && <Bar share={share(value, longest)} />}
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

/** A bar beside the number with the same meaning. */
function Bar({ share: width }: { readonly share: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height="8" rx="2" />
    </svg>
  );
}

function share(value: ReportValue, longest: number): number {
  return longest > 0 ? (Number(value ?? 0) / longest) * 100 : 0;
}

function sayValue(value: ReportValue, measure: WireMeasure | undefined, currency: string): string {
  if (value === null) return nothing;
  if (measure?.measure === 'time') return sayNumber(Number(value), { maximumFractionDigits: 1 });
  const [whole = '0', cents = ''] = String(value).split('.');
  const sum = sayNumber(BigInt(whole));
  if (measure?.type === 'money') return `${currency}${sum}.${cents.padEnd(2, '0')}`;
  return cents === '' ? sum : `${sum}.${cents}`;
}
