/** What of an assessment is due when, what being late adds, what was paid, and what is still owed. */
import type { AssessedInstalment, SpokenAssessment } from '../../../portal/fees/assessment.ts';
import { text } from '../../text.ts';
import type { FeeFormat } from '../../facts/assessment-parts.ts';
import styles from './assessment.module.css';
import { assessmentMessages } from '../../../locales/assessment.ts';

interface InstalmentsProps {
  readonly assessment: SpokenAssessment;
  readonly wording: FeeFormat;
}

export function Instalments({ assessment, wording }: InstalmentsProps) {
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
          {parts.join(', ')}
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
  const { total, lateCharges, paid, balance, dueNow } = assessment;
  return (
    <>
      <tr className={styles.total}>
        <th scope="row">
          <span>{text(assessmentMessages.wholeBalance)}</span>
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
