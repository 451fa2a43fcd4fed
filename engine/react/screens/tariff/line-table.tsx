/** The lines of a schedule under one heading: description, amount and legal basis. */
import type { TariffLine, TariffRate } from '../../../portal/fees/tariff.ts';
import type { FeeFormat } from '../../facts/assessment-parts.ts';
import { sayBasis } from '../../facts/basis-hint.tsx';
import { sayParts } from '../../page/dates.ts';
import { text } from '../../text.ts';
import styles from './tariff.module.css';
import { assessmentMessages } from '../../../locales/assessment.ts';

interface LineTableProps {
  /** Null: these lines have no heading. */
  readonly title: string | null;
  /** The name of the table if it has no heading. */
  readonly schedule: string;
  readonly lines: readonly TariffLine[];
  readonly wording: FeeFormat;
}

export function LineTable({ title, schedule, lines, wording }: LineTableProps) {
  return (
    <table className={`${styles.table} ${styles.lines}`}>
      <caption className={title === null ? styles.unseen : styles.caption}>{title ?? schedule}</caption>
      <thead>
        <tr>
          <th scope="col">{text(assessmentMessages.purpose)}</th>
          <th scope="col">{text(assessmentMessages.howMuch)}</th>
          <th scope="col">{text(assessmentMessages.legalBasis)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.title}
              <When line={line} />
            </th>
            <td>
              <Rates line={line} wording={wording} />
            </td>
            <td className={styles.note}>{sayBasis(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function When({ line: { help, isForAll } }: { readonly line: TariffLine }) {
  if (help !== null) return <span className={styles.when}>{help}</span>;
  return isForAll ? null : <span className={styles.note}> {text(assessmentMessages.whereApplicable)}</span>;
}

/** This many are open at first; the rest are collapsed. */
const mostRates = 3;

function Rates({ line, wording }: { readonly line: TariffLine; readonly wording: FeeFormat }) {
  const said = line.rates.map((rate) => sayRate(line, rate, wording));
  if (said.length <= 1) return said[0] ?? null;
  const list = (
    <ul>
      {said.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
  if (said.length <= mostRates) return list;
  return (
    <details>
      <summary>{text(assessmentMessages.rateCount, { count: said.length })}</summary>
      {list}
    </details>
  );
}

function sayRate(line: TariffLine, rate: TariffRate, { money }: FeeFormat): string {
  const { base, per, share, less, min, max } = line;
  const value = sayValue(rate, sayParts(base), money);
  const parts = [
    [value, ...per].join(' × '),
    share !== null && text(assessmentMessages.shareOfThat, { percent: share }),
    less.length > 0 && text(assessmentMessages.lessDeductions, { what: sayParts(less) }),
    min !== null && min !== '0' && text(assessmentMessages.atLeast, { amount: money(min) }),
    max !== null && text(assessmentMessages.atMost, { amount: money(max) }),
  ].filter((part) => part !== false);
  return rate.for === null
    ? sayParts(parts)
    : text(assessmentMessages.rateFor, { what: rate.for, rate: sayParts(parts) });
}

function sayValue({ amount, percent, table }: TariffRate, of: string, money: FeeFormat['money']): string {
  if (amount !== undefined) return money(amount);
  if (table !== undefined) return text(assessmentMessages.byBracketTable, { title: table });
  return of === '' || percent === '0'
    ? text(assessmentMessages.percentage, { percent: percent ?? '' })
    : text(assessmentMessages.percentageOf, { percent: percent ?? '', what: of });
}
