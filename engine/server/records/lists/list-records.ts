/** Answers one page of a list: only what the visitor may see, with one statement and one count that stops at 1,000. */
import { recordTypeOf, whyNoUnit } from '../../../portal/access/access.ts';
import {
  type DueFilter,
  filterColumns,
  type RecordType,
  type WaitFilter,
} from '../../../portal/model/record-type.ts';
import { momentAt } from '../../../portal/time/days.ts';
import { tell } from '../../../portal/text/tell.ts';
import { type ListTotal, mostCounted, type RecordPage } from '../../../contract/record.ts';
import type { RecordListInput } from '../../../contract/records.ts';
import { statesWith } from '../../../portal/workflow/claims.ts';
import { dayAfter, lastSoonDate } from '../../../portal/time/working-days.ts';
import { notFound } from '../../http/errors.ts';
import {
  isAboveSql,
  mayListSql,
  mayReadSql,
  maySeeSql,
  mayShowListedSql,
  mayShowSql,
} from '../../sql/access-sql.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import {
  contextColumnsOf,
  type ContextRow,
  type RowNeeds,
  userContextColumns,
} from '../rows/context-rows.ts';
import { writeCursor } from './cursor.ts';
import { bare, factSql } from '../../sql/list-columns.ts';
import { unclaimedSql } from './list-indexes.ts';
import { readListQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { toStoredPage } from '../rows/read-record.ts';
import { clientOf, requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { searchSql } from '../../sql/search-sql.ts';
import { and, complete, createParameters, not, or, quoted, toSql } from '../../sql/sql.ts';
import type { Clause, Parameters, SqlScope } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { toRow } from '../read/wire-record.ts';
import { columnsOf, rowNeedsOf } from './row-needs.ts';

/** @throws HttpError 404 for an unknown type, 422 for an invalid parameter */
export async function listRecords(
  request: RecordRequest,
  type: string,
  parameters: RecordListInput,
): Promise<RecordPage> {
  const scope = requestContextOf(request);
  const { application } = request.desk;
  const recordType = recordTypeOf(scope.portal, type);
  if (recordType === null) throw notFound();
  const secret = application.secret('cursor');
  const query = readListQuery({ portal: scope.portal, recordType, query: parameters, secret });
  const isPart = query.isPart;
  // Parts show columns of all lists: a record without a number is named after its first answer there.
  const list = isPart ? null : query.list;
  const reading = isPart || recordType.builtIn === 'user' ? null : rowNeedsOf(scope.portal, recordType, list);
  const page = pageStatement(request, recordType, { query, reading });
  const counting = countStatement(request, recordType, query);
  const why = whyNoUnit(scope, type);
  const reason = why === null ? {} : { reason: tell(scope.reader ?? scope.portal, why) };
  if (page === null || counting === null) return { items: [], next: null, total: 0, ...reason };
  const { database } = application;
  const rows = await database.query<SortedRow>(page.text, page.values);
  const shown = rows.slice(0, query.limit);
  const isWhole = query.from === null && shown.length === rows.length;
  const [stored, [counted]] = await Promise.all([
    toStoredPage(database, scope, shown, { reading }),
    isWhole ? [{ total: rows.length }] : database.query<{ total: number }>(counting.text, counting.values),
  ]);
  const columns = columnsOf(recordType, list);
  const items = stored.map((one) => toRow(scope, one, { columns, isPart })).filter((one) => one !== null);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const next =
    last === undefined
      ? null
      : writeCursor(secret, { sort: query.sort, key: last.sort_key, id: last.record.id });
  return { items, next, ...totalOf(counted?.total ?? 0), ...reason };
}

/** How many records the list has, without a page of them. */
export async function countList(
  request: RecordRequest,
  { type, list }: { readonly type: string; readonly list: string },
): Promise<ListTotal> {
  const { portal } = requestContextOf(request);
  const { application } = request.desk;
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  const secret = application.secret('cursor');
  const counting = countStatement(
    request,
    recordType,
    readListQuery({ portal, recordType, query: { list }, secret }),
  );
  if (counting === null) return { total: 0 };
  const [counted] = await application.database.query<{ total: number }>(counting.text, counting.values);
  return totalOf(counted?.total ?? 0);
}

/** @param counted at most one more than lists count */
export function totalOf(counted: number): ListTotal {
  return counted > mostCounted ? { total: mostCounted, more: true } : { total: counted };
}

/** A row of a page, with the value that it is sorted by. */
export type SortedRow = ContextRow & { readonly sort_key: string };

/**
 * The owners of the records that a list shows to this visitor under these filters.
 * @param most how many to find
 * @returns account ids
 * @throws HttpError 422 for an invalid filter
 */
export async function ownersInList(
  request: RecordRequest,
  { type, list }: { readonly type: string; readonly list: string },
  { filters, most }: { readonly filters: Readonly<Record<string, unknown>>; readonly most: number },
): Promise<readonly string[]> {
  const { portal } = requestContextOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  const secret = request.desk.application.secret('cursor');
  const query = readListQuery({ portal, recordType, query: { ...filters, list }, secret });
  const parameters = createParameters();
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return [];
  const limit = parameters.add(most, 'integer');
  const { text, values } = complete(
    `SELECT DISTINCT r.owner AS id FROM ${tableOf(recordType)} r
      WHERE ${toSql(where)} AND r.owner IS NOT NULL LIMIT ${limit}`,
    parameters,
  );
  const owners = await clientOf(request).query<{ id: string }>(text, values);
  return owners.map(({ id }) => id);
}

/** It has no name, because PostgreSQL must plan for its values: offices differ in size. */
type ListStatement = ReturnType<typeof complete>;

export function pageStatement(
  request: RecordRequest,
  recordType: RecordType,
  { query, reading }: { readonly query: ListQuery; readonly reading: RowNeeds | null },
): ListStatement | null {
  const parameters = createParameters();
  // The visitor's account is always the first value, because the columns of a page refer to it.
  parameters.add(request.visitor.account, 'uuid');
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const way = query.isDescending ? 'DESC' : 'ASC';
  const key = orderSql(recordType, query, placeOf(request, recordType, parameters));
  const after = and([where, afterSql(query, key, parameters)]);
  const limit = parameters.add(query.limit + 1, 'integer');
  const isUser = recordType.builtIn === 'user';
  const columns = isUser ? userContextColumns : contextColumnsOf(reading?.own ?? null);
  const text = `SELECT ${columns}, p.sort_key
    FROM (SELECT r.id, (${key})::text AS sort_key FROM ${tableOf(recordType)} r WHERE ${toSql(after)}
      ORDER BY ${key} ${way}, r.id ${way} LIMIT ${limit}) p
    JOIN ${tableOf(recordType)} r ON r.id = p.id LEFT JOIN accounts o ON o.id = r.owner
    ORDER BY ${key} ${way}, r.id ${way}`;
  return complete(text, parameters);
}

/** @param limit counts no further */
export function countStatement(
  request: RecordRequest,
  recordType: RecordType,
  query: ListQuery,
  limit = mostCounted + 1,
): ListStatement | null {
  const parameters = createParameters();
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const most = parameters.add(limit, 'integer');
  const text = `SELECT count(*)::integer AS total
    FROM (SELECT FROM ${tableOf(recordType)} r WHERE ${toSql(where)} LIMIT ${most}) r`;
  return complete(text, parameters);
}

/** Accounts have their own table but are listed as records. */
function tableOf({ builtIn }: RecordType): string {
  return builtIn === 'user' ? 'user_records' : 'records';
}

function whereSql(
  request: RecordRequest,
  recordType: RecordType,
  query: ListQuery,
  parameters: Parameters,
): Clause {
  const { now } = requestContextOf(request);
  const place = placeOf(request, recordType, parameters);
  const isSearch = query.words.length > 0;
  return and([
    `r.type = ${parameters.add(recordType.type, 'text')}`,
    // A search reads the whole record, so it finds only records that the visitor may read whole.
    isSearch ? mayReadSql(recordType, place) : (query.isOpen ? maySeeSql : mayListSql)(recordType, place),
    query.list === null || conditionSql(query.list.where, place),
    query.parent === null || query.isOpenBelow || shownSql(recordType, 'parent', { query, place }),
    query.parent === null ||
      `r.parent = (SELECT above.id FROM records above WHERE above.slug = ${parameters.add(query.parent, 'text')})`,
    !isSearch || searchSql(recordType, query.words, place),
    query.due === null || and([shownSql(recordType, 'due', { query, place }), dueSql(query.due, place, now)]),
    query.waits === null ||
      and([shownSql(recordType, 'state', { query, place }), waitsSql(recordType, query.waits, place)]),
    query.assigned === null || assignedSql(recordType, query.assigned, place),
    query.booked === null || and([mayReadSql(recordType, place), bookedSql(query.booked, place)]),
    ...Object.entries(query.filters).map(([name, values]) =>
      filterSql(recordType, { query, place }, { name, values }),
    ),
  ]);
}

function placeOf(request: RecordRequest, { type }: RecordType, parameters: Parameters): SqlScope {
  const scope = requestContextOf(request);
  const today = todayIn(scope.portal.timeZone, scope.now);
  return { ...scope, parameters, alias: 'r', type, isRelative: false, today };
}

/** Ended records keep their due date, but nothing in them is due. */
function dueSql(due: DueFilter, place: SqlScope, now: Date): Clause {
  const { portal, parameters } = place;
  const moment = parameters.add(now.toISOString(), 'timestamptz');
  if (due === 'late') return and([`r.due < ${moment}`, isOpenSql(place)]);
  const today = todayIn(portal.timeZone, now);
  const last = { today, soon: lastSoonDate(today, portal.days), week: dayAfter(today, 6) }[due];
  const zone = parameters.add(portal.timeZone, 'text');
  const end = `(${parameters.add(last, 'text')}::date + 1)::timestamp AT TIME ZONE ${zone}`;
  return and([`r.due >= ${moment} AND r.due <= ${end}`, isOpenSql(place)]);
}

function isOpenSql({ portal, type, parameters }: SqlScope): string {
  const states = Object.values(portal.workflows[type ?? '']?.states ?? {});
  const ended = states.filter(({ isFinal, isSettled }) => isFinal || isSettled).map(({ key }) => key);
  return `NOT r.state = ANY(${parameters.add(ended, 'text[]')})`;
}

/** Nobody's turn is nobody's: ended records wait for no one. */
function waitsSql(recordType: RecordType, waits: WaitFilter, place: SqlScope): Clause {
  const ours = withOfficeSql(recordType, place);
  return waits === 'us' ? ours : and([isOpenSql(place), not(ours)]);
}

/** Only for visitors who work on such records. Unclaimed records have an index for each type: see `list-indexes.ts`. */
function assignedSql(recordType: RecordType, assigned: 'me' | 'nobody', place: SqlScope): Clause {
  const { claim } = recordType;
  const { portal, visitor, parameters } = place;
  if (claim === null || visitor.account === null) return false;
  const mayKnow = or([conditionSql(claim.by, place), conditionSql(claim.assignedBy, place)]);
  const read = mayReadSql(recordType, place);
  if (assigned === 'me')
    return and([`r.assignee = ${parameters.add(visitor.account, 'uuid')}`, read, mayKnow]);
  const ours = withOfficeSql(recordType, place);
  return and([unclaimedSql(recordType, portal), ours, read, mayKnow]);
}

/** The visitor's office has the record. */
function withOfficeSql(recordType: RecordType, { portal, visitor, parameters }: SqlScope): Clause {
  const states = statesWith(portal, recordType, visitor.department ?? '');
  if (states.length === 0) return false;
  const { waiting, elsewhere } = Object.groupBy(states, (state) =>
    portal.workflows[recordType.type]?.states[state]?.waitsFor === 'office' ? 'waiting' : 'elsewhere',
  );
  const inOffice =
    waiting !== undefined &&
    `r.office = ${parameters.add(visitor.department, 'text')} AND r.state = ANY(${parameters.add(waiting, 'text[]')})`;
  const byKey = elsewhere !== undefined && `r.state = ANY(${parameters.add(elsewhere, 'text[]')})`;
  return or([inOffice, byKey]);
}

/** Moments are stored as ISO texts, so they compare as texts. */
function bookedSql(date: string, { portal, parameters }: SqlScope): Clause {
  const [start, end] = [date, dayAfter(date, 1)].map((day) =>
    parameters.add(momentAt(day, '00:00', portal.timeZone), 'text'),
  );
  return `r.booking ->> 'from' >= ${start} AND r.booking ->> 'from' < ${end}`;
}

interface ListPlan {
  readonly query: ListQuery;
  readonly place: SqlScope;
}

/** For each row of the list: does it show this column or field, and if not, which rows do? */
function shownSql(recordType: RecordType, name: string, { query, place }: ListPlan): Clause {
  return (query.isOpen ? mayShowSql : mayShowListedSql)(recordType, name, place);
}

function filterSql(
  recordType: RecordType,
  { query, place }: ListPlan,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
): Clause {
  const wanted = place.parameters.add([...values], 'text[]');
  const dot = name.indexOf('.');
  const ancestor = dot === -1 ? '' : name.slice(0, dot);
  if (!Object.hasOwn(place.portal.recordTypes, ancestor)) {
    // A visitor who sees part of a record must not learn the rest by filtering.
    if (dot !== -1)
      return and([
        shownSql(recordType, name.slice(0, dot), { query, place }),
        `${rowValuesSql(name, place)} ?| ${wanted}`,
      ]);
    const value = ownValueSql(recordType, name, place);
    return and([shownSql(recordType, name, { query, place }), `${value} = ANY(${wanted})`]);
  }
  const field = name.slice(dot + 1);
  return isAboveSql(place, ancestor, (above, type) =>
    and([`${ownValueSql(type, field, above)} = ANY(${wanted})`, mayShowSql(type, field, above)]),
  );
}

/** The answers in the rows of a list question, as a JSON list. */
function rowValuesSql(name: string, { alias }: SqlScope): string {
  const [list = '', question = ''] = name.split('.');
  const path = `$.${JSON.stringify(list)}[*].${JSON.stringify(question)}`;
  return `jsonb_path_query_array(${alias}.data, ${quoted(path)})`;
}

function ownValueSql({ derived }: RecordType, name: string, place: SqlScope): string {
  return Object.hasOwn(derived, name) ? factSql(name, place) : valueSql(place.alias, name);
}

function valueSql(alias: string, name: string): string {
  return filterColumns.includes(name) ? `${alias}.${name}` : `${alias}.data ->> ${quoted(name)}`;
}

/** Sorting also reveals values. A value that the visitor may not see sorts like an empty one. */
function orderSql(recordType: RecordType, query: ListQuery, place: SqlScope): string {
  const { sort, key } = query;
  if (key.isAbove) return key.sql('r.', place);
  const shown = shownSql(recordType, bare(sort), { query, place });
  return shown === true
    ? key.sql('r.', place)
    : `(CASE WHEN ${toSql(shown)} THEN ${key.sql('r.', place)} ELSE ${key.nothing} END)`;
}

function afterSql({ from, key, isDescending }: ListQuery, order: string, parameters: Parameters): Clause {
  if (from === null) return true;
  const position = `(${parameters.add(from.key, key.type)}, ${parameters.add(from.id, 'uuid')})`;
  return `(${order}, r.id) ${isDescending ? '<' : '>'} ${position}`;
}
