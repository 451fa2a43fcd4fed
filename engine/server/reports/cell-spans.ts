/** Covers a period with as few cells as possible: whole years, then whole months, then days at its edges. */
import type { Period } from './group-sql.ts';

/** From the longest. */
export const cellLengths = ['year', 'month', 'day'] as const;
export type CellLength = (typeof cellLengths)[number];

/** The cells of a length whose first day is in the period. */
export interface CellSpan extends Period {
  readonly length: CellLength;
}

/** @param lengths from the longest; the last is `day` */
export function spansOf({ from, to }: Period, lengths: readonly CellLength[]): CellSpan[] {
  const [length = 'day', ...shorter] = lengths;
  if (length === 'day') return [{ length, from, to }];
  // The first and the last day of the cells that lie in the period as a whole.
  const first = from === null ? null : firstDay(dayBefore(from), length, 1);
  const last = to === null ? null : dayBefore(firstDay(dayAfter(to), length, 0));
  if (first !== null && last !== null && first > last) return spansOf({ from, to }, shorter);
  return [
    { length, from: first, to: last },
    ...(first === null || from === first ? [] : spansOf({ from, to: dayBefore(first) }, shorter)),
    ...(last === null || to === last ? [] : spansOf({ from: dayAfter(last), to }, shorter)),
  ];
}

/** The first day of the month or year of a day, or of a later one. */
function firstDay(day: string, length: CellLength, later: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return isoDay(length === 'year' ? [year + later, 1, 1] : [year, month + later, 1]);
}

export function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return isoDay([year, month, date - 1]);
}

function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return isoDay([year, month, date + 1]);
}

/** Also for the first centuries, and for the day after the last day with a year of four digits. */
function isoDay([year, month, date]: readonly [number, number, number]): string {
  const day = new Date(0);
  day.setUTCFullYear(year, month - 1, date);
  const text = day.toISOString();
  return text.slice(text.startsWith('+0') ? 2 : 0, text.indexOf('T'));
}
