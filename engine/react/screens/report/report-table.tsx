/** The rows of a report, figures right-aligned, and the total below them. */
import type { ReportValue, WireReport } from '../../../portal/wire-report.ts';
import { sayNumber } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { nothing } from '../../records/words.ts';
import { text } from '../../text.ts';
import styles from './report.module.css';

export function ReportTable({ report }: { readonly report: WireReport }) {
  const { groups, measures, rows, total, chart } = report;
  const currency = String(useSlice().constants['currencySign'] ?? '');
  const say = (value: ReportValue, index: number) => sayValue(value, measures[index]?.measure, currency);
  const longest = Math.max(0, ...rows.map(({ values }) => Number(values[0] ?? 0)));
  return (
    // On a phone a wide table is moved sideways, with the keyboard too.
    <section
      className={styles.frame}
      aria-label={text('{title}, table', { title: report.title })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- for that
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {groups.map((title) => (
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
            <tr key={row.groups.map(({ value }) => value).join(' ')}>
              {row.groups.map(({ label }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns never move
                <td key={index}>{label}</td>
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
                {text('All')}
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

/** Drawn beside the number that says the same. */
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

function sayValue(
  value: ReportValue,
  measure: WireReport['measures'][number]['measure'] | undefined,
  currency: string,
): string {
  if (value === null) return nothing;
  if (measure === 'count') return sayNumber(Number(value));
  if (measure === 'time') return sayNumber(Number(value), { maximumFractionDigits: 1 });
  const [whole = '0', cents] = String(value).split('.');
  const sum = sayNumber(BigInt(whole));
  return cents === undefined ? sum : `${currency}${sum}.${cents}`;
}
