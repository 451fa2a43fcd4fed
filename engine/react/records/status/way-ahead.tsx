/** The states that lead on to a good end, and who has the record in each. */
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { text } from '../../language/text.ts';
import styles from './status.module.css';

export function WayAhead({ record: { next } }: { readonly record: Pick<WireRecord, 'next'> }) {
  if (next.length === 0) return null;
  return (
    <section className={styles.ahead}>
      <h2>{text(formMessages.theWayAhead)}</h2>
      <ol>
        {next.map(({ state, title, who }) => (
          <li key={state}>
            {title}
            {who !== null && ` · ${who}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
