/** The rows of a report, numbers right-aligned, and the total below. */
import type {
  ReportValue,
  WireGroup,
  WireMeasure,
  WireReport,
  WireReportRow,
} from '../../contract/reports.ts';
import { sayDate, sayMoment, sayMonth, sayNumber } from '../page/dates.ts';
import { useSlice } from '../portal-context.ts';
import { nothing } from '../facts/words.ts';
import { text } from '../text.ts';
import styles from './report.module.css';
import { reportMessages } from '../../locales/reports.ts';

export function ReportTable({ report }: { readonly report: WireReport }) {
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
