/** Answers one page of a list: only what the visitor may see, with one statement and one count that stops at 1,000. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import { recordTypeOf, whyNoUnit } from '../../../portal/access/access.ts';
import { type RecordType } from '../../../portal/model/record-type.ts';
import { tell } from '../../../portal/text/tell.ts';
import {
  type ListTotal,
  mostCounted,
  type RecordPage,
  RecordPageAnswer,
  type WireRow,
} from '../../../contract/record.ts';
import type { RecordListInput } from '../../../contract/records.ts';
import { notFound } from '../../http/errors.ts';
import { writeAnswer } from '../../http/output.ts';
import { contextColumns, type ContextRow, type RowNeeds, userContextColumns } from '../rows/context-rows.ts';
import { type CursorPosition, writeCursor } from './cursor.ts';
import { readListQuery } from './list-query.ts';
import { afterSql, orderSql, placeOf, whereSql } from './list-where.ts';
import type { ListQuery } from './list-query.ts';
import {
  type PageAnswer,
  pageColumns,
  type PageLines,
  pageLines,
  type PageSql,
  pageText,
  positionOf,
  storedRows,
} from './list-page.ts';
import { keptRows, type WrittenRow, writtenRow } from './kept-rows.ts';
import { statementOf } from '../../database/statements.ts';
import { isKept, keptStatement, type ListStatement } from './kept-statements.ts';
import { withProfiles } from '../rows/owner-profiles.ts';
import { type StoredRecord, toStoredPage } from '../rows/read-record.ts';
import { clientOf, requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { isSearchedAbove, searchedSql } from '../../sql/search-sql.ts';
import { profilesShown } from '../../sql/shown-paths.ts';
import { complete, createParameters, toSql } from '../../sql/sql.ts';
import type { Clause, Parameters } from '../../sql/sql.ts';
import { toRow } from '../read/wire-record.ts';
import { columnsOf, rowNeedsOf } from './row-needs.ts';

/**
 * A page as the JSON that is sent.
 * @throws HttpError 404 for an unknown type, 422 for an invalid parameter
 */
export async function writeRecords(
  request: RecordRequest,
  type: string,
  parameters: RecordListInput,
): Promise<string> {
  const { rows, ...rest } = await readRows(request, type, { parameters, isCounted: true });
  const items = rows.filter((row) => row !== null);
  const empty = writeAnswer(RecordPageAnswer, { items: [], ...rest });
  return `${start}${items.join(',')}${empty.slice(start.length)}`;
}

/** The rows of a page, which costs less than to count all. */
export async function firstRecords(
  request: RecordRequest,
  type: string,
  parameters: RecordListInput,
): Promise<readonly WireRow[]> {
  const { rows } = await readRows(request, type, { parameters, isCounted: false });
  return rows.flatMap((row) => (row === null ? [] : [JSON.parse(row) as WireRow]));
}

/** The items are the first part of a page. */
const start = '{"items":[';

async function readRows(
  request: RecordRequest,
  type: string,
  { parameters, isCounted }: { readonly parameters: RecordListInput; readonly isCounted: boolean },
): Promise<Omit<RecordPage, 'items'> & { readonly rows: readonly WrittenRow[] }> {
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
  const page = await askPage(request, recordType, { query, reading, isCounted });
  const columns = columnsOf(recordType, list);
  const rows =
    page.lines !== null && reading !== null
      ? await keptRows(clientOf(request), scope, page.lines, { recordType, list, columns, needs: reading })
      : (await storedOf(request, recordType, page, { query, reading })).map((one) =>
          writtenRow(toRow(scope, one, { columns, isPart })),
        );
  const next = page.last && writeCursor(secret, { sort: query.sort, ...page.last });
  return { rows, next, ...totalOf(page.total), ...reason };
}

/** A page of records. */
interface AskedPage {
  /** The rows, if their list shows whole records. */
  readonly whole: readonly ContextRow[];
  /** The rows, if their list shows parts of records. */
  readonly lines: PageLines | null;
  /** Position of the last row, if others follow. */
  readonly last: Omit<CursorPosition, 'sort'> | null;
  /** 0 if it was not counted. */
  readonly total: number;
}

interface ListExtent {
  readonly query: ListQuery;
  /** What is read of each row; null: everything. */
  readonly reading: RowNeeds | null;
  readonly isCounted: boolean;
}

