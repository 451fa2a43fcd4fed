/** The public tariff: the lines of each schedule with their rates, and the tables that these use. */
import type { Tariff } from '../../../portal/fees/tariff.ts';
import { useRead } from '../../api/hooks.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { useSlice } from '../../portal-context.ts';
import { wordingOf, type FeeFormat } from '../../facts/assessment-parts.ts';
import { sayBasis } from '../../facts/basis-hint.tsx';
import { text } from '../../text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { BracketTable } from './bracket-table.tsx';
import { LineTable } from './line-table.tsx';
import styles from './tariff.module.css';
import { assessmentMessages } from '../../../locales/assessment.ts';

export function TariffScreen({ route }: ScreenProps) {
  const wording = wordingOf(useSlice());
  return (
    <>
      <PageHead title={route.title} />
      {route.fees.map((name) => (
        <Schedule key={name} name={name} wording={wording} />
      ))}
    </>
  );
}

function Schedule({ name, wording }: { readonly name: string; readonly wording: FeeFormat }) {
  const { data, error, mutate } = useRead('GET /fees/:name', { params: { name } }, { isOpen: true });
  if (error !== undefined && data === undefined)
    return <Trouble error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Waiting shape="rows" />;
  return (
    <section className={styles.schedule} aria-label={data.title}>
      <h2 className={styles.heading}>{data.title}</h2>
      <p className={styles.note}>{[data.version, sayBasis(data)].filter(Boolean).join(' · ')}</p>
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
    <p className={styles.note}>
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
