/** Counts working days: for texts about due dates, and to decide what is due soon. */
import { weekdays, type Days, type Weekday } from '../model/calendar.ts';
import { aDay } from './lengths.ts';

/** Working days are not counted beyond this distance. */
const farthest = 400;

/** Something is due soon if at most this many working days are left. */
export const soonDays = 2;

/** By time zone, because creating a formatter takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** 2026-11-27, in this time zone. */
export function localDate(moment: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
  formats.set(timeZone, format);
  return format.format(moment);
}

/**
 * The due time as people say it: what ends at midnight is due on the day before.
 * @param due ISO date-time
 * @returns that day (ISO date), or the moment itself
 */
export function dueAsSaid(due: string, timeZone: string): string {
  const moment = Date.parse(due);
  if (Number.isNaN(moment)) return due;
  const last = localDate(moment - 1, timeZone);
  return last === localDate(moment, timeZone) ? due : last;
}

/** The working days after the first date, up to and including the second (both `2026-11-27`). */
export function workingDaysBetween(from: string, to: string, days: Days): number {
  const distance = Math.min(Math.round((Date.parse(to) - Date.parse(from)) / aDay), farthest);
  let found = 0;
  for (let step = 1; step <= distance; step += 1) if (isWorkingDay(dayAfter(from, step), days)) found += 1;
  return found;
}

/** The last date that is due soon, seen from this date. */
export function lastSoonDate(from: string, days: Days): string {
  let found = 0;
  for (let step = 1; step <= farthest; step += 1) {
    const date = dayAfter(from, step);
    if (isWorkingDay(date, days)) found += 1;
    if (found > soonDays) return dayAfter(from, step - 1);
  }
  return from;
}

/** Decides whether a date (`2026-11-27`) is a working day. */
export function isWorkingDay(date: string, { working, holidays }: Days): boolean {
  const weekday = weekdayOf(date);
  const isHoliday = holidays.some(({ day }) => day === date || day === date.slice(5));
  return weekday !== null && working.includes(weekday) && !isHoliday;
}

/** Decides whether a text is an existing date, written `2026-11-27`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

/** The date in a field (an ISO date, or a date-time in this time zone); null if it has none. */
export function dayOfValue(value: unknown, timeZone: string): string | null {
  if (isDate(value)) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : localDate(moment, timeZone);
}

/** The day of the week of a date; null if it is not a date. */
export function weekdayOf(date: string): Weekday | null {
  // The week of a Date starts on Sunday, ours on Monday.
  return weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? null;
}

/** The date this many days later; earlier if the number is negative. */
export function dayAfter(date: string, steps: number): string {
  return new Date(Date.parse(date) + steps * aDay).toISOString().slice(0, 10);
}
