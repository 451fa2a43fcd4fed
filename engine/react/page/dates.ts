/** Dates as people say them, in the portal's own time zone. */
import { locale, text } from '../text.ts';
import { dateFormat } from './date-format.ts';
import { pageMessages } from '../../locales/page.ts';
import { aDay, anHour, aMinute } from '../../portal/time/lengths.ts';

/** 21 November 2026 */
export function sayDate(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  // A bare date has no time zone: it is that day everywhere.
  const zone = isBareDate(iso) ? 'UTC' : timeZone;
  return dateFormat(locale(), { dateStyle: 'long', timeZone: zone }).format(date);
}

/** 21 Nov 2026, where a line is short */
export function sayShortDate(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  const zone = isBareDate(iso) ? 'UTC' : timeZone;
  return dateFormat(locale(), { dateStyle: 'medium', timeZone: zone }).format(date);
}

/** November 2026, of `2026-11` */
export function sayMonth(month: string): string {
  const words = new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return words.format(Date.parse(`${month}-01`));
}

/** 21 November 2026, 15:04; a date without a time is said without one */
export function sayMoment(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  if (isBareDate(iso)) return sayDate(iso, timeZone);
  return `${sayDate(iso, timeZone)}, ${sayTime(date.getTime(), timeZone)}`;
}

/** 15:04 */
export function sayTime(moment: number, timeZone: string): string {
  return dateFormat(locale(), { timeStyle: 'short', timeZone }).format(moment);
}

/** How long ago, or how long still, in the largest unit that says enough: "2 minutes ago", "in 3 days". */
export function sayRelative(iso: string, now: number = Date.now()): string {
  const date = dateOf(iso);
  if (date === null) return '';
  const distance = date.getTime() - now;
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const size = Math.abs(distance);
  if (size < aMinute) return text(pageMessages.justNow);
  if (size < anHour) return words.format(Math.round(distance / aMinute), 'minute');
  if (size < aDay) return words.format(Math.round(distance / anHour), 'hour');
  if (size < 45 * aDay) return words.format(Math.round(distance / aDay), 'day');
  return words.format(Math.round(distance / (30 * aDay)), 'month');
}

/** 1,200 */
export function sayNumber(number: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), options).format(number);
}

function dateOf(iso: string): Date | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

function isBareDate(iso: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso);
}
