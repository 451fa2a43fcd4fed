/** Reads arrivals from a table: a line for each day or hour. */
import type { ArrivalRow } from '../../portal/model/calendar.ts';
import { isDate } from '../../portal/time/working-days.ts';

/**
 * Reads CSV with the columns `date`, `count` and, if wanted, `hour` (0 to 23).
 * @returns the rows, or the first mistake as a sentence
 */
export function readArrivalTable(text: string): readonly ArrivalRow[] | string {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim().toLowerCase());
  if (!names.includes('date') || !names.includes('count'))
    return 'The first line must name the columns: date,count or date,hour,count.';
  const rows: ArrivalRow[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = line.split(',').map((cell) => cell.trim());
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const [from, hour, count] = [cell('date'), cell('hour'), cell('count')];
    if (!isDate(from)) return `Line ${index + 2}: write the date as 2027-01-04.`;
    if (!isWhole(count)) return `Line ${index + 2}: the count must be a whole number.`;
    if (hour !== '' && !(isWhole(hour) && Number(hour) < 24))
      return `Line ${index + 2}: the hour must be from 0 to 23.`;
    rows.push({ from, to: null, hour: hour === '' ? null : Number(hour), count: Number(count) });
  }
  return rows.length === 0 ? 'The table has no rows.' : rows;
}

function isWhole(cell: string): boolean {
  return /^\d{1,6}$/.test(cell);
}
