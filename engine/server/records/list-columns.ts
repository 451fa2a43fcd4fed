/** By what a list can be sorted and filtered, each as the SQL that its index has too. */
import type { Portal } from '../../portal/portal.ts';
import type { List, RecordType } from '../../portal/record-type.ts';
import { conditionSql } from './condition-sql.ts';
import { derivedSql } from './derived-sql.ts';
import { quoted } from './sql.ts';
import type { Place, SqlType } from './sql.ts';

export interface SortKey {
  /**
   * Never null, so that every row has its place.
   * @param alias ends with a dot, or is empty in an index
   * @param place the row that a derived value is computed for; an index has none
   */
  sql(alias: string, place?: Place): string;
  readonly type: SqlType;
  /** The same where there is nothing. */
  readonly nothing: string;
  /** Is it a field of the data, whose index comes with the configuration? */
  readonly isField: boolean;
}

const last = "'infinity'::timestamptz";

const columns: Readonly<Record<string, SortKey>> = {
  created: { sql: (alias) => `${alias}created_at`, type: 'timestamptz', nothing: last, isField: false },
  updated: { sql: (alias) => `${alias}updated_at`, type: 'timestamptz', nothing: last, isField: false },
  due: {
    sql: (alias) => `coalesce(${alias}due, 'infinity')`,
    type: 'timestamptz',
    nothing: last,
    isField: false,
  },
  // ISO moments are sorted as text; what has none stands last.
  booking: {
    sql: (alias) => `coalesce(${alias}booking ->> 'from', '9999')`,
    type: 'text',
    nothing: "'9999'",
    isField: false,
  },
  number: { sql: (alias) => `coalesce(${alias}number, '')`, type: 'text', nothing: "''", isField: false },
  state: { sql: (alias) => `${alias}state`, type: 'text', nothing: "''", isField: false },
  office: { sql: (alias) => `coalesce(${alias}office, '')`, type: 'text', nothing: "''", isField: false },
  unit: { sql: (alias) => `coalesce(${alias}unit, '')`, type: 'text', nothing: "''", isField: false },
  kind: { sql: (alias) => `coalesce(${alias}kind, '')`, type: 'text', nothing: "''", isField: false },
};

/** The key of this name, or null: only what a list shows or filters by, and fields that every reader may read. */
export function sortKey(portal: Portal, recordType: RecordType, name: string): SortKey | null {
  if (Object.hasOwn(columns, name)) return columns[name] ?? null;
  if (isRuled(recordType, name)) return null;
  if (listedFacts(recordType).includes(name)) return factKey(recordType, name);
  if (!listedFields(recordType).includes(name)) return null;
  const isNumber = ['number', 'integer'].includes(String(propertyType(portal, recordType, name)));
  return {
    sql: (alias) =>
      isNumber
        ? `coalesce(portal_number(${alias}data -> ${quoted(name)}), '-Infinity')`
        : `coalesce(${alias}data ->> ${quoted(name)}, '')`,
    type: isNumber ? 'numeric' : 'text',
    nothing: isNumber ? "'-Infinity'" : "''",
    isField: true,
  };
}

const counted = new Set(['count', 'total', 'sum', 'less', 'percent']);

function factKey({ derived }: RecordType, name: string): SortKey {
  const isNumber = counted.has(derived[name]?.measure ?? '');
  const nothing = isNumber ? "'-Infinity'" : "''";
  const sql = (_: string, place?: Place) => {
    if (place === undefined) return nothing;
    const value = derivedSql(name, place, conditionSql);
    return `coalesce(${isNumber ? `portal_number(${value})` : factText(value)}, ${nothing})`;
  };
  return { sql, type: isNumber ? 'numeric' : 'text', nothing, isField: false };
}

/** A derived value as text, as a filter names it. */
export function factSql(name: string, place: Place): string {
  return factText(derivedSql(name, place, conditionSql));
}

function factText(value: string): string {
  return `(${value} #>> '{}')`;
}

/** The values that the record type derives and its lists show, sort or filter by. */
function listedFacts({ lists, derived }: RecordType): string[] {
  return [...new Set(Object.values(lists).flatMap(namesOf))].filter((name) => Object.hasOwn(derived, name));
}

/** The fields of the record itself that its lists show, sort or filter by. */
export function listedFields(recordType: RecordType): string[] {
  const names = Object.values(recordType.lists).flatMap(namesOf);
  const others = { ...columns, ...recordType.derived, owner: true };
  const own = names.filter((name) => !name.includes('.') && !Object.hasOwn(others, name));
  return [...new Set(own)];
}

/** The fields that lists filter by; they and the sorted ones have an index. */
export function filteredFields(recordType: RecordType): string[] {
  const filters = Object.values(recordType.lists).flatMap((list) => list.filters);
  return listedFields(recordType).filter((name) => filters.includes(name));
}

export function sortedFields(recordType: RecordType): string[] {
  const sorts = Object.values(recordType.lists).map(({ sort }) => bare(sort));
  return listedFields(recordType).filter((name) => sorts.includes(name));
}

/** The name without the sign that turns the order round. */
export function bare(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : sort;
}

function namesOf({ columns: shown, filters, sort }: List): string[] {
  return [...shown.map(({ value }) => value), ...filters, bare(sort)];
}

/** An order would tell the values that a field's own rule hides. */
function isRuled({ fields }: RecordType, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.read.test !== 'always';
}

function propertyType(portal: Portal, { form }: RecordType, name: string): unknown {
  const properties = (form === null ? undefined : portal.forms[form])?.schema['properties'];
  const property: unknown = (properties as Record<string, unknown> | undefined)?.[name];
  return (property as { type?: unknown } | undefined)?.type;
}
