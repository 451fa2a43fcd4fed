/** One month of a calendar: its heading with the neighbouring months, and its days. */
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { WireSlot } from '../../contract/calendar.ts';
import { calendarMessages } from '../../locales/calendar.ts';
import { type Weekday, weekdays } from '../../portal/model/calendar.ts';
import { sayMonth } from '../page/dates.ts';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import { monthAfter, sayDay, weeksOf } from './month.ts';
import styles from './calendar.module.css';

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
        <Icon of={IconChevronRight} />
      </button>
      <strong aria-live="polite">{sayMonth(month)}</strong>
      <button
        type="button"
        className={styles.turn}
        aria-label={text(calendarMessages.showMonth, { month: sayMonth(monthAfter(month, 1)) })}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        <Icon of={IconChevronRight} />
      </button>
    </div>
  );
}

interface MonthDaysProps {
  readonly month: string;
  /** Weeks that end before this date are left out. */
  readonly first: string;
  /** Slots by date. */
  readonly days: ReadonlyMap<string, readonly WireSlot[]>;
  readonly value: string | null;
  readonly onChange: (date: string) => void;
}

/** Computed on use, because the language is not known earlier. */
const names: Readonly<Record<Weekday, () => string>> = {
  mon: () => text(calendarMessages.mondayShort),
  tue: () => text(calendarMessages.tuesdayShort),
  wed: () => text(calendarMessages.wednesdayShort),
  thu: () => text(calendarMessages.thursdayShort),
  fri: () => text(calendarMessages.fridayShort),
  sat: () => text(calendarMessages.saturdayShort),
  sun: () => text(calendarMessages.sundayShort),
};

export function MonthDays({ month, first, days, value, onChange }: MonthDaysProps) {
  const id = useId();
  // Past weeks would take up space.
  const weeks = weeksOf(month).filter((week) => week.some((date) => date !== null && date >= first));
  const { holidays } = useSlice().days;
  const isAnyFree = weeks.flat().some((date) => date !== null && isFree(days.get(date)));
  return (
    <>
      <div
        className={styles.month}
        role="radiogroup"
        aria-label={text(calendarMessages.dayOfMonth, { month: sayMonth(month) })}
      >
        {weekdays.map((weekday) => (
          <span key={weekday} className={styles.weekday} aria-hidden>
            {names[weekday]()}
          </span>
        ))}
        {weeks
          .flat()
          .map((date, index) =>
            date === null ? (
              <span key={`${month}-${String(index)}`} />
            ) : (
              <Day
                key={date}
                date={date}
                group={id}
                slots={days.get(date)}
                holiday={holidays.find(({ day }) => day === date || day === date.slice(5))?.title ?? null}
                isChosen={date === value}
                onChoose={() => onChange(date)}
              />
            ),
          )}
      </div>
      {!isAnyFree && <p data-quiet>{text(calendarMessages.monthFull, { month: sayMonth(month) })}</p>}
    </>
  );
}

interface DayProps {
  readonly date: string;
  readonly group: string;
  readonly slots: readonly WireSlot[] | undefined;
  readonly holiday: string | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Day({ date, group, slots, holiday, isChosen, onChoose }: DayProps) {
  const state =
    slots === undefined
      ? (holiday ?? text(calendarMessages.dayClosed))
      : isFree(slots)
        ? text(calendarMessages.dayFree)
        : text(calendarMessages.dayFull);
  return (
    <label
      className={styles.day}
      data-full={slots !== undefined && !isFree(slots) ? true : undefined}
      title={slots === undefined && holiday !== null ? holiday : undefined}
    >
      <input
        type="radio"
        name={group}
        aria-label={`${sayDay(date)}: ${state}`}
        checked={isChosen}
        disabled={!isFree(slots)}
        onChange={onChoose}
      />
      <span aria-hidden>{Number(date.slice(8))}</span>
    </label>
  );
}

function isFree(slots: readonly WireSlot[] | undefined): boolean {
  return (slots ?? []).some(({ free }) => free > 0);
}
