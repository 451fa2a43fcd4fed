/** Answers one page of a list: only what the visitor may see, with one statement and one count that stops at 1,000. */
import { recordTypeOf, whyNoUnit } from '../../../portal/access/access.ts';
import { knownState, possible } from '../../../portal/conditions/possible.ts';
import {
  type DueFilter,
  filterColumns,
  type List,
  type RecordType,
  type WaitFilter,
} from '../../../portal/model/record-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
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
import { contextColumns, type ContextRow, type RowNeeds, userContextColumns } from '../rows/context-rows.ts';
import { type CursorPosition, writeCursor } from './cursor.ts';
import { bare, factSql } from '../../sql/list-columns.ts';
import { unclaimedSql } from './list-indexes.ts';
import { readListQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { type PageAnswer, type PageSql, pageText, storedPage } from './list-page.ts';
import { statementOf } from '../../database/statements.ts';
import { type StoredRecord, toStoredPage } from '../rows/read-record.ts';
import { clientOf, requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { searchSql } from '../../sql/search-sql.ts';
import { and, complete, constant, createParameters, not, or, quoted, toSql } from '../../sql/sql.ts';
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
  const reading = isPart ? null : rowNeedsOf(scope.portal, recordType, list);
  const why = whyNoUnit(scope, type);
  const reason = why === null ? {} : { reason: tell(scope.reader ?? scope.portal, why) };
  const page = await readPage(request, recordType, { query, reading, isCounted: true });
  const columns = columnsOf(recordType, list);
  const items = page.stored.flatMap((one) => toRow(scope, one, { columns, isPart }) ?? []);
  const next = page.last && writeCursor(secret, { sort: query.sort, ...page.last });
  return { items, next, ...totalOf(page.total), ...reason };
}

/** A page of stored records. */
interface ReadPage {
  readonly stored: readonly StoredRecord[];
  /** Position of the last row, if others follow. */
  readonly last: Omit<CursorPosition, 'sort'> | null;
  /** 0 if it was not counted. */
  readonly total: number;
}

interface PageRequest {
  readonly query: ListQuery;
  /** What is read of each row; null: everything. */
  readonly reading: RowNeeds | null;
  readonly isCounted: boolean;
}

/** Reads only rows that the visitor may see. */
export async function readPage(
  request: RecordRequest,
  recordType: RecordType,
  page: PageRequest,
): Promise<ReadPage> {
  const sql = pageSql(request, recordType, page);
  if (sql === null) return { stored: [], last: null, total: 0 };
  const { query, reading } = page;
  const scope = requestContextOf(request);
  const client = clientOf(request);
  const ask = <Row extends object>(text: string): Promise<Row[]> => {
    const statement = complete(text, sql.parameters);
    return isUsual(query)
      ? client.query<Row>(statementOf('list', statement))
      : client.query<Row>(statement.text, statement.values);
  };
  if (reading === null) {
    const rows = await ask<SortedRow>(wholeText(recordType, sql));
    const shown = rows.slice(0, query.limit);
    const stored = await toStoredPage(client, scope, shown);
    const keys = rows.map((row) => row.sort_key);
    return { stored, last: lastOf(query, stored, keys), total: rows[0]?.total ?? rows.length };
  }
  const [answer] = await ask<PageAnswer>(pageText(sql, reading));
  const rows = answer?.rows ?? [];
  const shown = { rows: rows.slice(0, query.limit), above: answer?.above ?? null };
  const stored = await storedPage(client, scope, shown, reading);
  const keys = rows.map((row) => row.sort_key);
  return { stored, last: lastOf(query, stored, keys), total: answer?.total ?? rows.length };
}

/** @param keys of the rows of the page, and of one more if there is one */
function lastOf(
  { limit }: ListQuery,
  stored: readonly StoredRecord[],
  keys: readonly string[],
): ReadPage['last'] {
  const [id, key] = [stored.at(-1)?.context.record.id, keys[limit - 1]];
  return keys.length <= limit || id === undefined || key === undefined ? null : { key, id };
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
type SortedRow = ContextRow & { readonly sort_key: string; readonly total: number | null };

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

/**
 * Only what a visitor searches and filters by is planned for its values each time. Everything else that decides about
 * the plan is part of the text, so one plan serves all requests for a list of an office.
 */
function isUsual({ words, filters }: ListQuery): boolean {
  return words.length === 0 && Object.keys(filters).length === 0;
}

type ListStatement = ReturnType<typeof complete>;

interface ListSql extends PageSql {
  readonly parameters: Parameters;
}

/** @returns null if the visitor can see no row */
function pageSql(
  request: RecordRequest,
  recordType: RecordType,
  { query, isCounted }: PageRequest,
): ListSql | null {
  const parameters = createParameters();
  // The visitor's account is always the first value, because the columns of a page refer to it.
  parameters.add(request.visitor.account, 'uuid');
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const way = query.isDescending ? 'DESC' : 'ASC';
  const key = orderSql(recordType, query, placeOf(request, recordType, { query, parameters }));
  const after = and([where, afterSql(query, key, parameters)]);
  const order = `${key} ${way}, r.id ${way}`;
  const limit = query.limit + 1;
  const rows = `SELECT r.*, (${key})::text AS sort_key FROM ${tableOf(recordType)} r WHERE ${toSql(after)} ORDER BY ${order} LIMIT ${limit}`;
  const count = `(${countSql(recordType, where, mostCounted + 1)})`;
  // The first page of a short list shows all of its rows.
  const total =
    query.from === null ? `CASE WHEN (SELECT count(*) FROM page) = ${limit} THEN ${count} END` : count;
  return { rows, order, total: isCounted ? total : 'NULL::integer', parameters };
}

/** The page with whole records. */
function wholeText(recordType: RecordType, { rows, order, total }: ListSql): string {
  const columns = recordType.builtIn === 'user' ? userContextColumns : contextColumns;
  return `WITH page AS MATERIALIZED (${rows})
    SELECT ${columns}, r.sort_key, ${total} AS total
    FROM page r LEFT JOIN accounts o ON o.id = r.owner ORDER BY ${order}`;
}

/** A query for the number of rows, up to the limit. */
function countSql(recordType: RecordType, where: Clause, limit: number): string {
  return `SELECT count(*)::integer AS total FROM (SELECT FROM ${tableOf(recordType)} r WHERE ${toSql(where)} LIMIT ${limit}) r`;
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
  return complete(countSql(recordType, where, limit), parameters);
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
  const place = placeOf(request, recordType, { query, parameters });
  const isSearch = query.words.length > 0;
  return and([
    `r.type = ${constant(recordType.type, 'text', parameters)}`,
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

function placeOf(
  request: RecordRequest,
  { type }: RecordType,
  { query: { list }, parameters }: { readonly query: ListQuery; readonly parameters: Parameters },
): SqlScope {
  const scope = requestContextOf(request);
  const today = todayIn(scope.portal.timeZone, scope.now);
  const place = { ...scope, parameters, alias: 'r', type, isRelative: false, today };
  return list === null
    ? place
    : { ...place, known: { alias: 'r', states: statesIn(scope.portal, type, list) } };
}

/** No record has it, but a record may have a state that the configuration no longer declares. */
const otherState = '';

/** The states of the records in a list. */
function statesIn({ workflows }: Portal, type: string, { where }: List): string[] {
  const states = [...Object.keys(workflows[type]?.states ?? {}), otherState];
  return states.filter((state) => possible(where, knownState(state)).true);
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
  return `NOT r.state = ANY(${constant(ended, 'text[]', parameters)})`;
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
    `r.office = ${constant(visitor.department, 'text', parameters)} AND r.state = ANY(${constant(waiting, 'text[]', parameters)})`;
  const byKey = elsewhere !== undefined && `r.state = ANY(${constant(elsewhere, 'text[]', parameters)})`;
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
