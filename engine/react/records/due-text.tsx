/** Until when, in days and as a date. */
import { sayDate, sayDue, sayShortDate } from '../page/dates.ts';
import { useSlice } from '../portal-context.ts';
import styles from './due-text.module.css';
import { nothing } from './words.ts';

interface DueTextProps {
  readonly due: string | null;
  readonly isShort?: boolean;
}

export function DueText({ due, isShort = false }: DueTextProps) {
  const { timeZone } = useSlice();
  if (due === null) return nothing;
  const { text, isLate } = sayDue(due);
  return (
    <time dateTime={due} {...(isLate && { className: styles.late })}>
      {text}, {isShort ? sayShortDate(due, timeZone) : sayDate(due, timeZone)}
    </time>
  );
}