/** Reads only rows that the visitor may see. */
export async function readPage(
  request: RecordRequest,
  recordType: RecordType,
  extent: ListExtent,
): Promise<{ readonly stored: readonly StoredRecord[]; readonly last: AskedPage['last'] }> {
  const page = await askPage(request, recordType, extent);
  return { stored: await storedOf(request, recordType, page, extent), last: page.last };
}

async function storedOf(
  request: RecordRequest,
  recordType: RecordType,
  { whole, lines }: AskedPage,
  { query: { list, isPart }, reading }: Pick<ListExtent, 'query' | 'reading'>,
): Promise<readonly StoredRecord[]> {
  const [client, scope] = [clientOf(request), requestContextOf(request)];
  const { type } = recordType;
  if (lines !== null && reading !== null)
    return storedRows(client, scope, { type, rows: lines.rows, page: lines }, reading);
  const stored = await toStoredPage(client, scope, whole);
  const columns = list === null || isPart ? [] : columnsOf(recordType, list);
  const contexts = await withProfiles(
    client,
    scope,
    stored.map(({ context }) => context),
    profilesShown(scope.portal, type, columns),
  );
  return stored.map((one, at) => ({ ...one, context: contexts[at] ?? one.context }));
}

async function askPage(
  request: RecordRequest,
  recordType: RecordType,
  extent: ListExtent,
): Promise<AskedPage> {
  const { query, reading } = extent;
  const { limit } = query;
  const statement =
    reading !== null && isKept(query)
      ? keptStatement(requestContextOf(request), { recordType, ...extent }, () =>
          pageStatement(request, recordType, extent),
        )
      : pageStatement(request, recordType, extent);
  if (statement === null) return { whole: [], lines: null, last: null, total: 0 };
  const client = clientOf(request);
  const ask = <Row extends object>(): Promise<Row[]> =>
    'name' in statement ? client.query<Row>(statement) : client.query<Row>(statement.text, statement.values);
  if (reading === null) {
    const rows = await ask<SortedRow>();
    const end = rows.length > limit ? rows[limit - 1] : undefined;
    const last = end === undefined ? null : { key: end.sort_key, id: end.record.id };
    return { whole: rows.slice(0, limit), lines: null, last, total: rows[0]?.total ?? rows.length };
  }
  const [answer] = await ask<PageAnswer>();
  const lines = pageLines(answer ?? noPage);
  const { rows } = lines;
  const last = rows.length > limit ? positionOf(rows[limit - 1] ?? '{}') : null;
  return {
    whole: [],
    lines: { ...lines, rows: rows.slice(0, limit) },
    last,
    total: answer?.total ?? rows.length,
  };
}

/** @returns null if the visitor can see no row */
function pageStatement(
  request: RecordRequest,
  recordType: RecordType,
  extent: ListExtent,
): ListStatement | null {
  const { query, reading } = extent;
  const sql = pageSql(request, recordType, extent);
  if (sql === null) return null;
  const text = reading === null ? wholeText(recordType, sql) : pageText(sql, reading);
  const statement = complete(text, sql.parameters);
  return isUsual(query) ? statementOf('list', statement) : statement;
}

const noPage: PageAnswer = { rows: null, above: null, children: null, total: null };

