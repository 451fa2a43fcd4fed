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

type PlacedRow = Pick<WireRow, 'slug' | 'ancestors'>;

export interface RowsAbove<Row> {
  /** What is said of the records above every row, and not in the rows again; empty: nothing. */
  readonly above: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * Brings the rows below the same record together, and all those that are alone with theirs.
 * @param aboveOf the words of the records above a row; none for one at the top
 * @returns in the order of the first row of each
 */
export function groupsByRecord<Row extends PlacedRow>(
  rows: readonly Row[],
  aboveOf: (row: Row) => readonly string[],
): readonly RowsAbove<Row>[] {
  const families = Map.groupBy(rows, topOf);
  const isAlone = (row: Row) => families.get(topOf(row))?.length === 1;
  const groups = Map.groupBy(rows, (row) => (isAlone(row) ? null : topOf(row)));
  return [...groups].map(([top, some]) => {
    // The record at the top has no words above it.
    const below = top === null ? [] : some.filter(({ ancestors }) => ancestors.length > 0);
    return { above: sharedBy(below.map((row) => aboveOf(row))), rows: some };
  });
}

function topOf({ slug, ancestors }: PlacedRow): string {
  return ancestors.at(-1)?.slug ?? slug;
}

function sharedBy([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((word) => others.every((some) => some.includes(word)));
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
