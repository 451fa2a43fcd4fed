/** Until when, in words: how many working days are left, or how late it is, and how urgent that makes it. */
import type { Days } from '../../portal/model/calendar.ts';
import {
  dueAsSaid,
  isDate,
  localDate,
  soonDays,
  workingDaysBetween,
} from '../../portal/time/working-days.ts';
import { locale, text } from '../text.ts';
import { dateFormat } from './date-format.ts';
import { sayDate, sayTime } from './dates.ts';
import { clockMessages } from '../../locales/clock.ts';

export type Urgency = 'late' | 'today' | 'soon' | 'later';

export interface Due {
  /** "2 working days left", "due today, by 17:00", "3 working days overdue". */
  readonly text: string;
  readonly urgency: Urgency;
}

/** @returns null for a text that is no moment */
export function sayDue(
  iso: string,
  { days, timeZone }: { readonly days: Days; readonly timeZone: string },
  now: number = Date.now(),
): Due | null {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return null;
  const today = localDate(now, timeZone);
  const said = dueAsSaid(iso, timeZone);
  const last = isDate(said) ? said : localDate(moment, timeZone);
  const time = sayTime(moment, timeZone);
  if (moment < now) return { text: sayLate({ last, today, time }, days), urgency: 'late' };
  if (last === today) {
    const words = isDate(said) ? text(clockMessages.dueOnDay) : text(clockMessages.dueToday, { time });
    return { text: words, urgency: 'today' };
  }
  const left = workingDaysBetween(today, last, days);
  if (left === 0) return { text: text(clockMessages.dueBeforeNextWorkingDay), urgency: 'soon' };
  return {
    text: text(clockMessages.workingDaysLeft, { count: left }),
    urgency: left <= soonDays ? 'soon' : 'later',
  };
}

/** 27 November 2026 */
export function sayDueDate(iso: string, timeZone: string): string {
  return sayDate(dueAsSaid(iso, timeZone), timeZone);
}

/** Friday, 27 November; with the year where it is another one than now. */
export function sayDueDay(iso: string, timeZone: string, now: number = Date.now()): string {
  // What is due at midnight is over with the day before.
  const moment = Date.parse(iso) - 1;
  if (Number.isNaN(moment)) return iso;
  const isThisYear = localDate(moment, timeZone).slice(0, 4) === localDate(now, timeZone).slice(0, 4);
  return dateFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone,
  })
    .format(moment)
    .replace(/^(\w+) /, '$1, ');
}

function sayLate(
  { last, today, time }: { readonly last: string; readonly today: string; readonly time: string },
  days: Days,
): string {
  if (last === today) return text(clockMessages.lateSinceToday, { time });
  const late = workingDaysBetween(last, today, days);
  return late === 0 ? text(clockMessages.late) : text(clockMessages.workingDaysLate, { count: late });
}
