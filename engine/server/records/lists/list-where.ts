/** Which rows a list has, and in which order: the rules of access, its own condition and the filters of the request. */
import { knownState, possible } from '../../../portal/conditions/possible.ts';
import {
  type DueFilter,
  dueFilters,
  filterColumns,
  type List,
  type RecordType,
  type WaitFilter,
} from '../../../portal/model/record-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { momentAt } from '../../../portal/time/days.ts';
import { statesWith } from '../../../portal/workflow/claims.ts';
import { referencesOf, type ReferredValue, referredValue } from '../../../portal/forms/references.ts';
import { dayAfter, lastSoonDate } from '../../../portal/time/working-days.ts';
import {
  isAboveSql,
  isBelowSql,
  mayListSql,
  mayReadSql,
  maySeeSql,
  mayShowListedSql,
  mayShowSql,
  ofReferredSql,
} from '../../sql/access-sql.ts';
import { conditionSql } from '../../sql/condition-sql.ts';
import { bare, endedStates, factSql, typeBelow } from '../../sql/list-columns.ts';
import { unclaimedSql } from './list-indexes.ts';
import type { ListQuery } from './list-query.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { searchShownSql, searchSql } from '../../sql/search-sql.ts';
import { and, constant, not, or, quoted, toSql } from '../../sql/sql.ts';
import type { Clause, Parameters, SqlScope } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { isNamingSql } from '../../sql/value-sql.ts';

export function whereSql(
  request: RecordRequest,
  recordType: RecordType,
  query: ListQuery,
  parameters: Parameters,
  search: typeof searchSql = searchSql,
): Clause {
  const { now } = requestContextOf(request);
  const place = placeOf(request, recordType, { query, parameters });
  const isSearch = query.words.length > 0;
  return and([
    `r.type = ${constant(recordType.type, 'text', parameters)}`,
    isSearch
      ? foundSql(recordType, { query, place }, search)
      : (query.isOpen ? maySeeSql : mayListSql)(recordType, place),
    query.list === null || conditionSql(query.list.where, place),
    query.parent === null || isBelowRecordSql(recordType, query.parent, { query, place }),
    query.naming === null || namesSql(recordType, query.naming, { query, place }),
    query.due === null || and([shownSql(recordType, 'due', { query, place }), dueSql(query.due, place, now)]),
    query.waits === null ||
      and([shownSql(recordType, 'state', { query, place }), waitsSql(recordType, query.waits, place)]),
    query.assigned === null || assignedSql(recordType, query.assigned, place),
    query.booked === null || and([mayReadSql(recordType, place), bookedSql(query.booked, place)]),
    ...filtersSql(recordType, { query, place }),
  ]);
}

/**
 * A search reads the whole record, so it finds records that the visitor may read whole. On a public page it also finds
 * words in what everybody may see.
 */
function foundSql(recordType: RecordType, { query, place }: ListPlan, search: typeof searchSql): Clause {
  const { words, isOpen } = query;
  const whole = and([mayReadSql(recordType, place), search(recordType, words, place)]);
  const { public: open } = recordType.access;
  if (!isOpen || open === null) return whole;
  const shown = open.fields.map((name) => ({ name, when: mayShowSql(recordType, name, place) }));
  return or([whole, and([maySeeSql(recordType, place), searchShownSql(words, place, shown)])]);
}

/** The record is below the one with this slug. */
function isBelowRecordSql(recordType: RecordType, slug: string, plan: ListPlan): Clause {
  const { query, place } = plan;
  return and([
    query.isOpenBelow || shownSql(recordType, 'parent', plan),
    `r.parent = (SELECT above.id FROM records above WHERE above.slug = ${place.parameters.add(slug, 'text')})`,
  ]);
}

/** An answer of the record names the one with this slug. */
function namesSql(recordType: RecordType, slug: string, plan: ListPlan): Clause {
  const { place } = plan;
  const wanted = place.parameters.add(slug, 'text');
  return or(
    referencesOf(place.portal, recordType.type).map(({ keys }) =>
      and([shownSql(recordType, keys[0] ?? '', plan), isNamingSql('r', keys, `ARRAY[${wanted}]`)]),
    ),
  );
}

export function placeOf(
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
  if (due === 'late') return and([`${dueKey} < ${moment}`, isOpenSql(place)]);
  const today = todayIn(portal.timeZone, now);
  const last = { today, soon: lastSoonDate(today, portal.days), week: dayAfter(today, 6) }[due];
  const zone = parameters.add(portal.timeZone, 'text');
  const end = `(${parameters.add(last, 'text')}::date + 1)::timestamp AT TIME ZONE ${zone}`;
  return and([`${dueKey} >= ${moment} AND ${dueKey} <= ${end}`, isOpenSql(place)]);
}

/** As the index of the records of offices has it. */
const dueKey = `coalesce(r.due, 'infinity')`;

