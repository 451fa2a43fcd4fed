/** The operands of conditions as SQL: a known constant, or an expression of type jsonb. */
import type { ConditionSubject, FieldPath, Operand, ReferenceStep } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { successionsOf } from '../../portal/succession/succeed-record.ts';
import { shiftDay } from '../../portal/time/today.ts';
import { aliasBelow, aliasReferred, ancestorId, constant, quoted } from './sql.ts';
import type { SqlScope } from './sql.ts';

export type SqlValue = { readonly constant: unknown } | { readonly sql: string };

/** Reads facts. It is a parameter because a derived value may contain conditions itself. */
export type FactSql = (name: string, place: SqlScope) => string;

/** Reads an operand like `evaluate.ts`, as a constant if it depends on no row. */
export function subjectSql(subject: ConditionSubject, place: SqlScope, fact: FactSql): SqlValue {
  switch (subject.from) {
    case 'visitor':
      return { constant: place.visitor[subject.name] };
    case 'flag':
      return { constant: own(place.visitor.flags, subject.name) };
    case 'record':
      return { sql: columnSql(subject.name, place.alias) };
    case 'field':
      return { sql: fieldSql(subject.path, place) };
    case 'fact':
      return { sql: fact(subject.name, place) };
    case 'document':
      // Documents of a relative are not known.
      return place.isRelative ? { constant: undefined } : { sql: standingSql(subject.name, place) };
    default:
      // There is no address and no answers here, so their values are missing.
      return { constant: undefined };
  }
}

/** The right side of a comparison; an undefined constant if it is missing. */
export function operandSql(operand: Operand, place: SqlScope): SqlValue {
  if ('value' in operand) return { constant: operand.value };
  if ('field' in operand) return { sql: fieldSql(operand.field, place) };
  if ('visitor' in operand) return { constant: place.visitor[operand.visitor] ?? undefined };
  if ('today' in operand) return { constant: shiftDay(place.today, operand.today) };
  if ('area' in operand) return { constant: undefined };
  if ('input' in operand) return { constant: undefined };
  const constants = place.parameters.add(constantsOf(place.portal, operand.officeConstant), 'jsonb');
  return { sql: `(${constants} -> ${place.alias}.office)` };
}

/** The current status of the newest document with this name. */
function standingSql(name: string, { alias, parameters, portal, today }: SqlScope): string {
  // Migrations ask before documents have their present names.
  const former = [...successionsOf(portal).documents].flatMap(([from, to]) => (to === name ? [from] : []));
  const [names, day] = [parameters.add([name, ...former], 'text[]'), parameters.add(today, 'text')];
  const standing = `CASE WHEN d.state = 'valid' AND d.valid_until < (${day})::date THEN 'expired' ELSE d.state END`;
  return `(SELECT to_jsonb(${standing}) FROM documents d
    WHERE d.record = ${alias}.id AND d.document = ANY(${names}) ORDER BY d.issued_at DESC LIMIT 1)`;
}

/** The value as a jsonb expression; null if it is missing. */
export function jsonbSql(value: SqlValue, place: SqlScope): string {
  if ('sql' in value) return value.sql;
  if (value.constant === undefined || value.constant === null) return 'NULL::jsonb';
  return place.parameters.add(JSON.stringify(value.constant), 'jsonb');
}

/** The value at a field path: of the record, or of its nearest ancestor of a type. */
export function fieldSql(path: FieldPath, place: SqlScope): string {
  return ofHolder(path, place, (alias) => {
    const answer = readSql(`${alias}.data`, path.keys);
    if (path.reference === undefined) return throughLookup(answer, path, place);
    return path.reference.isInRows
      ? referredRowsSql(answer, path.reference, place, `<> 'null'`)
      : referredSql(answer, path.reference, place);
  });
}

/** A column or an answer of the record that the answer names. */
function referredSql(answer: string, reference: ReferenceStep, place: SqlScope): string {
  const { alias } = placeOfReferred(reference, place);
  const isNamed = isReferredSql(answer, { ...reference, isInRows: false }, place);
  return `(SELECT ${valueOfReferredSql(reference, place)} FROM records ${alias} WHERE ${isNamed})`;
}

/**
 * The same of each record that a list of slugs names: a flat jsonb list, with null where there is no value.
 * @param kept which of the values stay
 */
function referredRowsSql(slugs: string, reference: ReferenceStep, place: SqlScope, kept: string): string {
  const { alias } = placeOfReferred(reference, place);
  const [named, part] = [`${alias}_named`, `${alias}_part`];
  const isNamed = isReferredSql(`${named}.value`, { ...reference, isInRows: false }, place);
  const value = `coalesce(${valueOfReferredSql(reference, place)}, 'null')`;
  return `(SELECT coalesce(jsonb_agg(${part}.value ORDER BY ${named}.at, ${part}.at), '[]')
    FROM ${eachOfSql(slugs)} WITH ORDINALITY AS ${named} (value, at)
    LEFT JOIN records ${alias} ON ${isNamed}
    CROSS JOIN LATERAL ${eachOfSql(value)} WITH ORDINALITY AS ${part} (value, at)
    WHERE ${part}.value ${kept})`;
}

function placeOfReferred({ type }: ReferenceStep, place: SqlScope): SqlScope {
  return { ...place, alias: aliasReferred(place), type, isRelative: true };
}

