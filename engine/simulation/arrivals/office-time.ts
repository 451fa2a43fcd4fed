/** Converts between moments and the working time of offices, which passes only in office hours. */
import type { Days } from '../../portal/model/calendar.ts';
import type { Duration } from '../../portal/model/condition.ts';
import { momentAt } from '../../portal/time/days.ts';
import { aDay, aMinute, anHour } from '../../portal/time/lengths.ts';
import { dayAfter, isWorkingDay, localDate } from '../../portal/time/working-days.ts';

interface WorkingDay {
  /** Moments in milliseconds. */
  readonly opens: number;
  readonly closes: number;
  /** Working time before this day, in milliseconds. */
  readonly before: number;
}

/** A calendar without working days is treated as working every day, like for clocks. */
const longestBreak = 400;

export class OfficeTime {
  readonly #days: Days;
  readonly #timeZone: string;
  readonly #known: WorkingDay[] = [];
  #next: string;

  /** @param from the first day (ISO date) */
  constructor({ days, timeZone }: { readonly days: Days; readonly timeZone: string }, from: string) {
    this.#days = days;
    this.#timeZone = timeZone;
    this.#next = from;
  }

  /** The working time from the first day until this moment, in milliseconds. */
  worked(moment: number): number {
    while ((this.#known.at(-1)?.opens ?? -Infinity) <= moment) this.#addDay();
    const day = this.#lastWhere(({ opens }) => opens <= moment);
    return day === null ? 0 : day.before + Math.min(moment, day.closes) - day.opens;
  }

  /** The moment at which so much working time has passed, as early as possible. */
  momentOf(worked: number): number {
    while ((this.#known.at(-1)?.before ?? -Infinity) < worked) this.#addDay();
    const day = this.#lastWhere(({ before }, index) => before < worked || index === 0);
    return day === null ? 0 : day.opens + worked - day.before;
  }

  /** The working time of a duration in milliseconds. A day is one working day. */
  lengthOf({ amount, unit }: Duration): number {
    const { working } = this.#days;
    switch (unit) {
      case 'minute':
        return amount * aMinute;
      case 'hour':
        return amount * anHour;
      case 'week':
        return amount * working.length * this.#dayLength();
      default:
        return amount * this.#dayLength();
    }
  }

  /** When somebody outside the offices acts who waits for this long. Only working days follow the offices. */
  later(moment: number, { amount, unit }: Duration, factor: number): number {
    if (unit === 'working day')
      return this.momentOf(this.worked(moment) + amount * factor * this.#dayLength());
    const lengths = { minute: aMinute, hour: anHour, day: aDay, week: 7 * aDay };
    return moment + amount * factor * (unit in lengths ? lengths[unit as keyof typeof lengths] : aDay);
  }

  /** Decides whether offices work on this date. */
  isOpen(date: string): boolean {
    return isWorkingDay(date, this.#days);
  }

  dateOf(moment: number): string {
    return localDate(moment, this.#timeZone);
  }

  /** @param time local, `08:00` */
  at(date: string, time: string): number {
    return Date.parse(momentAt(date, time, this.#timeZone));
  }

  #dayLength(): number {
    const { from, to } = this.#days.officeHours;
    return minutesOf(to) * aMinute - minutesOf(from) * aMinute;
  }

  #addDay(): void {
    let date = this.#next;
    for (let step = 0; step < longestBreak && !this.isOpen(date); step += 1) date = dayAfter(date, 1);
    const { from, to } = this.#days.officeHours;
    const last = this.#known.at(-1);
    const before = last === undefined ? 0 : last.before + last.closes - last.opens;
    this.#known.push({ opens: this.at(date, from), closes: this.at(date, to), before });
    this.#next = dayAfter(date, 1);
  }

  /** The last known day for which this is true; it is true for all days before it. */
  #lastWhere(is: (day: WorkingDay, index: number) => boolean): WorkingDay | null {
    let [low, high] = [0, this.#known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const day = this.#known[middle];
      if (day !== undefined && is(day, middle)) low = middle + 1;
      else high = middle;
    }
    return this.#known[low - 1] ?? null;
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