/** How many records the list has, without a page of them. */
export async function countList(
  request: RecordRequest,
  type: string,
  query: RecordListInput,
): Promise<ListTotal> {
  const { portal } = requestContextOf(request);
  const { application } = request.desk;
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  const secret = application.secret('cursor');
  const counting = countStatement(request, recordType, readListQuery({ portal, recordType, query, secret }));
  if (counting === null) return { total: 0 };
  const [counted] = await application.database.query<{ total: number }>(statementOf('count', counting));
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
    `SELECT DISTINCT r.owner AS id FROM ${fromSql(recordType, where)} AND r.owner IS NOT NULL LIMIT ${limit}`,
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

interface ListSql extends PageSql {
  readonly parameters: Parameters;
}

/** @returns null if the visitor can see no row */
function pageSql(
  request: RecordRequest,
  recordType: RecordType,
  { query, reading, isCounted }: ListExtent,
): ListSql | null {
  const parameters = createParameters();
  // The accounts of the visitor are always the first value, because the columns of a page refer to them.
  parameters.add(actorsOf(request.visitor), 'uuid[]');
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const way = query.isDescending ? 'DESC' : 'ASC';
  const place = placeOf(request, recordType, { query, parameters });
  const key = orderSql(recordType, query, place);
  const after = afterSql(query, key, parameters);
  const order = `${key} ${way}, r.id ${way}`;
  const limit = query.limit + 1;
  const columns = `${reading === null ? 'r.*' : pageColumns}, (${key})::text AS sort_key`;
  const from = `${fromSql(recordType, where)} AND ${toSql(after)}`;
  const isLazy = query.words.length > 0 && isSearchedAbove(recordType, place);
  if (isCounted && query.from === null && (isLazy || toSql(where).includes('EXISTS'))) {
    // Other records decide about each row: one scan finds them once, for the page and for the count, and keeps the order.
    const name = nameOfRow(recordType);
    const counted = isLazy
      ? lazySql(recordType, {
          maybe: whereSql(request, recordType, query, parameters, searchedSql),
          where,
          order,
        })
      : `SELECT ${name} FROM ${from} ORDER BY ${order}`;
    const tables = [`counted AS MATERIALIZED (${counted} LIMIT ${mostCounted + 1})`];
    const rows = `SELECT ${columns} FROM ${tableOf(recordType)} r WHERE (${name}) IN (SELECT * FROM counted LIMIT ${limit})`;
    return { tables, rows, order, total: '(SELECT count(*)::integer FROM counted)', parameters };
  }
  const rows = `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${limit}`;
  const count = `(${countSql(recordType, where, mostCounted + 1)})`;
  // The first page of a short list shows all of its rows.
  const total =
    query.from === null ? `CASE WHEN (SELECT count(*) FROM page) = ${limit} THEN ${count} END` : count;
  return { tables: [], rows, order, total: isCounted ? total : 'NULL::integer', parameters };
}

interface LazyRows {
  /** True for each row of the list, and for others. */
  readonly maybe: Clause;
  readonly where: Clause;
  readonly order: string;
}

/**
 * Asks what costs most in the order of the list, one row after the other, until there are enough. Only for records:
 * accounts have no ancestors.
 */
function lazySql(recordType: RecordType, { maybe, where, order }: LazyRows): string {
  const rows = `${tableOf(recordType)} r`;
  return `SELECT m.id FROM (SELECT r.id FROM ${rows} WHERE ${toSql(maybe)} ORDER BY ${order}) m
    CROSS JOIN LATERAL (SELECT FROM ${rows} WHERE r.id = m.id AND ${toSql(where)} OFFSET 0) found`;
}

/** The page with whole records. */
function wholeText(recordType: RecordType, { tables, rows, order, total }: ListSql): string {
  const columns = recordType.builtIn === 'user' ? userContextColumns : contextColumns;
  return `WITH ${[...tables, `page AS MATERIALIZED (${rows})`].join(', ')}
    SELECT ${columns}, r.sort_key, ${total} AS total
    FROM page r LEFT JOIN accounts o ON o.id = r.owner ORDER BY ${order}`;
}

/** A query for the number of rows, up to the limit. */
function countSql(recordType: RecordType, where: Clause, limit: number): string {
  return `SELECT count(*)::integer AS total FROM (SELECT FROM ${fromSql(recordType, where)} LIMIT ${limit}) r`;
}

/** @param limit counts no further */
export function countStatement(
  request: RecordRequest,
  recordType: RecordType,
  query: ListQuery,
  limit = mostCounted + 1,
): ReturnType<typeof complete> | null {
  const parameters = createParameters();
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  return complete(countSql(recordType, where, limit), parameters);
}

/**
 * The rows of a list. The rows of accounts are their memberships: a list shows each account once, in the first of its
 * memberships that belongs there.
 */
export function fromSql(recordType: RecordType, where: Clause): string {
  const text = toSql(where);
  const rows = `${tableOf(recordType)} r`;
  if (recordType.builtIn !== 'user') return `${rows} WHERE ${text}`;
  return `${rows} WHERE ${text} AND (r.is_first OR NOT EXISTS (
    SELECT FROM (SELECT r.id, r.membership) shown JOIN ${rows} ON r.id = shown.id
      AND (r.is_first OR r.membership < shown.membership) WHERE ${text}))`;
}

/** Accounts have their own table but are listed as records. */
function tableOf({ builtIn }: RecordType): string {
  return builtIn === 'user' ? 'user_records' : 'records';
}

/** The columns that name a row of it. */
function nameOfRow({ builtIn }: RecordType): string {
  return builtIn === 'user' ? 'r.id, r.membership' : 'r.id';
}
