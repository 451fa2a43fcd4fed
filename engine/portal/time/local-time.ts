/** Converts moments to local times without a time zone (`2026-12-03T09:00`), as people choose them, and back. */

import { aDay, aMinute } from './lengths.ts';

/** By time zone, because creating a formatter takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * @param moment ISO date-time
 * @returns null if it is not a moment
 */
export function localTimeOf(moment: string, timeZone: string): string | null {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? null : localTime(at, timeZone);
}

/**
 * @param local `2026-12-03T09:00`, or with seconds
 * @returns ISO date-time; null if it is not a time. A time that the zone has twice is the earlier one, and a time that
 *   it skips counts on from before.
 */
export function momentOfLocalTime(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local)) return null;
  const offsetAt = (moment: number): number =>
    Date.parse(`${localTime(moment, timeZone)}Z`) - Math.floor(moment / aMinute) * aMinute;
  const [before, after] = [asUtc - offsetAt(asUtc - aDay), asUtc - offsetAt(asUtc + aDay)];
  const fitting = [before, after].filter((moment) => localTime(moment, timeZone) === local.slice(0, 16));
  return new Date(fitting.length === 0 ? before : Math.min(...fitting)).toISOString();
}

function localTime(moment: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map((type) =>
    parts.get(type),
  );
  return `${year}-${month}-${day}T${hour}:${minute}`;
}
