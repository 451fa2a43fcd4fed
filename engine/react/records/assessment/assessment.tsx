/** What is to be paid and why: each line with its rule, subtotals, the total, and what is due when. */
import type { AssessedLine, SpokenAssessment } from '../../../portal/fees/assessment.ts';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import {
  assessmentOf,
  groupLines,
  wordingOf,
  type LineGroup,
  type FeeFormat,
} from '../../facts/assessment-parts.ts';
import { Instalments } from './assessment-instalments.tsx';
import styles from './assessment.module.css';
import { assessmentMessages } from '../../../locales/assessment.ts';

/** Nothing for a record that was not assessed. */
export function RecordAssessment({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const assessment = assessmentOf(record.data);
  if (assessment === null) return null;
  return <AssessmentSheet assessment={assessment} wording={wordingOf(slice)} />;
}

interface SheetProps {
  readonly assessment: SpokenAssessment;
  readonly wording: FeeFormat;
}

export function AssessmentSheet({ assessment, wording }: SheetProps) {
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
          <Group key={group.title ?? ''} group={group} wording={wording} />
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
        {lines.some(({ certainty }) => certainty === 'assumption') &&
          `${text(assessmentMessages.rateUnconfirmed)} `}
        {text(assessmentMessages.computedFor, { date: wording.day(assessedOn), version })}
      </p>
    </section>
  );
}

function Group({ group, wording }: { readonly group: LineGroup; readonly wording: FeeFormat }) {
  return (
    <tbody className={styles.group}>
      {group.lines.map((line) => (
        <Line key={line.id} line={line} wording={wording} />
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

function Line({ line, wording }: { readonly line: AssessedLine<string>; readonly wording: FeeFormat }) {
  const { title, rule, base, isBaseMoney, rate, isRateMoney, amount, isCharged, source, certainty } = line;
  const said = [rule, source, isCharged ? null : text(assessmentMessages.notCharged)].filter(
    (part) => part !== null,
  );
  return (
    <tr {...(!isCharged && { 'data-memo': true })}>
      <th scope="row">
        <span className={styles.name}>
          {title}
          {certainty === 'assumption' && ' *'}
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
