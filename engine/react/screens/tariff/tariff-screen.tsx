/** The tariff screen: the lines of each schedule with their rates, and the tables that these use. */
import { assessmentMessages } from '../../../locales/assessment.ts';
import { sayRate, saySum } from '../../../portal/fees/rate-words.ts';
import type { Tariff, TariffLine, TariffTable } from '../../../portal/fees/tariff.ts';
import { useRead } from '../../data/hooks.ts';
import { type FeeFormat, wordingOf } from '../../facts/assessment-parts.ts';
import { useBasisWords } from '../../facts/basis-hint.tsx';
import { sayParts } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../session/portal-context.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { dictionary, text } from '../../language/text.ts';
import styles from '../../page/rates.module.css';
import { feesInput } from './tariff-reads.ts';

export function TariffScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      {route.fees.map((name) => (
        <Schedule key={name} name={name} />
      ))}
    </>
  );
}

function Schedule({ name }: { readonly name: string }) {
  const slice = useSlice();
  const sayBasis = useBasisWords();
  const { data, error, mutate } = useRead('GET /fees/:name', feesInput(name), { isOpen: true });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const wording = wordingOf(slice, data.currency);
  return (
    <section className={styles.schedule} aria-label={data.title}>
      <h2 className={styles.heading}>{data.title}</h2>
      <p className={styles.basis}>{[data.version, sayBasis(data)].filter(Boolean).join(' · ')}</p>
      {data.groups.map(({ title, lines }) => (
        <LineTable key={title ?? ''} title={title} schedule={data.title} lines={lines} wording={wording} />
      ))}
      {data.tables.map((table) => (
        <BracketTable key={table.name} table={table} wording={wording} />
      ))}
      <Late late={data.late} />
    </section>
  );
}

function Late({ late }: Pick<Tariff, 'late'>) {
  if (late === null) return null;
  const { surcharge, interest, source } = late;
  return (
    <p className={styles.basis}>
      {text(assessmentMessages.lateSurcharge, { percent: surcharge })}{' '}
      {interest !== null && sayInterest(interest)} {source}
    </p>
  );
}

function sayInterest({ percent, per, cap }: NonNullable<NonNullable<Tariff['late']>['interest']>): string {
  const isFull = per === 'full month';
  if (cap === null)
    return isFull
      ? text(assessmentMessages.interestFullMonth, { percent })
      : text(assessmentMessages.interestBegunMonth, { percent });
  const values = { percent, count: cap };
  return isFull
    ? text(assessmentMessages.interestFullMonthCapped, values)
    : text(assessmentMessages.interestBegunMonthCapped, values);
}

interface LineTableProps {
  /** Null: these lines have no heading. */
  readonly title: string | null;
  /** The name of the table if it has no heading. */
  readonly schedule: string;
  readonly lines: readonly TariffLine[];
  readonly wording: FeeFormat;
}

function LineTable({ title, schedule, lines, wording }: LineTableProps) {
  const sayBasis = useBasisWords();
  return (
    <table className={`${styles.rates} ${styles.lines}`}>
      <caption className={styles.caption} data-spoken={title === null || undefined}>
        {title ?? schedule}
      </caption>
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
            <td className={styles.basis}>{sayBasis(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function When({ line: { help, isForAll } }: { readonly line: TariffLine }) {
  if (help !== null) return <span className={styles.when}>{help}</span>;
  return isForAll ? null : <span className={styles.basis}> {text(assessmentMessages.whereApplicable)}</span>;
}

/** This many are open at first; the rest are collapsed. */
const mostRates = 3;

function Rates({ line, wording }: { readonly line: TariffLine; readonly wording: FeeFormat }) {
  const said = line.rates.map((rate) => sayRate({ words: dictionary(), money: wording.money }, line, rate));
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

interface BracketTableProps {
  readonly table: TariffTable;
  readonly wording: FeeFormat;
}

function BracketTable({ table, wording }: BracketTableProps) {
  const { title, of, mode, rows } = table;
  const sayBasis = useBasisWords();
  return (
    <details className={styles.brackets}>
      <summary>{text(assessmentMessages.bracketTable, { title })}</summary>
      <table className={styles.rates}>
        <caption className={styles.caption}>
          {mode === 'marginal'
            ? text(assessmentMessages.bracketsMarginal)
            : text(assessmentMessages.bracketsWhole)}{' '}
          {sayBasis(table)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{of.length === 0 ? text(assessmentMessages.bracketBounds) : saySum(of)}</th>
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
              <td className={styles.figure}>{sayBracketRate(row, wording)}</td>
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

function sayBracketRate({ rate, min, max }: TariffTable['rows'][number], { money }: FeeFormat): string {
  const parts = [
    'amount' in rate ? money(rate.amount) : text(assessmentMessages.percentage, { percent: rate.percent }),
    min !== null && text(assessmentMessages.atLeast, { amount: money(min) }),
    max !== null && text(assessmentMessages.atMost, { amount: money(max) }),
  ];
  return sayParts(parts.filter((part) => part !== false));
}
