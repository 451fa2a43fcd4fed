/** The due date, in working days and as a date. Urgent dates have a mark and a colour besides the text. */
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import { sayDue, sayDueDate, sayShortDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { Icon } from '../../theme/icons.tsx';
import styles from './due-text.module.css';
import { nothing } from '../../facts/words.ts';

interface DueTextProps {
  readonly due: string | null;
  readonly isShort?: boolean;
}

export function DueText({ due, isShort = false }: DueTextProps) {
  const slice = useSlice();
  const said = due === null ? null : sayDue(due, slice);
  if (due === null || said === null) return nothing;
  const { text, urgency } = said;
  return (
    <time dateTime={due} className={styles.due} data-urgency={urgency}>
      {urgency === 'late' && <Icon name="alert" size={15} />}
      {(urgency === 'today' || urgency === 'soon') && <Icon name="clock" size={15} />}
      <span className={styles.text}>{text}</span>
      <span className={styles.date}>
        {isShort
          ? sayShortDate(dueAsSaid(due, slice.timeZone), slice.timeZone)
          : sayDueDate(due, slice.timeZone)}
      </span>
    </time>
  );
}
