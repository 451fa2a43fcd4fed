/** The answers that a paper proves, beside it, so that the eye compares; and below them all others. */
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { Fact } from '../../facts/facts.ts';
import { text } from '../../language/text.ts';
import { useFactGroups } from '../answers/record-facts.tsx';
import styles from './review.module.css';

interface ProvenAnswersProps {
  readonly record: WireRecord;
  readonly item: WireItem;
}

export function ProvenAnswers({ record, item }: ProvenAnswersProps) {
  const facts = useFactGroups(record)?.flatMap((group) => group.facts) ?? [];
  const proven = item.proves.flatMap((name) => facts.find((fact) => fact.name === name) ?? []);
  const others = facts.filter((fact) => !proven.includes(fact));
  return (
    <section className={styles.answers} aria-label={text(checklistMessages.comparePaper)}>
      <h4 className={styles.answersTitle}>{text(checklistMessages.comparePaper)}</h4>
      <dl>
        {record.owner_name !== null && <Answer title={text(recordMessages.owner)} said={record.owner_name} />}
        {proven.map((fact) => (
          <Answer key={fact.name} title={fact.title} said={fact.text} />
        ))}
      </dl>
      {others.length > 0 && (
        <details className={styles.more} open={proven.length === 0}>
          <summary>{text(checklistMessages.otherAnswers, { count: others.length })}</summary>
          <dl>
            {others.map((fact: Fact) => (
              <Answer key={fact.name} title={fact.title} said={fact.text} />
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

function Answer({ title, said }: { readonly title: string; readonly said: string }) {
  return (
    <div className={styles.answer}>
      <dt>{title}</dt>
      <dd>{said}</dd>
    </div>
  );
}
