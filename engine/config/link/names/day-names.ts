/** Resolves days of the calendar that other files name. */
import type { NamedDay } from '../../../portal/model/calendar.ts';
import type { DayOfYear } from '../../../portal/model/condition.ts';
import { child, entries, text, type Cursor } from '../input/cursor.ts';
import { report, type LinkContext, isKnown, quietly } from '../input/link-context.ts';

/** A named day; null if the key is missing. */
export function linkDayName(at: Cursor, context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const named = namesOf(context);
  isKnown(context, 'calendar/unknown-day', at, { name, choices: named });
  return name;
}

/** The named day with its date in each year; null (reported) if it does not exist. */
export function linkDayOfYear(at: Cursor, context: LinkContext): DayOfYear | null {
  const name = linkDayName(at, context);
  const { days } = context.names;
  if (name === null || days === null || !namesOf(context).includes(name)) return null;
  // Mistakes in the calendar are reported there.
  const { day, years } = linkNamed(name, child(child(days, 'named'), name), quietly(context));
  return { name, day, years };
}

function namesOf({ names: { days } }: LinkContext): string[] {
  return days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
}

/** A named day, as the calendar writes it. */
export function linkNamed(name: string, at: Cursor, context: LinkContext): NamedDay {
  const years = entries(child(at, 'years')).map(([year, said]) => [year, linkDay(said, context)] as const);
  return {
    title: text(child(at, 'title')) ?? name,
    day: linkDay(child(at, 'day'), context),
    years: Object.fromEntries(years),
  };
}

/** Returns false for a text that is no date (2026-12-31), or for a day that does not exist, such as 31 February. */
export function isDate(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T`);
}

/** A date, or a month and a day; reports one that does not exist. */
export function linkDay(at: Cursor, context: LinkContext): string {
  const said = text(at) ?? '';
  // A leap year, which has every possible day.
  const isDay = isDate(said.length > '12-31'.length ? said : `2028-${said}`);
  if (!isDay) report(context, 'calendar/no-day', at, { name: said });
  return isDay ? said : '01-01';
}
