/**
 * Computes durations as the law does: working days that end with the office hours, pauses, named days, and last days
 * of validity.
 */
import { Temporal } from 'temporal-polyfill';
import type { Days } from '../model/calendar.ts';
import type { Condition, Duration, DurationUnit, FieldPath, Validity } from '../model/condition.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { daysBetween } from './spans.ts';
import { dayIn } from './today.ts';
import { dayAfter, isWorkingDay, localDate } from './working-days.ts';
import { aMinute } from './lengths.ts';

/** The longest search for a working day. A calendar without any is treated as working every day. */
const farthest = 400;

/**
 * The end (ISO date-time) of a duration that starts at this moment. The day of receipt is day 0 if it is a working
 * day
 * and its office hours are not over; otherwise the next working day is. The last working day ends with the office
 * hours.
 */
export function addDuration(days: Days, timeZone: string, from: string, duration: Duration): string {
  if (duration.unit !== 'working day') return shifted(timeZone, from, duration, 1);
  const zero = dayZero(days, timeZone, from);
  return remembered(days, ['+', timeZone, zero, duration.amount].join(' '), () =>
    momentAt(workingDateAfter(days, zero, duration.amount), days.officeHours.to, timeZone),
  );
}

/**
 * The end (ISO date-time) of a duration that starts on a date (ISO): the end of the last day, or of its office hours
 * if
 * working days are counted. The date itself is day 0. Minutes and hours count from its beginning.
 */
export function endAfter(days: Days, timeZone: string, date: string, duration: Duration): string {
  const { unit, amount } = duration;
  if (unit === 'minute' || unit === 'hour')
    return shifted(timeZone, momentAt(date, '00:00', timeZone), duration, 1);
  if (unit === 'working day')
    return momentAt(workingDateAfter(days, date, amount), days.officeHours.to, timeZone);
  return momentAt(dayAfter(dateAfter(days, date, duration), 1), '00:00', timeZone);
}

/** The moment this long before another (ISO date-times). Working days count back to the same time of day. */
export function subtractDuration(days: Days, timeZone: string, from: string, duration: Duration): string {
  return remembered(days, ['-', timeZone, from, duration.amount, duration.unit].join(' '), () => {
    if (duration.unit !== 'working day') return shifted(timeZone, from, duration, -1);
    const at = zoned(from, timeZone);
    const date = workingDateAfter(days, at.toPlainDate().toString(), -duration.amount);
    return momentAt(date, timeOfDay(at), timeZone);
  });
}

const mostRemembered = 20_000;
const momentsOf = onceForEach<Days, Map<string, string>>(() => new Map());

/** Records created together have clocks that end together. */
function remembered(days: Days, key: string, compute: () => string): string {
  const known = momentsOf(days);
  const moment = known.get(key) ?? compute();
  if (known.size >= mostRemembered) known.clear();
  known.set(key, moment);
  return moment;
}

export interface Pause {
  readonly due: string;
  readonly pausedAt: string;
  readonly now: string;
  /**
   * The unit of the duration. A pause costs whole working days, however often it occurs; hours are counted exactly.
   */
  readonly unit: DurationUnit;
  /**
   * The date from which the duration counts, if it is not a moment: nothing is lost before it, and only whole days
   * are lost.
   */
  readonly date?: string | null | undefined;
}

/** The due time (ISO date-time) after a pause. Never earlier than before the pause. */
export function resume(days: Days, timeZone: string, pause: Pause): string {
  const { due, unit, date = null } = pause;
  const isWorking = unit === 'working day';
  const isWhole = isWorking || (date !== null && !['minute', 'hour'].includes(unit));
  const begun = date === null ? pause.pausedAt : momentAt(date, '00:00', timeZone);
  const [from = '', to = ''] = [pause.pausedAt, pause.now].map((moment) => (moment < begun ? begun : moment));
  const lost = Math.max(0, Date.parse(to) - Date.parse(from));
  if (!isWhole) return new Date(Date.parse(due) + lost).toISOString();
  const dayOf = (moment: string) =>
    isWorking ? dayZero(days, timeZone, moment) : localDate(Date.parse(moment), timeZone);
  const at = zoned(due, timeZone);
  const last = at.toPlainDate().toString();
  const later = isWorking
    ? workingDateAfter(days, last, countWorkingDates(days, dayOf(from), dayOf(to)))
    : dayAfter(last, daysBetween(dayOf(from), dayOf(to)));
  return momentAt(later, timeOfDay(at), timeZone);
}

/** On a day on which a zone skips midnight, the day begins later: what ends with a day ends at midnight on any other. */
function timeOfDay(at: Temporal.ZonedDateTime): string {
  return at.equals(at.startOfDay()) ? '00:00' : at.toPlainTime().toString();
}

/** The date (`2026-11-27`) that is day 0 for a duration that starts at this moment. */
export function dayZero(days: Days, timeZone: string, moment: string): string {
  // Office hours end with a minute, so all moments within a minute count as its end.
  const minute = new Date(Math.ceil(Date.parse(moment) / aMinute) * aMinute).toISOString();
  return remembered(days, ['0', timeZone, minute].join(' '), () => {
    const at = zoned(minute, timeZone);
    const date = at.toPlainDate().toString();
    const isOver = Temporal.PlainTime.compare(at.toPlainTime(), days.officeHours.to) > 0;
    return isOver || !isWorkingDay(date, days) ? workingDateAfter(days, date, 1) : date;
  });
}

