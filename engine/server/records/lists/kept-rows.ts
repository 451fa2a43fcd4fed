/**
 * Keeps the rows of lists as they were sent: a list that is read again makes only the rows of which something has
 * changed. A row is kept with everything that was read for it, so it is the same as if it were made again.
 */
import { LRUCache } from 'lru-cache';
import { RecordRowAnswer, type WireRow } from '../../../contract/record.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Queryable } from '../../database/database.ts';
import { writeAnswer } from '../../http/output.ts';
import { todayIn } from '../../sql/today.ts';
import { toRow } from '../read/wire-record.ts';
import type { RowNeeds } from '../rows/context-rows.ts';
import { asReader, type RequestContext } from '../rows/request-context.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { idOf, type PageLines, storedRows } from './list-page.ts';

/** The JSON of a row, or null if the visitor may not see it. */
export type WrittenRow = string | null;

export function writtenRow(row: WireRow | null): WrittenRow {
  return row === null ? null : copied(writeAnswer(RecordRowAnswer, row));
}

interface KeptRow {
  readonly written: WrittenRow;
  /** Ids. */
  readonly ancestors: readonly string[];
  /** What was read of the record, its ancestors and their children. */
  readonly read: readonly string[];
}

/** The rows of a list as a visitor read it last, by id. */
type KeptList = ReadonlyMap<string, KeptRow>;

/** Of each language of a portal. A row takes 2 to 5 kB. */
const mostRows = 10_000;
const listsOf = onceForEach<Portal, LRUCache<string, KeptList>>(
  () => new LRUCache({ maxSize: mostRows, sizeCalculation: ({ size }) => size }),
);

interface ListColumns {
  readonly recordType: RecordType;
  readonly list: List | null;
  readonly columns: readonly string[];
  readonly needs: RowNeeds;
}

/** The rows of a page in their order. */
export async function keptRows(
  client: Queryable,
  scope: RequestContext,
  page: PageLines,
  { recordType: { type }, list, columns, needs }: ListColumns,
): Promise<readonly WrittenRow[]> {
  const make = async (rows: readonly string[]): Promise<readonly (readonly [StoredRecord, WrittenRow])[]> => {
    const stored = rows.length === 0 ? [] : await storedRows(client, scope, { type, rows, page }, needs);
    return stored.map((one) => [one, writtenRow(toRow(scope, one, { columns, isPart: false }))]);
  };
  if (!needs.isLasting) return (await make(page.rows)).map(([, written]) => written);
  const lists = listsOf(asReader(scope).portal);
  const today = todayIn(scope.portal.timeZone, scope.now ?? new Date());
  const place = JSON.stringify([type, list?.name, today, scope.visitor]);
  const before = lists.get(place);
  const known = page.rows.map((line) => {
    const kept = before?.get(idOf(line));
    return kept !== undefined && isSame(kept, readFor(page, line, kept.ancestors)) ? kept : null;
  });
  const missing = page.rows.filter((_, index) => known[index] === null);
  const made = await make(missing);
  const kept = made.map(([{ context }, written], index): KeptRow => {
    const ancestors = context.ancestors.map(({ id }) => id);
    return { written, ancestors, read: readFor(page, missing[index] ?? '', ancestors).map(copied) };
  });
  const rows = known.map((one) => one ?? kept.shift()).filter((one) => one !== undefined);
  if (missing.length > 0) lists.set(place, new Map(rows.map((one) => [idOf(one.read[0] ?? ''), one])));
  return rows.map(({ written }) => written);
}

function isSame({ read }: KeptRow, now: readonly string[]): boolean {
  return read.length === now.length && read.every((line, index) => line === now[index]);
}

function readFor({ above, children }: PageLines, line: string, ancestors: readonly string[]): string[] {
  const relatives = ancestors.flatMap((id) => [above.get(id) ?? '', ...(children.get(id) ?? [])]);
  return [line, ...(children.get(idOf(line)) ?? []), ...relatives];
}

/** In one piece, and without the page that the text may be a part of and that would stay in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
