/** What is to be paid and why: each line with its rule, subtotals, the total, and what is due when. */
import type { AssessedLine, Assessment } from '../../portal/assessment.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import { assessmentOf, groupLines, wordingOf, type LineGroup, type Wording } from './assessment-parts.ts';
import { Instalments } from './assessment-instalments.tsx';
import styles from './assessment.module.css';

/** Nothing for a record that was not assessed. */
export function RecordAssessment({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const assessment = assessmentOf(record.data);
  if (assessment === null) return null;
  return <AssessmentSheet assessment={assessment} wording={wordingOf(slice)} />;
}

interface SheetProps {
  readonly assessment: Assessment;
  readonly wording: Wording;
}

export function AssessmentSheet({ assessment, wording }: SheetProps) {
  const { title, version, assessedOn, total } = assessment;
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What for</th>
            <th scope="col" data-amount data-wide>
              Base
            </th>
            <th scope="col" data-amount data-wide>
              Rate
            </th>
            <th scope="col" data-amount>
              Amount
            </th>
          </tr>
        </thead>
        {groupLines(assessment).map((group) => (
          <Group key={group.title ?? ''} group={group} wording={wording} />
        ))}
        <tfoot>
          <tr className={styles.total}>
            <th scope="row">Total</th>
            <td data-amount colSpan={3}>
              {wording.money(total)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Instalments assessment={assessment} wording={wording} />
      <p className={styles.note}>
        Computed for {wording.day(assessedOn)} by {version}.
      </p>
    </section>
  );
}

function Group({ group, wording }: { readonly group: LineGroup; readonly wording: Wording }) {
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

function Line({ line, wording }: { readonly line: AssessedLine; readonly wording: Wording }) {
  const { title, rule, base, isBaseMoney, rate, amount, isCharged } = line;
  return (
    <tr {...(!isCharged && { 'data-memo': true })}>
      <th scope="row">
        <span className={styles.name}>{title}</span>
        <span className={styles.rule}>{rule}</span>
        <Source line={line} />
      </th>
      <td data-amount data-wide>
        {base !== null && (isBaseMoney ? wording.money(base) : wording.number(base))}
      </td>
      <td data-amount data-wide>
        {rate !== null && (rate.endsWith('%') ? rate : wording.money(rate))}
      </td>
      <td data-amount>{wording.money(amount)}</td>
    </tr>
  );
}

/** Where the rate comes from, and whether somebody still has to confirm it. */
function Source({ line: { source, certainty, isCharged } }: { readonly line: AssessedLine }) {
  const said = [
    isCharged ? null : 'For information, not charged',
    source,
    certainty === 'assumption' ? 'Rate to be confirmed' : null,
  ].filter((part) => part !== null);
  if (said.length === 0) return null;
  return <span className={styles.source}>{said.join(' · ')}</span>;
}
