/** Decides from the limits of two date questions which of their answers can be the later one. */
import { boundDays, type ShiftedBound } from '../../portal/forms/form-days.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { shiftDay } from '../../portal/time/today.ts';

/** Months differ in length, so days that are counted from a date are compared for several dates. */
export const sampleDays = ['2027-01-31', '2028-02-28', '2028-07-01'];

/** The words of a question of one level by its name; undefined: the level has no such question. */
export type WordsOfQuestion = (name: string) => JsonSchema | undefined;

/** Returns true if the answer to `one` is never after the answer to `other`, because of their limits. */
export function isNeverLater(one: string, other: string, wordsOf: WordsOfQuestion): boolean {
  const later = chainOf(one, 'ui:notAfter', wordsOf);
  const earlier = chainOf(other, 'ui:notBefore', wordsOf);
  if (!later.names.isDisjointFrom(earlier.names)) return true;
  const [last, first] = [later.day, earlier.day];
  return last !== null && first !== null && isAlways(first, last, (a, b) => a >= b);
}

interface DayChain {
  /** The question, the one that limits it, the one that limits that one, and so on. */
  readonly names: ReadonlySet<string>;
  /** The day of the calendar or the record at its end. */
  readonly day: ShiftedBound | null;
}

function chainOf(start: string, word: 'ui:notBefore' | 'ui:notAfter', wordsOf: WordsOfQuestion): DayChain {
  const names = new Set<string>();
  let next: unknown = start;
  while (typeof next === 'string' && !names.has(next) && wordsOf(next) !== undefined) {
    names.add(next);
    next = wordsOf(next)?.[word];
  }
  return { names, day: countedDay(next as string | ShiftedBound | undefined) };
}

/** The limit as a distance from a day of the calendar or the record; null if it is something else. */
export function countedDay(bound: string | ShiftedBound | null | undefined): ShiftedBound | null {
  if (typeof bound !== 'string') return bound ?? null;
  const day = boundDays.find((one) => one === bound);
  return day === undefined ? null : { day, by: { days: 0 } };
}

/** Returns true if the days are counted from the same one, and compare like this whatever that day is. */
export function isAlways(
  one: ShiftedBound,
  other: ShiftedBound,
  compares: (one: string, other: string) => boolean,
): boolean {
  return (
    one.day === other.day &&
    sampleDays.every((day) => compares(shiftDay(day, one.by) ?? '', shiftDay(day, other.by) ?? ''))
  );
}
