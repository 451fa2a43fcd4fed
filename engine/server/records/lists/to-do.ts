/** The to-do list: the records of every type that wait for a visitor, in one order, with one statement. */
import { mostCounted, type ListTotal } from '../../../contract/record.ts';
import { type ToDo, usualToDo } from '../../../contract/to-do.ts';
import { mayReadSql, isToDoSql } from '../../sql/access-sql.ts';
import { and, complete, createParameters, toSql } from '../../sql/sql.ts';
import type { Parameters } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { contextColumns, type ContextRow } from '../rows/context-rows.ts';
import { toStoredPage } from '../rows/read-record.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { toRow } from '../read/wire-record.ts';
import { openRecord } from '../read/open-record.ts';
import { totalOf } from './list-records.ts';
import { columnsOf } from './row-needs.ts';

interface ToDoQuery {
  /** `type/slug`: only this record and those below it. */
  readonly record?: string;
  readonly limit?: number;
}

/** @throws HttpError 404 for a record that the visitor may not see */
export async function listToDo(
  request: RecordRequest,
  { record, limit = usualToDo }: ToDoQuery,
): Promise<ToDo> {
  const scope = requestContextOf(request);
  const client = clientOf(request);
  const parameters = createParameters();
  // The columns of a row refer to the visitor's account as the first value.
  parameters.add(request.visitor.account, 'uuid');
  const waiting = waitingSql(request, parameters, await idOf(request, record));
  if (waiting === null) return { items: [], total: 0 };
  const { text, values } = complete(
    `WITH RECURSIVE ${waiting}, page AS (SELECT * FROM waiting ${order} LIMIT ${parameters.add(Math.min(limit, mostCounted), 'integer')})
     SELECT ${contextColumns}, (SELECT count(*)::integer FROM waiting) AS total
       FROM page w JOIN records r ON r.id = w.id LEFT JOIN accounts o ON o.id = r.owner
       ORDER BY w.due, w.created_at, w.id`,
    parameters,
  );
  const rows = await client.query<ContextRow & { total: number }>(text, values);
  const stored = await toStoredPage(client, scope, rows);
  const items = stored.flatMap((one) => {
    const recordType = scope.portal.recordTypes[one.context.record.type];
    const columns = recordType === undefined ? [] : columnsOf(recordType, null);
    return toRow(scope, one, { columns, isPart: true }) ?? [];
  });
  return { items, ...totalOf(rows[0]?.total ?? 0) };
}

/** The number of the same records. */
export async function countToDo(request: RecordRequest): Promise<ListTotal> {
  const parameters = createParameters();
  const waiting = waitingSql(request, parameters, null);
  if (waiting === null) return { total: 0 };
  const { text, values } = complete(
    `WITH RECURSIVE ${waiting} SELECT count(*)::integer AS total FROM waiting`,
    parameters,
  );
  const [row] = await clientOf(request).query<{ total: number }>(text, values);
  return totalOf(row?.total ?? 0);
}

/** The most urgent first. Without a due date, the oldest first. */
const order = 'ORDER BY due, created_at, id';

/**
 * The tables `family` and `waiting`. Each type has its own arm, so that PostgreSQL finds the rows by their owner or
 * office.
 * @param root id of the record at the top; null: all records
 * @returns null if nothing can wait for this visitor
 */
function waitingSql(request: RecordRequest, parameters: Parameters, root: string | null): string | null {
  const scope = requestContextOf(request);
  const today = todayIn(scope.portal.timeZone, scope.now);
  const arms = Object.values(scope.portal.recordTypes).flatMap((recordType) => {
    if (recordType.builtIn !== null) return [];
    const { type } = recordType;
    const place = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
    const where = and([
      `r.type = ${parameters.add(type, 'text')}`,
      root === null || 'r.id IN (SELECT id FROM family)',
      isToDoSql(recordType, place),
      mayReadSql(recordType, place),
    ]);
    if (where === false) return [];
    return `(SELECT r.id, coalesce(r.due, 'infinity') AS due, r.created_at FROM records r WHERE ${toSql(where)}
      ${order} LIMIT ${mostCounted + 1})`;
  });
  if (arms.length === 0) return null;
  const family = `family AS (
    SELECT id FROM records WHERE id = ${parameters.add(root, 'uuid')}
    UNION ALL SELECT c.id FROM records c JOIN family f ON c.parent = f.id)`;
  return `${family}, waiting AS MATERIALIZED (${arms.join(' UNION ALL ')})`;
}

async function idOf(request: RecordRequest, record: string | undefined): Promise<string | null> {
  if (record === undefined) return null;
  const [type = '', slug = ''] = record.split('/');
  const { stored } = await openRecord(request, { type, slug });
  return stored.context.record.id;
}
