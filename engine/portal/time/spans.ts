/** How many days or months are between two dates. */
import { aDay } from './lengths.ts';
import { shiftDay } from './today.ts';

/** Whole days from one ISO date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / aDay);
}

/**
 * Full months from one ISO date to another, as `shiftDay` counts them: a month after 31 January is 28 or 29 February.
 * Below zero if the second date is earlier.
 */
export function monthsBetween(from: string, to: string): number {
  if (to < from) return -monthsBetween(to, from);
  const [[fromYear = 0, fromMonth = 0] = [], [toYear = 0, toMonth = 0] = []] = [from, to].map((date) =>
    date.split('-').map(Number),
  );
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  return (shiftDay(from, { days: 0, months }) ?? to) > to ? months - 1 : months;
}
