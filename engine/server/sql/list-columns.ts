/** The sort and filter keys of lists, each with the same SQL as its index. */
import { typeOfColumn } from '../../portal/forms/column-type.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { type List, type RecordType, sortColumns } from '../../portal/model/record-type.ts';
import type { Workflow } from '../../portal/model/workflow.ts';
import { type ReferredValue, referredValue } from '../../portal/forms/references.ts';
import { mayShowSql, ofAboveSql, ofReferredSql } from './access-sql.ts';
import { conditionSql } from './condition-sql.ts';
import { derivedSql } from './derived-sql.ts';
import { quoted } from './sql.ts';
import type { SqlScope, SqlType } from './sql.ts';

export interface SortKey {
  /**
   * Never null, so that every row has a position.
   * @param alias ends with a dot, or is empty in an index
   * @param place the row that a derived value is computed for; an index has none
   */
  sql(alias: string, place?: SqlScope): string;
  readonly type: SqlType;
  /** The value for a row that has none. */
  readonly nothing: string;
  /** True if the value comes from another record. It is then hidden if the visitor does not see it there. */
  readonly isAbove: boolean;
}

const last = "'infinity'::timestamptz";

const columns: Readonly<Record<Exclude<(typeof sortColumns)[number], 'due'>, SortKey>> = {
  created: { sql: (alias) => `${alias}created_at`, type: 'timestamptz', nothing: last, isAbove: false },
  updated: { sql: (alias) => `${alias}updated_at`, type: 'timestamptz', nothing: last, isAbove: false },
  // ISO moments are sorted as text. Rows without one come last.
  booking: {
    sql: (alias) => `coalesce(${alias}booking ->> 'from', '9999')`,
    type: 'text',
    nothing: "'9999'",
    isAbove: false,
  },
  number: { sql: (alias) => `coalesce(${alias}number, '')`, type: 'text', nothing: "''", isAbove: false },
  state: { sql: (alias) => `${alias}state`, type: 'text', nothing: "''", isAbove: false },
  office: { sql: (alias) => `coalesce(${alias}office, '')`, type: 'text', nothing: "''", isAbove: false },
  unit: { sql: (alias) => `coalesce(${alias}unit, '')`, type: 'text', nothing: "''", isAbove: false },
  kind: { sql: (alias) => `coalesce(${alias}kind, '')`, type: 'text', nothing: "''", isAbove: false },
};

/** Seconds since 1970, later than every due date: where the records without one begin, and where the ended ones end. */
const withoutDue = 1e11;
const ended = 2e11;

/** The due dates in their order, then what waits without one, the oldest first, then what has ended, the latest first. */
function dueKey({ workflows }: Portal, { type }: RecordType): SortKey {
  const states = endedStates(workflows[type]).map(quoted);
  const sql = (alias: string) => {
    // Of an interval, because PostgreSQL indexes no part of a moment: it could depend on the time zone.
    const updated = `extract(epoch FROM ${alias}updated_at - to_timestamp(0))`;
    const open = `coalesce(${alias}due, to_timestamp(${withoutDue} + ${updated}))`;
    if (states.length === 0) return open;
    return `(CASE WHEN ${alias}state IN (${states.join(', ')}) THEN to_timestamp(${ended} - ${updated}) ELSE ${open} END)`;
  };
  return { sql, type: 'timestamptz', nothing: last, isAbove: false };
}

/** The states in which nothing is due any more. */
export function endedStates(workflow: Workflow | undefined): string[] {
  const states = Object.values(workflow?.states ?? {});
  return states.filter(({ isFinal, isSettled }) => isFinal || isSettled).map(({ key }) => key);
}

/**
 * Returns the key with this name, or null. Keys are what a list shows or filters by, and fields that every reader may
 * read. `type.name` is a column of the nearest ancestor of this type.
 */
export function sortKey(portal: Portal, recordType: RecordType, name: string): SortKey | null {
  if (!isSortColumn(name) && !Object.values(recordType.lists).flatMap(namesOf).includes(name)) return null;
  const referred = referredValue(portal, recordType.type, name);
  if (referred !== null) return keyOfReferred(portal, referred);
  const dot = name.indexOf('.');
  const above = dot === -1 ? undefined : typeOf(portal, name.slice(0, dot));
  // A row has several records below, or none.
  if (typeBelow(portal, recordType, name) !== null) return null;
  if (above === undefined || above === recordType) return ownKey(portal, recordType, name);
  const key = ownKey(portal, above, name.slice(dot + 1));
  return key === null ? null : keyAbove(above, name.slice(dot + 1), key);
}

