/** Answers with the questions that they were given to, to be read and not changed. */
import type { Fact } from '../../facts/facts.ts';
import styles from '../record-form.module.css';

export function AnswerList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.answers}>
      {facts.map((fact) => (
        <div key={fact.name} className={styles.answer}>
          <dt>{fact.title}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}
