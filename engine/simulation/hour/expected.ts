/**
 * What each person should see, computed from the rows of the database by the pure functions, without the SQL of lists
 * and counts.
 */
import { viewLevel } from '../../portal/access/access.ts';
import { ownSide } from '../../portal/access/threads.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { readRecordById } from '../../server/records/rows/read-record.ts';
import type { Town } from '../town/town.ts';
import type { ListName, ShownRows } from './open-page.ts';

interface SideRow {
  readonly record: string | null;
  readonly department: string;
  readonly unit: string | null;
  readonly account: string | null;
}

export interface ExpectedView {
  readonly unread: number;
  readonly rowsOf: (list: ListName) => ShownRows;
  /** By list, the slugs of records on which this person works. */
  readonly claimed: (list: ListName) => readonly string[];
}

/** Reads the database once; the functions answer from what was read. */
export async function expectedView(
  { application, portal }: Pick<Town, 'application' | 'portal'>,
  visitor: Visitor,
): Promise<ExpectedView> {
  const { database } = application;
  const ids = await database.query<{ id: string }>('SELECT id FROM records');
  const contexts = new Map<string, RecordContext>();
  for (const { id } of ids) {
    const stored = await readRecordById(database, { portal, visitor }, id);
    if (stored !== null) contexts.set(id, stored.context);
  }
  const unread = await database.query<SideRow>(
    `SELECT t.record, s.department, s.unit, s.account FROM threads t JOIN thread_sides s ON s.thread = t.id
     WHERE t.last > s.read`,
  );
  const accounts = await database.query<{ id: string; slug: string }>('SELECT id, slug FROM accounts');
  const slugs = new Map(accounts.map(({ id, slug }) => [id, slug]));
  const isSeen = (context: RecordContext): boolean =>
    ['read', 'summary'].includes(viewLevel({ portal, visitor, context }) ?? '');
  const rowsIn = ({ type, list }: ListName): RecordContext[] => {
    const where = portal.recordTypes[type]?.lists[list]?.where;
    return [...contexts.values()].filter(
      (context) =>
        context.record.type === type &&
        isSeen(context) &&
        where !== undefined &&
        holds(where, { portal, visitor, context }),
    );
  };
  const own = ownSide({ portal, visitor });
  const isOwn = (side: SideRow): boolean =>
    own !== null &&
    side.account === own.account &&
    (own.account !== null || (side.department === own.department && side.unit === own.unit));
  const isReadable = (record: string | null): boolean => {
    const context = record === null ? undefined : contexts.get(record);
    return record === null || (context !== undefined && isSeen(context));
  };
  return {
    unread: unread.filter((side) => isOwn(side) && isReadable(side.record)).length,
    rowsOf: (list) =>
      new Map(rowsIn(list).map(({ record }) => [record.slug, slugs.get(record.assignee ?? '') ?? null])),
    claimed: (list) =>
      rowsIn(list).flatMap(({ record }) =>
        record.assignee !== null && record.assignee === visitor.account ? [record.slug] : [],
      ),
  };
}