function ownKey(portal: Portal, recordType: RecordType, name: string): SortKey | null {
  if (isSortColumn(name)) return name === 'due' ? dueKey(portal, recordType) : columns[name];
  if (isRuled(recordType, name) || name === 'owner' || name.includes('.')) return null;
  if (Object.hasOwn(recordType.derived, name)) return factKey(portal, recordType, name);
  // Accounts have these as columns, with an index.
  if (recordType.builtIn === 'user' && (name === 'name' || name === 'username'))
    return { sql: (alias) => `${alias}${name}`, type: 'text', nothing: "''", isAbove: false };
  const isNumber = isOrderedAsNumber(portal, recordType, name);
  return {
    sql: (alias) =>
      isNumber
        ? `coalesce(portal_number(${alias}data -> ${quoted(name)}), '-Infinity')`
        : `coalesce(${alias}data ->> ${quoted(name)}, '')`,
    type: isNumber ? 'numeric' : 'text',
    nothing: isNumber ? "'-Infinity'" : "''",
    isAbove: false,
  };
}

/** Null: the record has no such column that every reader may read. */
function keyOfReferred(portal: Portal, referred: ReferredValue): SortKey | null {
  const { name } = referred;
  const type = typeOf(portal, referred.type);
  // The rows of a list name several records.
  if (type === undefined || referred.isInRows) return null;
  const further = referredValue(portal, type.type, name);
  const key = further === null ? ownKey(portal, type, name) : keyOfReferred(portal, further);
  if (key === null) return null;
  const shown = further?.through ?? name;
  const sql = (_: string, place?: SqlScope) => {
    if (place === undefined) return key.nothing;
    const value = ofReferredSql(place, referred, (at) => ({
      value: key.sql(`${at.alias}.`, at),
      where: mayShowSql(type, shown, at),
    }));
    return `coalesce(${value}, ${key.nothing})`;
  };
  return { ...key, sql, isAbove: true };
}

/** Sorting reveals values, so a value that the ancestor hides sorts like an empty one. */
function keyAbove(above: RecordType, name: string, key: SortKey): SortKey {
  const sql = (_: string, place?: SqlScope) => {
    if (place === undefined) return key.nothing;
    const value = ofAboveSql(place, above.type, (at) => ({
      value: key.sql(`${at.alias}.`, at),
      where: mayShowSql(above, name, at),
    }));
    return `coalesce(${value}, ${key.nothing})`;
  };
  return { ...key, sql, isAbove: true };
}

/** The type of the children that `type.name` is about, or null. */
export function typeBelow(portal: Portal, { type }: RecordType, name: string): string | null {
  const { recordTypes } = portal;
  const [first = '', field] = name.split('.');
  if (referredValue(portal, type, name) !== null) return null;
  const isChild =
    field !== undefined &&
    first !== type &&
    Object.hasOwn(recordTypes, first) &&
    recordTypes[first]?.parents.includes(type) === true;
  return isChild ? first : null;
}

function isSortColumn(name: string): name is (typeof sortColumns)[number] {
  return sortColumns.some((column) => column === name);
}

function typeOf({ recordTypes }: Portal, name: string): RecordType | undefined {
  return Object.hasOwn(recordTypes, name) ? recordTypes[name] : undefined;
}

function factKey(portal: Portal, recordType: RecordType, name: string): SortKey {
  const isNumber = isOrderedAsNumber(portal, recordType, name);
  const nothing = isNumber ? "'-Infinity'" : "''";
  const sql = (_: string, place?: SqlScope) => {
    if (place === undefined) return nothing;
    const value = derivedSql(name, place, conditionSql);
    return `coalesce(${isNumber ? `portal_number(${value})` : factText(value)}, ${nothing})`;
  };
  return { sql, type: isNumber ? 'numeric' : 'text', nothing, isAbove: false };
}

/** A derived value as text, as a filter names it. */
export function factSql(name: string, place: SqlScope): string {
  return factText(derivedSql(name, place, conditionSql));
}

function factText(value: string): string {
  return `(${value} #>> '{}')`;
}

/** The fields of the record itself that its lists show, sort or filter by. */
function listedFields(recordType: RecordType): string[] {
  const names = Object.values(recordType.lists).flatMap(namesOf);
  const others = { ...recordType.derived, owner: true };
  const own = names.filter(
    (name) => !name.includes('.') && !isSortColumn(name) && !Object.hasOwn(others, name),
  );
  return [...new Set(own)];
}

/** The fields that lists filter by. They have an index, like the sorted ones. */
export function filteredFields(recordType: RecordType): string[] {
  const filters = Object.values(recordType.lists).flatMap((list) => list.filters);
  return listedFields(recordType).filter((name) => filters.some(({ value }) => value === name));
}

export function sortedFields(recordType: RecordType): string[] {
  const sorts = Object.values(recordType.lists).map(({ sort }) => bare(sort));
  return listedFields(recordType).filter((name) => sorts.includes(name));
}

/** The name without the sign for descending order. */
export function bare(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : sort;
}

function namesOf({ columns: shown, filters, sort }: List): string[] {
  return [...[...shown, ...filters].map(({ value }) => value), bare(sort)];
}

/** Sorting would reveal values that the field's own rule hides. */
function isRuled({ fields }: RecordType, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.read.test !== 'always';
}

function isOrderedAsNumber(portal: Portal, { type }: RecordType, name: string): boolean {
  const { type: is, isList } = typeOfColumn(portal, type, name);
  return isList !== true && (is === 'number' || is === 'money');
}
