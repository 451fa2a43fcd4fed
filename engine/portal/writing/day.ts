/** Dates as people type or paste them: with the month as a word, or in digits if only one day can be meant. */

/**
 * `21 nov 2026`, `Nobyembre 21, 2026` and `21/11/2026` become `2026-11-21`. A text that may mean two days
 * (`05/06/2026`), or none, stays unchanged.
 * @param locales the languages of the names of months
 */
export function writeDay(text: string, locales: readonly string[]): string {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter((part) => part !== '');
  if (parts.length !== 3) return text;
  const days = ordersOf(parts, locales).filter((day) => day !== null);
  const [day, ...others] = new Set(days);
  return day === undefined || others.length > 0 ? text : day;
}

/** The day for each order in which year, month and day may be written; null if there is no such day. */
function ordersOf([first = '', second = '', third = '']: readonly string[], locales: readonly string[]) {
  if (/^\d{4}$/.test(first)) return [dayOf(first, second, third, locales)];
  return [dayOf(third, second, first, locales), dayOf(third, first, second, locales)];
}

function dayOf(year: string, month: string, day: string, locales: readonly string[]): string | null {
  const number = monthOf(month, locales);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day) || number === null) return null;
  const iso = `${year}-${number}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** Two digits, or null. */
function monthOf(text: string, locales: readonly string[]): string | null {
  if (/^\d{1,2}$/.test(text)) return text.padStart(2, '0');
  if (text.length < 3) return null;
  const found = new Set(locales.flatMap((locale) => monthsOf(locale, text)));
  const [month] = found;
  return month === undefined || found.size > 1 ? null : String(month + 1).padStart(2, '0');
}

function monthsOf(locale: string, text: string): number[] {
  return namesOf(locale).flatMap((name, month) => (name.startsWith(text) ? [month] : []));
}

const known = new Map<string, readonly string[]>();

function namesOf(locale: string): readonly string[] {
  const before = known.get(locale);
  if (before !== undefined) return before;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2026, month, 15)).toLocaleLowerCase(locale),
  );
  known.set(locale, names);
  return names;
}
