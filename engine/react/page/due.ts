/** Until when, in words: how many working days are left, or how late it is, and how urgent that makes it. */
import { weekdays, type Days } from '../../portal/calendar.ts';
import { count } from './dates.ts';

export type Urgency = 'late' | 'today' | 'soon' | 'later';

export interface Due {
  /** "2 working days left", "due today, by 17:00", "3 working days overdue". */
  readonly text: string;
  readonly urgency: Urgency;
}

interface Calendar {
  readonly days: Days;
  readonly timeZone: string;
}

/** So many working days before its end something is urgent. */
const soon = 2;
const dayLength = 86_400_000;
/** Farther away, nobody counts working days. */
const farthest = 400;

/** @returns null for a text that is no moment */
export function sayDue(iso: string, { days, timeZone }: Calendar, now: number = Date.now()): Due | null {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return null;
  const today = localDate(now, timeZone);
  const last = localDate(moment, timeZone);
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(moment);
  if (moment < now) return { text: sayLate({ last, today, time }, days), urgency: 'late' };
  if (last === today) return { text: `due today, by ${time}`, urgency: 'today' };
  const left = workingDaysBetween(today, last, days);
  if (left === 0) return { text: 'due before the next working day', urgency: 'soon' };
  return { text: `${count(left, 'working day')} left`, urgency: left <= soon ? 'soon' : 'later' };
}

/** Friday, 27 November; with the year where it is another one than now. */
export function sayDueDay(iso: string, timeZone: string, now: number = Date.now()): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  const isThisYear = localDate(moment, timeZone).slice(0, 4) === localDate(now, timeZone).slice(0, 4);
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone,
  })
    .format(moment)
    .replace(/^(\w+) /, '$1, ');
}

interface Late {
  readonly last: string;
  readonly today: string;
  readonly time: string;
}

function sayLate({ last, today, time }: Late, days: Days): string {
  if (last === today) return `overdue since ${time} today`;
  const late = workingDaysBetween(last, today, days);
  return late === 0 ? 'overdue' : `${count(late, 'working day')} overdue`;
}

/** The working days after the first date, up to and with the second; both `2026-11-27`. */
function workingDaysBetween(from: string, to: string, days: Days): number {
  const first = Date.parse(from);
  const distance = Math.min(Math.round((Date.parse(to) - first) / dayLength), farthest);
  let found = 0;
  for (let step = 1; step <= distance; step += 1) {
    if (isWorkingDay(new Date(first + step * dayLength).toISOString().slice(0, 10), days)) found += 1;
  }
  return found;
}

function isWorkingDay(date: string, { working, holidays }: Days): boolean {
  // A Monday is the second day of a Date's week and the first of ours.
  const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7];
  const isHoliday = holidays.some(({ day }) => day === date || day === date.slice(5));
  return weekday !== undefined && working.includes(weekday) && !isHoliday;
}

/** 2026-11-27, on the clocks of this time zone. */
function localDate(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(moment);
}
