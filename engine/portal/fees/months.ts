/** Counts months: of a debt that is late, and of a term. */
import type { Interest, MonthCount } from '../model/fee.ts';
import { dayAfter } from '../time/working-days.ts';

/**
 * Months between a due day and a payment. The month after 20 April ends on 20 May; the month after 31 January ends on
 * the last day of February.
 * @param due ISO date
 * @param paidOn ISO date
 */
export function monthsLate(due: string, paidOn: string, per: Interest['per'] = 'month begun'): number {
  if (paidOn <= due) return 0;
  const [dueYear = 0, dueMonth = 0, dueDay = 0] = due.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = paidOn.split('-').map(Number);
  const months = (year - dueYear) * 12 + (month - dueMonth);
  const anniversary = Math.min(dueDay, daysIn(year, month));
  if (per === 'month begun') return day > anniversary ? months + 1 : months;
  return day < anniversary ? months - 1 : months;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The months of a term (ISO dates); both days belong to it. None if it ends before it begins. */
export function monthsOfTerm(first: string, last: string, per: MonthCount): number {
  if (last < first) return 0;
  if (per !== 'calendar month') return monthsLate(first, dayAfter(last, 1), per);
  const [begun = 0, ended = 0] = [first, last].map((day) => {
    const [year = 0, month = 0] = day.split('-').map(Number);
    return year * 12 + month;
  });
  return ended - begun + 1;
}
