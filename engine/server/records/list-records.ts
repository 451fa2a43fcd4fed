/** Answers one page of a list: only what the visitor may see, in one statement and a count beside it. */
import { recordTypeOf } from '../../portal/access.ts';
import { momentAt } from '../../portal/days.ts';
import type { RecordType } from '../../portal/record-type.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { dayAfter, lastSoonDate } from '../../portal/working-days.ts';
import { notFound } from '../http/errors.ts';
import { mayListSql, mayReadSql } from './access-sql.ts';
import { conditionSql } from './condition-sql.ts';
import { writeCursor } from './cursor.ts';
import { filterColumns } from './list-columns.ts';
import { readListQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { contextColumns, toStoredPage } from './read-record.ts';
import type { ContextRow } from './read-record.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { ancestorId, and, complete, createParameters, quoted, toSql } from './sql.ts';
import type { Clause, Parameters, Place } from './sql.ts';
import { statementOf } from './statement-name.ts';
import { todayIn } from './today.ts';
import { toWire } from './wire-record.ts';

export interface Page {
  readonly items: readonly WireRecord[];
  readonly next: string | null;
  readonly total: number;
}

/** @throws HttpError 404 for an unknown type, 422 for a parameter that cannot be used */
export async function listRecords(
  request: RecordRequest,
  type: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const asker = askerOf(request);
  const { application } = request.desk;
  const recordType = recordTypeOf(asker.portal, type);
  if (recordType === null) throw notFound();
  const secret = application.secret('cursor');
  const query = readListQuery({ portal: asker.portal, recordType, query: parameters, secret });
  const page = pageStatement(request, recordType, query);
  const count = countStatement(request, recordType, query);
  if (page === null || count === null) return { items: [], next: null, total: 0 };
  const { database } = application;
  const [rows, [counted]] = await Promise.all([
    database.query<ContextRow & { sort_key: string }>(page),
    database.query<{ total: number }>(count),
  ]);
  const shown = rows.slice(0, query.limit);
  const stored = await toStoredPage(database, asker, shown);
  const items = stored.map((one) => toWire(asker, one)).filter((one) => one !== null);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const next =
    last === undefined
      ? null
      : writeCursor(secret, { sort: query.sort, key: last.sort_key, id: last.record.id });
  return { items, next, total: counted?.total ?? 0 };
}

type Statement = ReturnType<typeof statementOf>;

function pageStatement(request: RecordRequest, recordType: RecordType, query: ListQuery): Statement | null {
  const parameters = createParameters();
  // The columns of a page name the visitor's account as the first value.
  parameters.add(request.visitor.account, 'uuid');
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const way = query.isDescending ? 'DESC' : 'ASC';
  const key = query.key.sql('r.');
  const after = and([where, afterSql(query, parameters)]);
  const limit = parameters.add(query.limit + 1, 'integer');
  const text = `SELECT ${contextColumns}, p.sort_key
    FROM (SELECT r.id, (${key})::text AS sort_key FROM ${tableOf(recordType)} r WHERE ${toSql(after)}
      ORDER BY ${key} ${way}, r.id ${way} LIMIT ${limit}) p
    JOIN ${tableOf(recordType)} r ON r.id = p.id LEFT JOIN accounts o ON o.id = r.owner
    ORDER BY ${key} ${way}, r.id ${way}`;
  return statementOf('list', complete(text, parameters));
}

function countStatement(request: RecordRequest, recordType: RecordType, query: ListQuery): Statement | null {
  const parameters = createParameters();
  const where = whereSql(request, recordType, query, parameters);
  if (where === false) return null;
  const text = `SELECT count(*)::integer AS total FROM ${tableOf(recordType)} r WHERE ${toSql(where)}`;
  return statementOf('count', complete(text, parameters));
}

/** Accounts are kept elsewhere, and shown as records. */
function tableOf({ builtIn }: RecordType): string {
  return builtIn === 'user' ? 'user_records' : 'records';
}

function whereSql(
  request: RecordRequest,
  recordType: RecordType,
  query: ListQuery,
  parameters: Parameters,
): Clause {
  const asker = askerOf(request);
  const place: Place = {
    ...asker,
    parameters,
    alias: 'r',
    type: recordType.type,
    isRelative: false,
    today: todayIn(asker.portal.timeZone, asker.now),
  };
  const isSearch = query.words.length > 0;
  return and([
    `r.type = ${parameters.add(recordType.type, 'text')}`,
    // A search looks into all of a record, so it finds only what may be read whole.
    isSearch ? mayReadSql(recordType, place) : mayListSql(recordType, place),
    query.list === null || conditionSql(query.list.where, place),
    query.parent === null ||
      `r.parent = (SELECT above.id FROM records above WHERE above.slug = ${parameters.add(query.parent, 'text')})`,
    !isSearch || `r.search @@ (${parameters.add(searchOf(query.words), 'text')})::tsquery`,
    query.due === null || dueSql(query.due, place, asker.now),
    query.booked === null || bookedSql(query.booked, place),
    ...Object.entries(query.filters).map(([name, values]) => filterSql(recordType, place, { name, values })),
  ]);
}

/** Ended records keep their due date, but nothing is due in them. */
function dueSql(due: 'late' | 'soon', { portal, type, parameters }: Place, now: Date): Clause {
  const states = Object.values(portal.workflows[type ?? '']?.states ?? {});
  const ended = states.filter(({ isFinal, isSettled }) => isFinal || isSettled).map(({ key }) => key);
  const isOpen = `NOT r.state = ANY(${parameters.add(ended, 'text[]')})`;
  const moment = parameters.add(now.toISOString(), 'timestamptz');
  if (due === 'late') return `r.due < ${moment} AND ${isOpen}`;
  const last = lastSoonDate(todayIn(portal.timeZone, now), portal.days);
  const zone = parameters.add(portal.timeZone, 'text');
  const end = `(${parameters.add(last, 'text')}::date + 1)::timestamp AT TIME ZONE ${zone}`;
  return `r.due >= ${moment} AND r.due < ${end} AND ${isOpen}`;
}

/** Moments are kept as ISO texts, so that they compare as texts. */
function bookedSql(date: string, { portal, parameters }: Place): Clause {
  const [start, end] = [date, dayAfter(date, 1)].map((day) =>
    parameters.add(momentAt(day, '00:00', portal.timeZone), 'text'),
  );
  return `r.booking ->> 'from' >= ${start} AND r.booking ->> 'from' < ${end}`;
}

function searchOf(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}

function filterSql(
  recordType: RecordType,
  place: Place,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
): Clause {
  const wanted = place.parameters.add([...values], 'text[]');
  if (filterColumns.includes(name)) return `r.${name} = ANY(${wanted})`;
  const rule = Object.hasOwn(recordType.fields, name) ? recordType.fields[name] : undefined;
  const allowed = rule === undefined || conditionSql(rule.read, place);
  const dot = name.indexOf('.');
  const above = dot === -1 ? '' : name.slice(0, dot);
  if (!Object.hasOwn(place.portal.recordTypes, above)) {
    return and([allowed, `r.data ->> ${quoted(name)} = ANY(${wanted})`]);
  }
  const field = name.slice(dot + 1);
  const value = filterColumns.includes(field) ? `up.${field}` : `up.data ->> ${quoted(field)}`;
  return `EXISTS (SELECT 1 FROM records up WHERE up.id = ${ancestorId(place, above)} AND ${value} = ANY(${wanted}))`;
}

function afterSql({ from, key, isDescending }: ListQuery, parameters: Parameters): Clause {
  if (from === null) return true;
  const position = `(${parameters.add(from.key, key.type)}, ${parameters.add(from.id, 'uuid')})`;
  return `(${key.sql('r.')}, r.id) ${isDescending ? '<' : '>'} ${position}`;
}
