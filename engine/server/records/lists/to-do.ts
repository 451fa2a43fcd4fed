/** The to-do list: the records of every type that wait for a visitor, in one order, with one statement. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import { mostCounted, type ListTotal } from '../../../contract/record.ts';
import { type ToDo, usualToDo } from '../../../contract/to-do.ts';
import { draftState } from '../../../portal/access/access.ts';
import { lacksPapers } from '../../../portal/checklist/to-do.ts';
import { hasReach } from '../../../portal/access/deputies.ts';
import { inStates, simplified } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import { maybeLackingSql, ownerSql, toDoStates } from '../../sql/access-sql.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import {
  and,
  type Clause,
  complete,
  createParameters,
  or,
  type Parameters,
  quoted,
  type SqlScope,
  toSql,
} from '../../sql/sql.ts';
import { statementOf } from '../../database/statements.ts';
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
  // The columns of a row refer to the visitor's accounts as the first value.
  parameters.add(actorsOf(request.visitor), 'uuid[]');
  const waiting = await waitingSql(request, parameters, await idOf(request, record));
  if (waiting === null) return { items: [], total: 0 };
  const statement = complete(
    `WITH RECURSIVE ${waiting}, page AS (SELECT * FROM waiting ORDER BY due NULLS LAST, since, id LIMIT ${Math.min(limit, mostCounted)})
     SELECT ${contextColumns}, (SELECT count(*)::integer FROM waiting) AS total
       FROM page w JOIN records r ON r.id = w.id LEFT JOIN accounts o ON o.id = r.owner
       ORDER BY w.due NULLS LAST, w.since, w.id`,
    parameters,
  );
  const rows = await client.query<ContextRow & { total: number }>(statementOf('to-do', statement));
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
  const waiting = await waitingSql(request, parameters, null);
  if (waiting === null) return { total: 0 };
  const statement = complete(
    `WITH RECURSIVE ${waiting} SELECT count(*)::integer AS total FROM waiting`,
    parameters,
  );
  const [row] = await clientOf(request).query<{ total: number }>(statementOf('to-do', statement));
  return totalOf(row?.total ?? 0);
}

/**
 * The most urgent first. Without a due date, what has waited longest. An index of the records of offices has this order.
 */
const order = 'r.due NULLS LAST, r.since, r.id';

/** Records that PostgreSQL finds and sorts together. */
interface ToDoArm {
  readonly type: string;
  readonly states: readonly string[];
  /** The row waits for the visitor, who may read it. */
  readonly where: Clause;
  /** What waits for an office may be much. */
  readonly isOffice: boolean;
}

/**
 * The tables `family` and `waiting`.
 * @param root id of the record at the top; null: all records
 * @returns null if nothing can wait for this visitor
 */
async function waitingSql(
  request: RecordRequest,
  parameters: Parameters,
  root: string | null,
): Promise<string | null> {
  const place = { ...placeOf(request, parameters), lacking: await lackingOf(request) };
  const found = armsOf(place);
  const owner = toSql(ownerSql(place));
  const isOwn = ({ where }: ToDoArm) => toSql(where) === owner;
  const queues = found.filter(({ isOffice }) => isOffice);
  const filled = root === null ? await filledQueues(request, queues) : queues;
  const others = found.filter((arm) => !arm.isOffice && !isOwn(arm));
  const own = found.filter(isOwn);
  const arms = [
    ...(own.length === 0 ? [] : [`${owner} AND (${own.map((arm) => statesSql(arm)).join(' OR ')})`]),
    ...[...others, ...filled].map((arm) => toSql(and([arm.where, statesSql(arm)]))),
  ].map((where) => firstSql(root === null ? where : `r.id IN (SELECT id FROM family) AND ${where}`));
  if (arms.length === 0) return null;
  const family = `family AS (
    SELECT id FROM records WHERE id = ${parameters.add(root, 'uuid')}
    UNION ALL SELECT c.id FROM records c JOIN family f ON c.parent = f.id)`;
  return `${family}, waiting AS MATERIALIZED (${arms.join(' UNION ALL ')})`;
}

