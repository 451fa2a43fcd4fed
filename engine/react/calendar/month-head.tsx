/** Shows the month, with links to the previous and next month. */
import { Icon } from '../theme/icons.tsx';
import { text } from '../text.ts';
import { sayMonth } from '../page/dates.ts';
import { monthAfter } from './month.ts';
import styles from './slot-picker.module.css';
import { calendarMessages } from '../../locales/calendar.ts';

interface MonthHeadProps {
  readonly month: string;
  /** No earlier month is shown. */
  readonly first: string;
  readonly onChange: (month: string) => void;
}

export function MonthHead({ month, first, onChange }: MonthHeadProps) {
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.turn}
        data-back
        aria-label={text(calendarMessages.showMonth, { month: sayMonth(monthAfter(month, -1)) })}
        disabled={month <= first}
        onClick={() => onChange(monthAfter(month, -1))}
      >
        <Icon name="chevron" />
      </button>
      <strong aria-live="polite">{sayMonth(month)}</strong>
      <button
        type="button"
        className={styles.turn}
        aria-label={text(calendarMessages.showMonth, { month: sayMonth(monthAfter(month, 1)) })}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        <Icon name="chevron" />
      </button>
    </div>
  );
}
