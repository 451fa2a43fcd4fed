/** Counts the days on which offices work: for what is said about due dates, and for what counts as due soon. */
import { weekdays, type Days, type Weekday } from '../model/calendar.ts';
import { aDay } from './lengths.ts';

/** Farther away, nobody counts working days. */
const farthest = 400;

/** Something is due soon when no more working days than this are left. */
export const soonDays = 2;

/** By time zone: to make one takes far longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** 2026-11-27, on the clocks of this time zone. */
export function localDate(moment: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
  formats.set(timeZone, format);
  return format.format(moment);
}

/**
 * When something is due, as people say it: what ends at midnight is over with the day before.
 * @param due ISO date-time
 * @returns that day (ISO date), or the moment as it is
 */
export function dueAsSaid(due: string, timeZone: string): string {
  const moment = Date.parse(due);
  if (Number.isNaN(moment)) return due;
  const last = localDate(moment - 1, timeZone);
  return last === localDate(moment, timeZone) ? due : last;
}

/** The working days after the first date, up to and with the second; both `2026-11-27`. */
export function workingDaysBetween(from: string, to: string, days: Days): number {
  const distance = Math.min(Math.round((Date.parse(to) - Date.parse(from)) / aDay), farthest);
  let found = 0;
  for (let step = 1; step <= distance; step += 1) if (isWorkingDay(dayAfter(from, step), days)) found += 1;
  return found;
}

/** The last date that is due soon, as seen from this one. */
export function lastSoonDate(from: string, days: Days): string {
  let found = 0;
  for (let step = 1; step <= farthest; step += 1) {
    const date = dayAfter(from, step);
    if (isWorkingDay(date, days)) found += 1;
    if (found > soonDays) return dayAfter(from, step - 1);
  }
  return from;
}

/** Do offices work on this date (`2026-11-27`)? */
export function isWorkingDay(date: string, { working, holidays }: Days): boolean {
  const weekday = weekdayOf(date);
  const isHoliday = holidays.some(({ day }) => day === date || day === date.slice(5));
  return weekday !== null && working.includes(weekday) && !isHoliday;
}

/** Is it a date that there is, written `2026-11-27`? */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(value);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

/** The date that a field holds (ISO date, or date-time, whose date is that of this time zone); null where it holds none. */
export function dayOfValue(value: unknown, timeZone: string): string | null {
  if (isDate(value)) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : localDate(moment, timeZone);
}

/** Which day of the week a date is; null for what is no date. */
export function weekdayOf(date: string): Weekday | null {
  // A Monday is the second day of a Date's week and the first of ours.
  return weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? null;
}

/** The date so many days later; before it, where that is negative. */
export function dayAfter(date: string, steps: number): string {
  return new Date(Date.parse(date) + steps * aDay).toISOString().slice(0, 10);
}