/** The working dates after the first date, up to and including the second. */
export function countWorkingDates(days: Days, from: string, to: string): number {
  let found = 0;
  for (let at = dayAfter(from, 1); at <= to; at = dayAfter(at, 1)) if (isWorkingDay(at, days)) found += 1;
  return found;
}

/** The date this many working days after a date; before it, if the number is negative; the date itself for 0. */
export function workingDateAfter(days: Days, date: string, count: number): string {
  const step = Math.sign(count);
  let at = date;
  for (let left = Math.abs(count); left > 0; left -= 1) at = nextWorkingDate(days, at, step);
  return at;
}

/**
 * The first day of this name on or after a date (ISO dates).
 * @returns null if the calendar has no such name
 */
export function namedDay(days: Days, name: string, onOrAfter: string): string | null {
  const named = Object.hasOwn(days.named, name) ? days.named[name] : undefined;
  if (named === undefined) return null;
  const year = Number(onOrAfter.slice(0, 4));
  const around = [year - 1, year, year + 1, year + 2].map((one) => dayIn(named, one));
  return around.filter((day) => day >= onOrAfter).toSorted()[0] ?? null;
}

/** The facts that a validity needs. */
export interface ValidityFacts {
  /** ISO date in the portal's time zone. */
  readonly issuedOn: string;
  readonly field: (path: FieldPath) => unknown;
  /** Evaluates a condition over the record. */
  readonly holds: (condition: Condition) => boolean;
  /** Last days of the accepted papers that expire (ISO dates). */
  readonly papers: readonly string[];
}

/**
 * The last day of a validity (ISO date). A duration does not count the day of issue: 30 days from the
 * 1st end on the 31st. Unknown facts do not limit it.
 * @returns null: no end
 */
export function lastDayOf(days: Days, validity: Validity, facts: ValidityFacts): string | null {
  if ('cases' in validity) {
    const hit = validity.cases.find(({ when }) => facts.holds(when));
    return lastDayOf(days, hit?.value ?? validity.otherwise, facts);
  }
  if ('earliest' in validity) return earliest(validity.earliest.map((one) => lastDayOf(days, one, facts)));
  if ('checklist' in validity) return earliest(facts.papers);
  if ('until' in validity) return namedDay(days, validity.until, firstDayOf(validity, facts));
  if ('for' in validity) return dateAfter(days, facts.issuedOn, validity.for);
  const value = facts.field(validity.field);
  return earliest((Array.isArray(value) ? value : [value]).map(dateOf));
}

/** The start of the search for a named day: the day of issue, or the first day of the document's year. */
function firstDayOf(
  { year }: Extract<Validity, { until: string }>,
  { issuedOn, field }: ValidityFacts,
): string {
  const said = year === undefined ? null : field(year);
  return Number.isInteger(said) && Number(said) > 999 && Number(said) < 10_000
    ? `${String(said)}-01-01`
    : issuedOn;
}

/** The date this long after another (ISO dates). Minutes and hours do not add a day. */
export function dateAfter(days: Days, date: string, duration: Duration): string {
  if (duration.unit === 'working day') return workingDateAfter(days, date, duration.amount);
  const at = Temporal.PlainDateTime.from(`${date}T00:00`);
  return at.add(lengthOf(duration)).toPlainDate().toString();
}

/** The moment (ISO date-time) of this date and time (`08:00`) in this time zone. */
export function momentAt(date: string, time: string, timeZone: string): string {
  const at = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone);
  return new Date(at.epochMilliseconds).toISOString();
}

/** Seconds since midnight that a clock in this time zone shows at a moment (ISO date-time). */
export function secondsOfDay(moment: string, timeZone: string): number {
  const { hour, minute, second } = zoned(moment, timeZone);
  return hour * 3600 + minute * 60 + second;
}

function zoned(moment: string, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone);
}

function shifted(timeZone: string, from: string, duration: Duration, sign: 1 | -1): string {
  const length = lengthOf({ ...duration, amount: sign * duration.amount });
  return new Date(zoned(from, timeZone).add(length).epochMilliseconds).toISOString();
}

function lengthOf({ amount, unit }: Duration): Temporal.DurationLike {
  const lengths: Readonly<Record<DurationUnit, Temporal.DurationLike>> = {
    minute: { minutes: amount },
    hour: { hours: amount },
    day: { days: amount },
    'working day': { days: amount },
    week: { weeks: amount },
    month: { months: amount },
    quarter: { months: 3 * amount },
    year: { years: amount },
  };
  return lengths[unit];
}

function nextWorkingDate(days: Days, date: string, step: number): string {
  for (let distance = 1; distance <= farthest; distance += 1) {
    const day = dayAfter(date, step * distance);
    if (isWorkingDay(day, days)) return day;
  }
  return dayAfter(date, step);
}

/** `12-31` of the year, or the date that replaces it in that year. 29 February is the 28th in other years. */
function dateOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null;
}

function earliest(dates: readonly (string | null)[]): string | null {
  return dates.filter((date) => date !== null).toSorted()[0] ?? null;
}
