/** Days of the calendar as other files name them. */
import type { NamedDay } from '../../../portal/model/calendar.ts';
import type { DayOfYear } from '../../../portal/model/condition.ts';
import { child, entries, text, type Cursor } from '../reading/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';

/** A day that the calendar names; null where nothing is said. */
export function linkDayName(at: Cursor, linking: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const named = namesOf(linking);
  if (!named.includes(name)) {
    reportUnknown(linking, 'calendar/unknown-day', at, { name, choices: named });
  }
  return name;
}

/** The named day with what it is in each year; null (reported) where there is none. */
export function linkDayOfYear(at: Cursor, linking: LinkContext): DayOfYear | null {
  const name = linkDayName(at, linking);
  const { days } = linking.names;
  if (name === null || days === null || !namesOf(linking).includes(name)) return null;
  // What is wrong in the calendar is said there.
  const { day, years } = linkNamed(name, child(child(days, 'named'), name), { ...linking, diagnostics: [] });
  return { name, day, years };
}

function namesOf({ names: { days } }: LinkContext): string[] {
  return days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
}

/** A day that the calendar names, as it is written there. */
export function linkNamed(name: string, at: Cursor, linking: LinkContext): NamedDay {
  const years = entries(child(at, 'years')).map(([year, said]) => [year, linkDay(said, linking)] as const);
  return {
    title: text(child(at, 'title')) ?? name,
    day: linkDay(child(at, 'day'), linking),
    years: Object.fromEntries(years),
  };
}

/** A date, or a day of any year; what is on no calendar is reported. */
export function linkDay(at: Cursor, linking: LinkContext): string {
  const said = text(at) ?? '';
  // A leap year has every day that there is.
  const date = said.length > '12-31'.length ? said : `2028-${said}`;
  const moment = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
  if (!isDay) report(linking, 'calendar/no-day', at, { name: said });
  return isDay ? said : '01-01';
}