function valueOfReferredSql(reference: ReferenceStep, place: SqlScope): string {
  const { of } = reference;
  const referred = placeOfReferred(reference, place);
  return of.from === 'field' ? fieldSql(of.path, referred) : columnSql(of.name, referred.alias);
}

/** The rows of a jsonb list; a value that is not a list is one row. */
function eachOfSql(value: string): string {
  return `jsonb_path_query(${value}, '$[*]')`;
}

/** The row with the alias `aliasReferred` is the record of this type that the answer names, or one answer of several. */
export function isReferredSql(
  answer: string,
  { type, isInRows }: Pick<ReferenceStep, 'type' | 'isInRows'>,
  place: SqlScope,
): string {
  const alias = aliasReferred(place);
  const slug = isInRows
    ? `ANY(ARRAY(SELECT named #>> '{}' FROM ${eachOfSql(answer)} AS named))`
    : `(${answer} #>> '{}')`;
  return `${alias}.slug = ${slug} AND ${alias}.type = ${constant(type, 'text', place.parameters)}`;
}

/**
 * The slug that an answer at the first level names. An index has the same text, so that PostgreSQL uses it.
 * @param alias ends with a dot, or is empty in an index
 */
export function slugSql(alias: string, name: string): string {
  return `${alias}data ->> ${quoted(name)}`;
}

/** The slugs that answers in the rows of a list, or of a step, name: a jsonb list. An index has the same text. */
export function slugListSql(alias: string, keys: readonly string[]): string {
  const path = `$.${keys.map((key) => JSON.stringify(key)).join('.')}`;
  return `jsonb_path_query_array(${alias}data, ${quoted(path)})`;
}

/** The answers of the row with these keys name one of these slugs. @param slugs SQL of type `text[]` */
export function isNamingSql(alias: string, keys: readonly string[], slugs: string): string {
  const [name = '', ...rest] = keys;
  return rest.length === 0
    ? `${slugSql(`${alias}.`, name)} = ANY(${slugs})`
    : `${slugListSql(`${alias}.`, keys)} ?| ${slugs}`;
}

/** The slugs that the answers of the row with these keys name, as a table with one column. */
export function namedSql(alias: string, keys: readonly string[]): string {
  return `jsonb_array_elements_text(${slugListSql(`${alias}.`, keys)})`;
}

/** The same for each row: a jsonb list with null for a row without the value. */
export function rowsSql(path: FieldPath, place: SqlScope): string {
  const { reference, ...answer } = path;
  if (reference !== undefined)
    return referredRowsSql(rowsSql(answer, place), reference, place, 'IS NOT NULL');
  const keys = `ARRAY[${path.keys.map(quoted).join(', ')}]::text[]`;
  const rows = ofHolder(path, place, (alias) => `portal_rows(${alias}.data, ${keys})`);
  const known = `coalesce(${rows}, '[null]'::jsonb)`;
  if (path.lookup === null) return known;
  const one = throughLookup('cell.value', path, place);
  return `(SELECT coalesce(jsonb_agg(${one} ORDER BY cell.at), '[]') FROM jsonb_array_elements(${known}) WITH ORDINALITY AS cell(value, at))`;
}

/** A value that is not a list, as a list of one. */
export function listSql(value: SqlValue, place: SqlScope): string {
  const one = jsonbSql(value, place);
  return `(CASE jsonb_typeof(${one}) WHEN 'array' THEN ${one} ELSE jsonb_build_array(${one}) END)`;
}

function ofHolder(path: FieldPath, place: SqlScope, read: (alias: string) => string): string {
  const { ancestor } = path;
  if (ancestor === null || ancestor === place.type) return read(place.alias);
  const above = aliasBelow(place);
  const ofAncestor = `(SELECT ${read(above)} FROM records ${above} WHERE ${above}.id = ${ancestorId(place, ancestor)})`;
  if (place.type !== null) return ofAncestor;
  const wanted = place.parameters.add(ancestor, 'text');
  return `(CASE WHEN ${place.alias}.type = ${wanted} THEN ${read(place.alias)} ELSE ${ofAncestor} END)`;
}

/** A row's column as the value that `columnOf` and conditions read. */
export function columnSql(name: string, alias: string): string {
  switch (name) {
    case 'created':
    case 'updated':
      return `to_jsonb(${isoSql(`${alias}.${name}_at`)})`;
    case 'due':
      return `to_jsonb(${isoSql(`${alias}.due`)})`;
    case 'state':
    case 'number':
    case 'kind':
    case 'office':
    case 'unit':
    case 'slug':
      return `to_jsonb(${alias}.${name})`;
    default:
      return readSql(`${alias}.data`, [name]);
  }
}

function isoSql(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function readSql(data: string, keys: readonly string[]): string {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return `(${data} -> ${quoted(only)})`;
  return `portal_read(${data}, ARRAY[${keys.map(quoted).join(', ')}]::text[])`;
}

function throughLookup(value: string, { lookup }: FieldPath, place: SqlScope): string {
  if (lookup === null) return value;
  const rows = place.portal.lookups[lookup.name]?.rows ?? [];
  const cells = Object.fromEntries(rows.toReversed().map((row) => [row.value, own(row, lookup.column)]));
  return `portal_lookup(${value}, ${place.parameters.add(JSON.stringify(cells), 'jsonb')})`;
}

function constantsOf(portal: Portal, name: string): string {
  const offices = Object.values(portal.departments);
  return JSON.stringify(Object.fromEntries(offices.map((one) => [one.key, own(one.constants, name)])));
}

function own(map: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
