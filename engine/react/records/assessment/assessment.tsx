/** An assessment: its lines below their subtotals, its total and its instalments. */
import { assessmentMessages } from '../../../locales/assessment.ts';
import type { AssessedInstalment, AssessedLine, SpokenAssessment } from '../../../portal/fees/assessment.ts';
import type { WireRecord } from '../../../contract/record.ts';
import {
  assessmentOf,
  type FeeFormat,
  groupLines,
  type LineGroup,
  wordingOf,
} from '../../facts/assessment-parts.ts';
import { useIsStaff } from '../../facts/basis-hint.tsx';
import { sayParts } from '../../page/dates.ts';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import styles from '../../page/rates.module.css';

/** Renders nothing for a record without an assessment. */
export function RecordAssessment({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const isStaff = useIsStaff();
  const assessment = assessmentOf(record.data);
  if (assessment === null) return null;
  const wording = wordingOf(slice, assessment.currency);
  return <AssessmentSheet assessment={assessment} wording={wording} hasMarks={isStaff} />;
}

interface SheetProps {
  readonly assessment: SpokenAssessment;
  readonly wording: FeeFormat;
  /** Marks what is not law, for offices. */
  readonly hasMarks: boolean;
}

export function AssessmentSheet({ assessment, wording, hasMarks }: SheetProps) {
  const { title, version, assessedOn, total, lines } = assessment;
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text(assessmentMessages.purpose)}</th>
            <th scope="col" data-amount data-wide>
              {text(assessmentMessages.base)}
            </th>
            <th scope="col" data-amount data-wide>
              {text(assessmentMessages.rate)}
            </th>
            <th scope="col" data-amount>
              {text(assessmentMessages.amount)}
            </th>
          </tr>
        </thead>
        {groupLines(assessment).map((group) => (
          <Group key={group.title ?? ''} group={group} wording={wording} hasMarks={hasMarks} />
        ))}
        <tfoot>
          <tr className={styles.total}>
            <th scope="row">{text(assessmentMessages.total)}</th>
            <td data-amount colSpan={3}>
              {wording.money(total)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Instalments assessment={assessment} wording={wording} />
      <p className={styles.note}>
        {hasMarks &&
          lines.some(({ certainty }) => certainty === 'assumption') &&
          `${text(assessmentMessages.rateUnconfirmed)} `}
        {text(assessmentMessages.computedFor, { date: wording.day(assessedOn), version })}
      </p>
    </section>
  );
}

interface GroupProps extends Omit<SheetProps, 'assessment'> {
  readonly group: LineGroup;
}

