/** The current date in the portal's time zone. */
import { aMinute } from '../../portal/time/lengths.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * The last result for each time zone. A day begins at a full minute, so a result is valid for the rest of its minute.
 */
const answers = new Map<string, { readonly minute: number; readonly today: string }>();

/** ISO date, such as 2026-11-21. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  const minute = Math.floor(now.getTime() / aMinute);
  const known = answers.get(timeZone);
  if (known?.minute === minute) return known.today;
  const today = formatOf(timeZone).format(now);
  answers.set(timeZone, { minute, today });
  return today;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
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
  return format;
}
