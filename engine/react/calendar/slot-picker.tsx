/** Picks a slot of a calendar: first a day with a free slot, then the time. */
import { useEffect, useId, useState } from 'react';
import { localDate } from '../../portal/time/working-days.ts';
import type { TransitionName } from '../api/call.ts';
import { useRead } from '../data/hooks.ts';
import { sayMoment } from '../page/dates.ts';
import { LoadError, Placeholder } from '../page/feedback.tsx';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { MonthDays, MonthHead } from './month-picker.tsx';
import { datesOf, monthOf, sayDay, sayTimes } from './month.ts';
import type { WireSlot } from '../../contract/calendar.ts';
import styles from './calendar.module.css';
import formStyles from '../page/plain-form.module.css';
import { calendarMessages } from '../../locales/calendar.ts';

interface SlotPickerProps {
  /** The transition that the slot is for. */
  readonly of: TransitionName;
  /** The start of the chosen slot (ISO date-time). */
  readonly value: string | null;
  readonly onChange: (slot: string | null) => void;
  /** The start of the booked slot that this one replaces. */
  readonly booked: string | null;
  readonly error: string | null;
}

export function SlotPicker({ of, value, onChange, booked, error }: SlotPickerProps) {
  const { timeZone } = useSlice();
  const [asked, setMonth] = useState<string | null>(null);
  const [today] = useState(() => localDate(Date.now(), timeZone));
  const [day, setDay] = useState<string | null>(null);
  const query = asked === null ? {} : { from: `${asked}-01`, days: datesOf(asked).length };
  const read = useRead('GET /records/:type/:slug/:transition/slots', { params: of, query });
  const { data, error: trouble, mutate } = read;
  const id = useId();
  // Somebody else took the slot, so the free slots have changed.
  useEffect(() => {
    if (error !== null) void mutate();
  }, [error, mutate]);
  if (trouble !== undefined && data === undefined) {
    return <LoadError error={trouble} onRetry={() => void mutate()} />;
  }
  const days = byDay(data ?? [], timeZone);
  const month = asked ?? firstMonth(days) ?? monthOf(today);
  const isShown = day !== null && monthOf(day) === month;
  const change = (next: string) => {
    setMonth(next);
    setDay(null);
    onChange(null);
  };
  return (
    <fieldset className={formStyles.choices} {...(error !== null && { 'aria-describedby': `${id}-error` })}>
      <legend className={formStyles.legend}>{text(calendarMessages.appointmentTime)}</legend>
      {booked !== null && (
        <p data-quiet>{text(calendarMessages.bookedUntilNow, { moment: sayMoment(booked, timeZone) })}</p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <MonthHead month={month} first={monthOf(today)} onChange={change} />
      {data === undefined ? (
        <Placeholder />
      ) : (
        <MonthDays
          month={month}
          first={today}
          days={days}
          value={isShown ? day : null}
          onChange={(next) => {
            setDay(next);
            onChange(null);
          }}
        />
      )}
      {isShown && (
        <Times day={day} slots={days.get(day) ?? []} value={value} onChange={onChange} timeZone={timeZone} />
      )}
      <p data-quiet aria-live="polite">
        {value !== null &&
          day !== null &&
          text(calendarMessages.chosenSlot, { moment: sayMoment(value, timeZone) })}
      </p>
    </fieldset>
  );
}

interface TimesProps {
  readonly day: string;
  readonly slots: readonly WireSlot[];
  readonly value: string | null;
  readonly onChange: (slot: string) => void;
  readonly timeZone: string;
}

function Times({ day, slots, value, onChange, timeZone }: TimesProps) {
  const id = useId();
  return (
    <fieldset className={formStyles.choices}>
      <legend className={formStyles.legend}>{sayDay(day)}</legend>
      <div className={styles.times}>
        {slots.map(({ from, to, free }) => (
          <label key={from} className={styles.time} data-full={free === 0 || undefined}>
            <input
              type="radio"
              name={id}
              checked={from === value}
              disabled={free === 0}
              onChange={() => onChange(from)}
            />
            <span data-figures>{sayTimes(from, to, timeZone)}</span>
            <small>{sayFree(free)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function sayFree(free: number): string {
  if (free === 0) return text(calendarMessages.slotFull);
  return text(calendarMessages.placesLeft, { count: free });
}

function byDay(slots: readonly WireSlot[], timeZone: string): Map<string, WireSlot[]> {
  const days = new Map<string, WireSlot[]>();
  for (const slot of slots) {
    const date = localDate(Date.parse(slot.from), timeZone);
    days.set(date, [...(days.get(date) ?? []), slot]);
  }
  return days;
}

/** The month of the first day with a free slot, or else of the first day that can be booked. */
function firstMonth(days: ReadonlyMap<string, readonly WireSlot[]>): string | null {
  const open = [...days].find(([, slots]) => slots.some(({ free }) => free > 0));
  const [first = null] = open ?? [...days][0] ?? [];
  return first === null ? null : monthOf(first);
}
