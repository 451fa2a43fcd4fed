/** The day that it is in the portal's time zone. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** ISO date, such as 2026-11-21. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format.format(now);
}
