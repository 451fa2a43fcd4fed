/** A collapsible table of a schedule: each bracket with its limits and its rate. */
import type { TariffTable } from '../../../portal/fees/tariff.ts';
import type { FeeFormat } from '../../facts/assessment-parts.ts';
import { sayBasis } from '../../facts/basis-hint.tsx';
import { sayParts } from '../../page/dates.ts';
import { text } from '../../text.ts';
import styles from './tariff.module.css';
import { assessmentMessages } from '../../../locales/assessment.ts';

interface BracketTableProps {
  readonly table: TariffTable;
  readonly wording: FeeFormat;
}

export function BracketTable({ table, wording }: BracketTableProps) {
  const { title, of, mode, rows } = table;
  return (
    <details className={styles.brackets}>
      <summary>{text(assessmentMessages.bracketTable, { title })}</summary>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {mode === 'marginal'
            ? text(assessmentMessages.bracketsMarginal)
            : text(assessmentMessages.bracketsWhole)}{' '}
          {sayBasis(table)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{of.length === 0 ? text(assessmentMessages.bracketBounds) : sayParts(of)}</th>
            <th scope="col" className={styles.figure}>
              {text(assessmentMessages.rate)}
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

/** Rows give their lower or their upper limits. */
function sayBracket({ bound, rows, isMoney }: TariffTable, at: number, { money, number }: FeeFormat): string {
  const say = isMoney ? money : number;
  const [before, own, next] = [at - 1, at, at + 1].map((one) => rows[one]?.limit ?? null);
  if (bound === 'from') {
    const from = own ?? '0';
    return next === null || next === undefined
      ? text(assessmentMessages.bracketFromUpward, { from: say(from) })
      : text(assessmentMessages.bracketFromToBelow, { from: say(from), to: say(next) });
  }
  if (own === null || own === undefined)
    return text(assessmentMessages.bracketMoreThan, { from: say(before ?? '0') });
  return before === null || before === undefined
    ? text(assessmentMessages.bracketUpTo, { to: say(own) })
    : text(assessmentMessages.bracketMoreThanUpTo, { from: say(before), to: say(own) });
}

function sayRate({ rate, min, max }: TariffTable['rows'][number], { money }: FeeFormat): string {
  const parts = [
    'amount' in rate ? money(rate.amount) : text(assessmentMessages.percentage, { percent: rate.percent }),
    min !== null && text(assessmentMessages.atLeast, { amount: money(min) }),
    max !== null && text(assessmentMessages.atMost, { amount: money(max) }),
  ];
  return sayParts(parts.filter((part) => part !== false));
}
