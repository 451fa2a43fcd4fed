/** The moment that `--at` names. */
import { momentAt } from '../../portal/time/days.ts';
import { momentOfLocalTime } from '../../portal/time/local-time.ts';
import { isDate } from '../../portal/time/working-days.ts';

/**
 * @param at a day, which means noon, or a local time; undefined: now
 * @returns null if it is neither
 */
export function dayNowOf(at: string | undefined, timeZone: string): Date | null {
  if (at === undefined) return new Date();
  if (isDate(at)) return new Date(momentAt(at, '12:00', timeZone));
  const moment = momentOfLocalTime(at, timeZone);
  return moment === null ? null : new Date(moment);
}