/** Ids of the records that wait for their parts, but of which a paper is missing too. */
async function lackingOf(request: RecordRequest): Promise<readonly string[]> {
  const scope = requestContextOf(request);
  const client = clientOf(request);
  const parameters = createParameters();
  parameters.add(actorsOf(request.visitor), 'uuid[]');
  const place = placeOf(request, parameters);
  const types = Object.values(scope.portal.recordTypes).filter(({ builtIn }) => builtIn === null);
  const where = or(types.map(({ type }) => maybeLackingSql(type, { ...place, type })));
  if (where === false) return [];
  const statement = complete(
    `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner
       WHERE ${toSql(where)} ORDER BY ${order} LIMIT ${mostCounted}`,
    parameters,
  );
  const rows = await client.query<ContextRow>(statementOf('lacking', statement));
  const stored = await toStoredPage(client, scope, rows);
  return stored.flatMap(({ context }) => (lacksPapers({ ...scope, context }) ? [context.record.id] : []));
}

function placeOf(request: RecordRequest, parameters: Parameters): SqlScope {
  const scope = requestContextOf(request);
  const today = todayIn(scope.portal.timeZone, scope.now);
  return { ...scope, parameters, alias: 'r', type: null, isRelative: false, today };
}

/** Only its owner may read a draft, so the states of drafts are apart. */
function armsOf(scope: SqlScope): ToDoArm[] {
  const types = Object.values(scope.portal.recordTypes).filter(({ builtIn }) => builtIn === null);
  return types.flatMap(({ type, access }) => {
    const place = { ...scope, type };
    if (!hasReach(place, type)) return [];
    const draft = draftState(place.portal, type);
    return toDoStates(type, place).flatMap(({ role, states, who }) => {
      if (who === false) return [];
      const isOffice = role === 'office';
      const sent = states.filter((one) => one !== draft);
      // The rule need not ask again for these states, nor whose office has the records of a queue.
      const ofStates = inStates(access.read, sent);
      const read = isOffice ? simplified(ofStates, knownOfQueue) : ofStates;
      const arms = [
        { where: and([who, ownerSql(place)]), states: states.filter((one) => one === draft) },
        { where: and([who, conditionSql(read, place)]), states: sent },
      ];
      return arms
        .filter((arm) => arm.where !== false && arm.states.length > 0)
        .map((arm) => ({ ...arm, type, isOffice }));
    });
  });
}

/** The record is with the visitor's office. */
function knownOfQueue(condition: Condition): boolean | null {
  if (condition.test !== 'compare') return null;
  const { subject, operator, operand, each } = condition;
  const isOffice = subject.from === 'record' && subject.name === 'office' && each === undefined;
  const isOwn = operator === 'is' && 'visitor' in operand && operand.visitor === 'department';
  return isOffice && isOwn ? true : null;
}

/** The queues with records, each with one state: most offices have few types of records. */
async function filledQueues(request: RecordRequest, queues: readonly ToDoArm[]): Promise<ToDoArm[]> {
  const { department } = request.visitor;
  const single = queues.flatMap((arm) => arm.states.map((state) => ({ ...arm, states: [state] })));
  if (single.length === 0) return [];
  const rows = await clientOf(request).query<{ n: number }>({
    name: 'filled-queues',
    text: `SELECT q.n::integer AS n FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS q(type, state, n)
      WHERE EXISTS (SELECT FROM records r WHERE r.office = $3 AND r.type = q.type AND r.state = q.state)`,
    values: [single.map(({ type }) => type), single.map(({ states }) => states[0]), department],
  });
  return rows.flatMap(({ n }) => single[n - 1] ?? []);
}

function firstSql(where: string): string {
  return `(SELECT r.id, r.due, r.since FROM records r WHERE ${where} ORDER BY ${order} LIMIT ${mostCounted + 1})`;
}

/** Types and states are part of the text, so that a prepared statement is planned for them. */
function statesSql({ type, states }: ToDoArm): string {
  return `(r.type = ${quoted(type)} AND r.state IN (${states.map(quoted).join(', ')}))`;
}

async function idOf(request: RecordRequest, record: string | undefined): Promise<string | null> {
  if (record === undefined) return null;
  const [type = '', slug = ''] = record.split('/');
  const { stored } = await openRecord(request, { type, slug });
  return stored.context.record.id;
}