function isOpenSql({ portal, type, parameters }: SqlScope): string {
  const ended = endedStates(portal.workflows[type ?? '']);
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

/** The values by which a list can be counted: `value` is true for, or equal to, what the filter asks. */
interface CountedValues {
  /** A table `v (value)` beside the row `r`. */
  readonly table: string;
  /** The rows that show the value to the visitor. */
  readonly shown: Clause;
}

/** @returns null for values of other records, and of answers with several rows */
export function countedValues(
  recordType: RecordType,
  name: string,
  plan: ListPlan & { readonly now: Date },
): CountedValues | null {
  const { place, query } = plan;
  if (name.includes('.')) return null;
  const shown = shownSql(recordType, name, { query, place });
  if (name !== 'due') return { table: `(VALUES ((${ownValueSql(recordType, name, place)})::text))`, shown };
  const { now } = plan;
  const cases = dueFilters.map((due) => `(CASE WHEN ${toSql(dueSql(due, place, now))} THEN '${due}' END)`);
  return { table: `(VALUES ${cases.join(', ')})`, shown };
}

interface Filter {
  readonly name: string;
  readonly values: readonly string[];
}

/** One child has to meet all filters about its type. */
function filtersSql(recordType: RecordType, plan: ListPlan): Clause[] {
  const { query, place } = plan;
  const filters = Object.entries(query.filters).map(([name, values]) => ({ name, values }));
  const byChild = Map.groupBy(filters, ({ name }) => typeBelow(place.portal, recordType, name));
  return Array.from(byChild, ([below, some]) =>
    below === null
      ? and(some.map((one) => filterSql(recordType, plan, one)))
      : isBelowSql(place, below, (child, type) => and(some.map((one) => relatedSql(type, child, one)))),
  );
}

function filterSql(recordType: RecordType, { query, place }: ListPlan, filter: Filter): Clause {
  const { name, values } = filter;
  const referred = referredValue(place.portal, recordType.type, name);
  if (referred !== null)
    return and([
      shownSql(recordType, referred.through, { query, place }),
      isReferredWithSql(place, referred, values),
    ]);
  const [first = '', ...rest] = name.split('.');
  if (rest.length > 0 && Object.hasOwn(place.portal.recordTypes, first))
    return isAboveSql(place, first, (above, type) => relatedSql(type, above, filter));
  // A visitor who sees part of a record must not learn the rest by filtering.
  return and([
    shownSql(recordType, first, { query, place }),
    hasValueSql(recordType, place, { name, values }),
  ]);
}

/** The other record, or one that its answer names, has one of the values, and shows it to the visitor. */
function isReferredWithSql(place: SqlScope, referred: ReferredValue, values: Filter['values']): Clause {
  const type = place.portal.recordTypes[referred.type];
  if (type === undefined) return false;
  const further = referredValue(place.portal, type.type, referred.name);
  const found = ofReferredSql(place, referred, (at) => ({
    value: '1',
    where:
      further === null
        ? relatedSql(type, at, { name: `${type.type}.${referred.name}`, values })
        : and([mayShowSql(type, further.through, at), isReferredWithSql(at, further, values)]),
  }));
  return `EXISTS ${found}`;
}

/** The related record has one of the values, and shows it to the visitor. */
function relatedSql(type: RecordType, place: SqlScope, { name, values }: Filter): Clause {
  const field = name.slice(name.indexOf('.') + 1);
  const [shown = ''] = field.split('.');
  return and([hasValueSql(type, place, { name: field, values }), mayShowSql(type, shown, place)]);
}

function hasValueSql(type: RecordType, place: SqlScope, { name, values }: Filter): Clause {
  const wanted = place.parameters.add([...values], 'text[]');
  return name.includes('.')
    ? `${rowValuesSql(name, place)} ?| ${wanted}`
    : `${ownValueSql(type, name, place)} = ANY(${wanted})`;
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
export function orderSql(recordType: RecordType, query: ListQuery, place: SqlScope): string {
  const { sort, key } = query;
  const referred = referredValue(place.portal, recordType.type, bare(sort));
  if (key.isAbove && referred === null) return key.sql('r.', place);
  const name = referred?.through ?? bare(sort);
  const shown = shownSql(recordType, name, { query, place });
  return shown === true
    ? key.sql('r.', place)
    : `(CASE WHEN ${toSql(shown)} THEN ${key.sql('r.', place)} ELSE ${key.nothing} END)`;
}

export function afterSql(
  { from, key, isDescending }: ListQuery,
  order: string,
  parameters: Parameters,
): Clause {
  if (from === null) return true;
  const position = `(${parameters.add(from.key, key.type)}, ${parameters.add(from.id, 'uuid')})`;
  return `(${order}, r.id) ${isDescending ? '<' : '>'} ${position}`;
}
