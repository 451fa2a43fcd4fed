/** Months as a calendar shows them: weeks from Monday to Sunday, and the month before and after. */
import { weekdays } from '../../portal/model/calendar.ts';
import { dayAfter, weekdayOf } from '../../portal/time/working-days.ts';
import { dateFormat, sayTime } from '../page/dates.ts';

/** `2026-11` of `2026-11-27`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The month this many months later; earlier if the number is negative. */
export function monthAfter(month: string, steps: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
}

/** The dates of the month, week by week; null before its first and after its last day. */
export function weeksOf(month: string): (string | null)[][] {
  const dates = datesOf(month);
  const first = weekdayOf(dates[0] ?? '') ?? 'mon';
  const cells = [...Array.from({ length: weekdays.indexOf(first) }, () => null), ...dates];
  const weeks = Math.ceil(cells.length / weekdays.length);
  return Array.from({ length: weeks }, (_, week) =>
    weekdays.map((_day, index) => cells[week * weekdays.length + index] ?? null),
  );
}

/** All dates of the month. */
export function datesOf(month: string): string[] {
  const dates: string[] = [];
  for (let date = `${month}-01`; monthOf(date) === month; date = dayAfter(date, 1)) dates.push(date);
  return dates;
}

/** Tuesday 1 December */
export function sayDay(date: string): string {
  const format = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/** 09:00–10:00 */
export function sayTimes(from: string, to: string, timeZone: string): string {
  return `${sayTime(Date.parse(from), timeZone)}–${sayTime(Date.parse(to), timeZone)}`;
}
