/** The days, months, quarters or years between two of them: a chart has all of them on its axis. */
import type { ReportLength } from '../../portal/model/report.ts';

/** @param from and to as a report names them: `2026-11-26`, `2026-11`, `2026-Q4`, `2026` */
export function periodsBetween(from: string, to: string, each: ReportLength): readonly string[] {
  const periods: string[] = [];
  for (let at = from; at <= to; at = after(at, each)) periods.push(at);
  return periods;
}

function after(period: string, each: ReportLength): string {
  const [year = 0, month = 1, day = 1] = period.split(/-Q?/).map(Number);
  switch (each) {
    case 'day':
      return isoOf(year, month - 1, day + 1);
    case 'month':
      return isoOf(year, month, 1).slice(0, 7);
    case 'quarter':
      return month === 4 ? `${year + 1}-Q1` : `${year}-Q${month + 1}`;
    case 'year':
      return String(year + 1);
  }
}

function isoOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
