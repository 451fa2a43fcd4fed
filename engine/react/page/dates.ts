/** Formats dates, times and due dates in the portal's time zone. */
import { clockMessages } from '../../locales/clock.ts';
import { pageMessages } from '../../locales/page.ts';
import type { Days } from '../../portal/model/calendar.ts';
import { aDay, aMinute, anHour } from '../../portal/time/lengths.ts';
import {
  dueAsSaid,
  isDate,
  localDate,
  soonDays,
  workingDaysBetween,
} from '../../portal/time/working-days.ts';
import { locale, text, timeLocale } from '../language/text.ts';

/** Formats by language and options: creating one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  language: string = locale(),
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/** 21 November 2026 */
export function sayDate(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  // A bare date has no time zone: it is the same day everywhere.
  const zone = isBareDate(iso) ? 'UTC' : timeZone;
  return dateFormat({ dateStyle: 'long', timeZone: zone }).format(date);
}

/** 21 Nov 2026, for short lines */
export function sayShortDate(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  const zone = isBareDate(iso) ? 'UTC' : timeZone;
  return dateFormat({ dateStyle: 'medium', timeZone: zone }).format(date);
}

/** 21 Nov, with the year if it is not the current one. */
export function sayNearDate(iso: string, timeZone: string, now: number = Date.now()): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  const zone = isBareDate(iso) ? 'UTC' : timeZone;
  if (localDate(date.getTime(), zone).slice(0, 4) !== localDate(now, timeZone).slice(0, 4))
    return sayShortDate(iso, timeZone);
  return dateFormat({ day: 'numeric', month: 'short', timeZone: zone }).format(date);
}

/** November 2026, of `2026-11` */
export function sayMonth(month: string): string {
  return dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));
}

/** 21 November 2026, 15:04; a date without a time is shown without one */
export function sayMoment(iso: string, timeZone: string): string {
  const date = dateOf(iso);
  if (date === null) return iso;
  if (isBareDate(iso)) return sayDate(iso, timeZone);
  return `${sayDate(iso, timeZone)}, ${sayTime(date.getTime(), timeZone)}`;
}

/** 15:04, or 3:04 PM in the portal's region */
export function sayTime(moment: number, timeZone: string): string {
  return dateFormat({ timeStyle: 'short', timeZone }, timeLocale()).format(moment);
}

/** The same for a time without a day, such as `15:04`. */
export function sayTimeOfDay(time: string): string {
  const moment = Date.parse(`1970-01-01T${time}Z`);
  return Number.isNaN(moment) ? time : sayTime(moment, 'UTC');
}

/** The distance to a moment, in the largest useful unit: "2 minutes ago", "in 3 days". Days are those of the calendar. */
export function sayRelative(iso: string, timeZone: string, now: number = Date.now()): string {
  const date = dateOf(iso);
  if (date === null) return '';
  const distance = date.getTime() - now;
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const size = Math.abs(distance);
  if (size < aMinute) return text(pageMessages.justNow);
  if (size < anHour) return words.format(Math.round(distance / aMinute), 'minute');
  if (size < aDay) return words.format(Math.round(distance / anHour), 'hour');
  const dayOf = (moment: number) => Date.parse(localDate(moment, timeZone));
  if (size < 45 * aDay) return words.format((dayOf(date.getTime()) - dayOf(now)) / aDay, 'day');
  return words.format(Math.trunc(distance / (30 * aDay)), 'month');
}

/** "a, b, c" as the language separates the parts of one statement. */
export function sayParts(parts: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(parts);
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

type Urgency = 'late' | 'today' | 'soon' | 'later';

export interface Due {
  /** "2 working days left", "due today, by 17:00", "3 working days overdue". */
  readonly text: string;
  /** "2 workdays left", "due today", "3 workdays overdue": beside the date, where there is little room. */
  readonly brief: string;
  readonly urgency: Urgency;
}

/** @returns null for a text that is not a moment */
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
  if (moment < now) {
    const late = last === today ? 0 : workingDaysBetween(last, today, days);
    const brief = late === 0 ? text(clockMessages.late) : text(clockMessages.daysLate, { count: late });
    return { text: sayLate({ last, today, time }, days), brief, urgency: 'late' };
  }
  if (last === today) {
    const words = isDate(said) ? text(clockMessages.dueOnDay) : text(clockMessages.dueToday, { time });
    return { text: words, brief: text(clockMessages.dueOnDay), urgency: 'today' };
  }
  const left = workingDaysBetween(today, last, days);
  if (left === 0) {
    const words = text(clockMessages.dueBeforeNextWorkingDay);
    return { text: words, brief: words, urgency: 'soon' };
  }
  return {
    text: text(clockMessages.workingDaysLeft, { count: left }),
    brief: text(clockMessages.daysLeft, { count: left }),
    urgency: left <= soonDays ? 'soon' : 'later',
  };
}

/** 27 November 2026 */
export function sayDueDate(iso: string, timeZone: string): string {
  return sayDate(dueAsSaid(iso, timeZone), timeZone);
}

/** Friday 27 November; with the year if it is not the current one. */
export function sayDueDay(iso: string, timeZone: string, now: number = Date.now()): string {
  // What ends at midnight is due on the day before.
  const moment = Date.parse(iso) - 1;
  if (Number.isNaN(moment)) return iso;
  const isThisYear = localDate(moment, timeZone).slice(0, 4) === localDate(now, timeZone).slice(0, 4);
  return dateFormat({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone,
  }).format(moment);
}

function sayLate(
  { last, today, time }: { readonly last: string; readonly today: string; readonly time: string },
  days: Days,
): string {
  if (last === today) return text(clockMessages.lateSinceToday, { time });
  const late = workingDaysBetween(last, today, days);
  return late === 0 ? text(clockMessages.late) : text(clockMessages.workingDaysLate, { count: late });
}
