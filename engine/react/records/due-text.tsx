/** Until when, in days and as a date. */
import { sayDate, sayDue } from '../page/dates.ts';
import { useSlice } from '../portal-context.ts';
import styles from './due-text.module.css';
import { nothing } from './words.ts';

export function DueText({ due }: { readonly due: string | null }) {
  const { timeZone } = useSlice();
  if (due === null) return nothing;
  const { text, isLate } = sayDue(due);
  return (
    <time dateTime={due} {...(isLate && { className: styles.late })}>
      {text}, {sayDate(due, timeZone)}
    </time>
  );
}
