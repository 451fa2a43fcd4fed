/** Finds the days of a schedule for one record: due days, and the first and the last day of a term. */
import type { CountedDay, DueDay, FeeTerm } from '../model/fee.ts';
import { readField } from '../conditions/field-value.ts';
import type { EvaluationScope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
import { dateAfter } from '../time/days.ts';
import { dayIn } from '../time/today.ts';
import { dayOfValue, localDate } from '../time/working-days.ts';

export type FeeScope = EvaluationScope & { readonly portal: Portal };

/** The year in which the record was created; the year of today before a record exists. */
export function yearOfRecord(scope: FeeScope, today: string): number {
  return Number((begunOn(scope) ?? today).slice(0, 4));
}

/** The date on which the record was created, in the portal's time zone; null before a record exists. */
function begunOn({ portal, context }: FeeScope): string | null {
  const at = context?.record.createdAt ?? '';
  return at === '' ? null : localDate(Date.parse(at), portal.timeZone);
}

/** Null if the reference date is unknown. */
export function dayOf(due: DueDay, year: number, scope: FeeScope): string | null {
  const { named } = scope.portal.days;
  if ('from' in due) return countedDay(due, scope);
  if ('day' in due) return dayIn({ day: due.day, years: {} }, year);
  return dayIn((Object.hasOwn(named, due.named) ? named[due.named] : undefined) ?? yearEnd, year);
}

const yearEnd = { day: '12-31', years: {} };

function countedDay({ from, plus }: CountedDay, scope: FeeScope): string | null {
  const { days, timeZone } = scope.portal;
  const date = from === null ? begunOn(scope) : dayOfValue(readField(from, scope), timeZone);
  return date === null || plus === null ? date : dateAfter(days, date, plus);
}

/** The days of a term; null if the date with which it begins or ends is unknown. */
export function daysOfTerm(
  { from, to }: FeeTerm,
  year: number,
  scope: FeeScope,
): { readonly first: string; readonly last: string } | null {
  const first = dayOf(from, year, scope);
  if (first === null) return null;
  const begun = Number(first.slice(0, 4));
  const ends = [begun, begun + 1].map((one) => dayOf(to, one, scope));
  const last = ends.find((day) => day !== null && day >= first) ?? ends[0] ?? null;
  return last === null ? null : { first, last };
}
