/** A table of a schedule, opened where it is asked for: each bracket with its limits and its rate. */
import type { TariffTable } from '../../../portal/tariff.ts';
import type { Wording } from '../../records/assessment-parts.ts';
import { sayBasis } from '../../records/basis-hint.tsx';
import { text } from '../../text.ts';
import styles from './tariff.module.css';

interface BracketTableProps {
  readonly table: TariffTable;
  readonly wording: Wording;
}

export function BracketTable({ table, wording }: BracketTableProps) {
  const { title, of, mode, rows } = table;
  return (
    <details className={styles.brackets}>
      <summary>{text('Table: {title}', { title })}</summary>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {mode === 'marginal'
            ? text('Each rate is for the part between its limits.')
            : text('The one rate is for the whole.')}{' '}
          {sayBasis(table)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{of.length === 0 ? text('From, to') : of.join(', ')}</th>
            <th scope="col" className={styles.figure}>
              {text('Rate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- brackets never move
            <tr key={at}>
              <th scope="row">{sayBracket(table, at, wording)}</th>
              <td className={styles.figure}>{sayRate(row, wording)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Rows say where they begin, or where they end. */
function sayBracket({ bound, rows, isMoney }: TariffTable, at: number, { money, number }: Wording): string {
  const say = isMoney ? money : number;
  const [before, own, next] = [at - 1, at, at + 1].map((one) => rows[one]?.limit ?? null);
  if (bound === 'from') {
    const from = own ?? '0';
    return next === null || next === undefined
      ? text('{from} and more', { from: say(from) })
      : text('{from} to below {to}', { from: say(from), to: say(next) });
  }
  if (own === null || own === undefined) return text('more than {from}', { from: say(before ?? '0') });
  return before === null || before === undefined
    ? text('up to {to}', { to: say(own) })
    : text('more than {from}, up to {to}', { from: say(before), to: say(own) });
}

function sayRate({ rate, min, max }: TariffTable['rows'][number], { money }: Wording): string {
  const parts = [
    'amount' in rate ? money(rate.amount) : text('{percent}%', { percent: rate.percent }),
    min !== null && text('at least {amount}', { amount: money(min) }),
    max !== null && text('at most {amount}', { amount: money(max) }),
  ];
  return parts.filter((part) => part !== false).join(', ');
}