function Group({ group, wording, hasMarks }: GroupProps) {
  return (
    <tbody className={styles.group}>
      {group.lines.map((line) => (
        <Line key={line.id} line={line} wording={wording} hasMarks={hasMarks} />
      ))}
      {group.amount !== null && group.lines.length > 1 && (
        <tr className={styles.subtotal}>
          <th scope="row">{group.title}</th>
          <td data-amount colSpan={3}>
            {wording.money(group.amount)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface LineProps extends Omit<SheetProps, 'assessment'> {
  readonly line: AssessedLine<string>;
}

function Line({ line, wording, hasMarks }: LineProps) {
  const { title, rule, base, isBaseMoney, rate, isRateMoney, amount, isCharged, source, certainty } = line;
  const isShown = hasMarks || certainty === 'law' || certainty === null;
  const said = [rule, isShown ? source : null, isCharged ? null : text(assessmentMessages.notCharged)].filter(
    (part) => part !== null,
  );
  return (
    <tr {...(!isCharged && { 'data-memo': true })}>
      <th scope="row">
        <span className={styles.name}>
          {title}
          {hasMarks && certainty === 'assumption' && ' *'}
        </span>
        <span className={styles.rule}>{said.join(' · ')}</span>
      </th>
      <td data-amount data-wide>
        {base !== null && (isBaseMoney ? wording.money(base) : wording.number(base))}
      </td>
      <td data-amount data-wide>
        {rate !== null && (isRateMoney ? wording.money(rate) : rate)}
      </td>
      <td data-amount>{wording.money(amount)}</td>
    </tr>
  );
}

interface InstalmentsProps {
  readonly assessment: SpokenAssessment;
  readonly wording: FeeFormat;
}

function Instalments({ assessment, wording }: InstalmentsProps) {
  const { instalments, balance, total } = assessment;
  const isPlain = instalments.every(({ due }) => due === null) && balance === total;
  if (isPlain) return null;
  return (
    <>
      <h3 className={styles.subtitle}>{text(assessmentMessages.paymentSchedule)}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text(assessmentMessages.instalment)}</th>
            <th scope="col" data-amount data-wide>
              {text(assessmentMessages.amount)}
            </th>
            <th scope="col" data-amount data-wide>
              {text(assessmentMessages.lateCharges)}
            </th>
            <th scope="col" data-amount data-wide>
              {text(assessmentMessages.paid)}
            </th>
            <th scope="col" data-amount>
              {text(assessmentMessages.balance)}
            </th>
          </tr>
        </thead>
        <tbody className={styles.group}>
          {instalments.map((one) => (
            <Instalment key={`${one.title} ${one.due}`} instalment={one} wording={wording} />
          ))}
        </tbody>
        <tfoot>
          <Sums assessment={assessment} wording={wording} />
        </tfoot>
      </table>
    </>
  );
}

interface InstalmentProps {
  readonly instalment: AssessedInstalment<string>;
  readonly wording: FeeFormat;
}

function Instalment({ instalment, wording }: InstalmentProps) {
  const { title, due, amount, charges, paid, balance } = instalment;
  const parts = [
    wording.money(amount),
    ...(isNothing(charges.total)
      ? []
      : [text(assessmentMessages.lateChargesOf, { amount: wording.money(charges.total) })]),
    ...(isNothing(paid) ? [] : [text(assessmentMessages.paidAmount, { amount: wording.money(paid) })]),
  ];
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{title}</span>
        <span className={styles.rule}>
          {due === null
            ? text(assessmentMessages.dueAtOnce)
            : text(assessmentMessages.dueOn, { date: wording.day(due) })}
        </span>
        <span className={styles.rule} data-narrow>
          {sayParts(parts)}
        </span>
        {charges.rule !== null && <span className={styles.source}>{charges.rule}</span>}
      </th>
      <td data-amount data-wide>
        {wording.money(amount)}
      </td>
      <td data-amount data-wide>
        {wording.money(charges.total)}
      </td>
      <td data-amount data-wide>
        {wording.money(paid)}
      </td>
      <td data-amount>{wording.money(balance)}</td>
    </tr>
  );
}

function Sums({ assessment, wording }: InstalmentsProps) {
  const { total, lateCharges, paid, refunded, balance, dueNow } = assessment;
  return (
    <>
      <tr className={styles.total}>
        <th scope="row">
          <span data-wide>{text(assessmentMessages.total)}</span>
          <span data-narrow>{text(assessmentMessages.wholeBalance)}</span>
          <span className={styles.rule} data-narrow>
            {text(assessmentMessages.balanceParts, {
              total: wording.money(total),
              charges: wording.money(lateCharges),
              paid: wording.money(paid),
            })}
          </span>
        </th>
        <td data-amount data-wide>
          {wording.money(total)}
        </td>
        <td data-amount data-wide>
          {wording.money(lateCharges)}
        </td>
        <td data-amount data-wide>
          {wording.money(paid)}
        </td>
        <td data-amount>{wording.money(balance)}</td>
      </tr>
      {refunded !== undefined && !isNothing(refunded) && (
        <tr className={styles.now}>
          <th scope="row">{text(assessmentMessages.paidBack)}</th>
          <td data-amount colSpan={4}>
            {wording.money(refunded)}
          </td>
        </tr>
      )}
      {!isNothing(dueNow) && dueNow !== balance && (
        <tr className={styles.now}>
          <th scope="row">{text(assessmentMessages.dueNow)}</th>
          <td data-amount colSpan={4}>
            {wording.money(dueNow)}
          </td>
        </tr>
      )}
    </>
  );
}

function isNothing(amount: string): boolean {
  return Number(amount) === 0;
}
