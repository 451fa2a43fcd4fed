/** Groups records by whose turn it is. */
import type { WireRow } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { text } from '../../language/text.ts';
import { isDone } from '../status/record-holder.ts';

export interface PartGroup {
  readonly key: 'to-do' | 'blocking' | 'in-work' | 'done';
  readonly title: string;
  readonly rows: readonly WireRow[];
}

/** Empty groups are left out. */
export function groupsOf(slice: PortalSlice, records: readonly WireRow[]): readonly PartGroup[] {
  const isOver = (record: WireRow) => isDone(slice, record) && !isBlocking(record);
  const groups: PartGroup[] = [
    {
      key: 'to-do',
      title: text(recordMessages.groupWaitingForYou),
      rows: byDue(records.filter((record) => isToDo(slice, record))),
    },
    { key: 'blocking', title: text(recordMessages.groupBlocking), rows: records.filter(isBlocking) },
    {
      key: 'in-work',
      title: text(recordMessages.groupInWork),
      rows: byDue(records.filter((record) => !isDone(slice, record) && !isToDo(slice, record))),
    },
    { key: 'done', title: text(recordMessages.groupDone), rows: newestFirst(records.filter(isOver)) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

export interface RowsAbove {
  /** The words of the records above all of these rows; empty: each row has its own. */
  readonly above: readonly string[];
  readonly rows: readonly WireRow[];
}

/**
 * Brings rows below the same record together. A row that is alone with its record stays in the row before or after it.
 * @param aboveOf the words of the records above a row
 * @returns in the order of the first row of each
 */
export function groupsByRecord(
  rows: readonly WireRow[],
  aboveOf: (row: WireRow) => readonly string[],
): readonly RowsAbove[] {
  const groups: RowsAbove[] = [];
  for (const of of Map.groupBy(rows, ({ slug, ancestors }) => ancestors.at(-1)?.slug ?? slug).values()) {
    const above = of.length === 1 ? [] : [...new Set(of.flatMap((row) => aboveOf(row)))];
    const last = groups.at(-1);
    if (above.length === 0 && last?.above.length === 0)
      groups[groups.length - 1] = { above, rows: [...last.rows, ...of] };
    else groups.push({ above, rows: of });
  }
  return groups;
}

/** The records of the to-do list: see `isToDo` of the model. */
export function isToDo(slice: PortalSlice, record: WireRow): boolean {
  return !isDone(slice, record) && record.part?.waits_for?.who === 'you';
}

/** The record above it does not go on by itself, because of how this one ended. */
export function isBlocking({ part }: WireRow): boolean {
  return part?.blocks === true;
}

const never = '9999';

/** Earliest due date first, then what has waited longest, as in the to-do list. */
function byDue(records: readonly WireRow[]): readonly WireRow[] {
  return records.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));
}

function placeOf({ due, part }: WireRow): string {
  return `${due ?? never} ${part?.since ?? ''}`;
}

function newestFirst(records: readonly WireRow[]): readonly WireRow[] {
  return records.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
}
