/** Days relative to today, and the time between two named days. Browser, server and SQL use the same definition. */
import type { DayOfYear, DayShift, MovedDay, Season } from '../model/condition.ts';
import { dayAfter } from './working-days.ts';

/**
 * @param today ISO date; undefined: unknown
 * @returns ISO date; a month without that day gives its last day: a month after 31 January is 28 or 29 February
 */
export function shiftDay(today: string | undefined, { days, months = 0 }: DayShift): string | undefined {
  if (today === undefined) return undefined;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  const there = new Date(Date.UTC(Math.floor(count / 12), (count % 12) + 1, 0)).getUTCDate();
  return dayAfter(written(Math.floor(count / 12), (count % 12) + 1, Math.min(day, there)), days);
}

/** @param today ISO date; undefined: unknown, so the result is false */
export function isWithin({ from, until }: Season, today: string | undefined): boolean {
  if (today === undefined) return false;
  const begun = daysAround(from, today)
    .filter((day) => day <= today)
    .at(-1);
  const end = begun === undefined ? undefined : daysAround(until, begun).find((day) => day >= begun);
  return end !== undefined && today <= end;
}

/** The next days on which such a period begins, and the days after it ends (ISO dates). */
export function seasonBoundaries({ from, until }: Season, today: string): string[] {
  const ends = daysAround(until, today).map((day) => dayAfter(day, 1));
  return [...daysAround(from, today), ...ends].filter((day) => day > today);
}

/** The day in this year as an ISO date; 29 February is the 28th in other years. */
export function dayIn({ day, years }: MovedDay, year: number): string {
  const said = Object.hasOwn(years, String(year)) ? (years[String(year)] ?? day) : day;
  if (said.length > '12-31'.length) return said;
  const [month = 1, date = 1] = said.split('-').map(Number);
  return written(year, month, Math.min(date, new Date(Date.UTC(year, month, 0)).getUTCDate()));
}

/** In order. A day that was moved may be in the year before or after. */
function daysAround(day: DayOfYear, today: string): string[] {
  const year = Number(today.slice(0, 4));
  return [-2, -1, 0, 1, 2].map((step) => dayIn(day, year + step)).toSorted();
}

function written(year: number, month: number, day: number): string {
  return [String(year).padStart(4, '0'), month, day].map((part) => String(part).padStart(2, '0')).join('-');
}
