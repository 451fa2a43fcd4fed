/** Dates of a record in the few letters that a column has room for. */
import type { WireRow } from '../../contract/record.ts';
import { dueAsSaid } from '../../portal/time/working-days.ts';
import type { PortalSlice, WireColumn } from '../../portal/wire/slice.ts';
import { sayNearDate, sayTime } from '../page/dates.ts';
import { valueAt } from './words.ts';

interface BriefMoment {
  readonly iso: string;
  readonly brief: string;
}

/** The date or moment of a column; null for columns of another type, and for records without one. */
export function briefMomentOf(
  { timeZone }: Pick<PortalSlice, 'timeZone'>,
  record: WireRow,
  column: WireColumn,
): BriefMoment | null {
  const iso = isoOf(record, column);
  if (typeof iso !== 'string' || Number.isNaN(Date.parse(iso))) return null;
  const date = sayNearDate(column.type === 'due' ? dueAsSaid(iso, timeZone) : iso, timeZone);
  const hasTime = (column.type === 'moment' || column.value === 'booking') && iso.includes('T');
  return { iso, brief: hasTime && !isDay(column) ? `${date}, ${sayTime(Date.parse(iso), timeZone)}` : date };
}

/** Lists show the day, not the time, of the record's own changes. */
function isDay({ value }: WireColumn): boolean {
  return value === 'created' || value === 'updated';
}

function isoOf(record: WireRow, { value, type }: WireColumn): unknown {
  if (value === 'created') return record.created_at;
  if (value === 'updated') return record.updated_at;
  if (value === 'booking') return record.booking?.from;
  return type === 'date' || type === 'moment' || type === 'due' ? valueAt(record, value) : null;
}
