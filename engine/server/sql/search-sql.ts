/**
 * The words that find a record, and a search for them as SQL. Visitors find words from ancestors that they may see
 * there.
 */
import { referredValue } from '../../portal/forms/references.ts';
import { searchWordsOf } from '../../portal/text/search-words.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import { fieldRuleSql, mayShowSql, showsAboveSql } from './access-sql.ts';
import { columnValue, pathsAbove, type RecordWithAncestors, splitPath } from './shown-paths.ts';
import {
  aliasReferred,
  and,
  type Clause,
  constant,
  or,
  profileId,
  quoted,
  type SqlScope,
  toSql,
} from './sql.ts';

/** @param words prefixes; a record must match all of them */
export function searchSql(recordType: RecordType, words: readonly string[], place: SqlScope): Clause {
  const above = Map.groupBy(fieldsAbove(place, recordType.type), ([ancestor]) => ancestor);
  const shown = Array.from(above, ([ancestor, fields]) =>
    showsAboveSql(
      place,
      ancestor,
      fields.map(([, name]) => name),
    ),
  );
  return orInProfilesSql(recordType, words, place, (some) => {
    const own = findsSql(some, place, { isAboveToo: false });
    return above.size === 0 ? own : or([own, and([findsSql(some, place, { isAboveToo: true }), ...shown])]);
  });
}

/** @param inRecord the record has all of these words. Any of the words may be in the profile of its owner instead */
function orInProfilesSql(
  recordType: RecordType,
  words: readonly string[],
  place: SqlScope,
  inRecord: (words: readonly string[]) => Clause,
): Clause {
  const either = words.map((word) => ({ word, ofOwner: inProfileSql(recordType, word, place) }));
  if (either.every(({ ofOwner }) => ofOwner === false)) return inRecord(words);
  return and(either.map(({ word, ofOwner }) => or([inRecord([word]), ofOwner])));
}

/**
 * The lists show a value with this word of the owner's newest profile, and the visitor sees it there. The owners are
 * found first, because an index finds their records then.
 */
function inProfileSql(recordType: RecordType, word: string, place: SqlScope): Clause {
  const shown = pathsAbove(place.portal, recordType.type).flatMap((path) => {
    const other = referredValue(place.portal, recordType.type, path);
    return other?.keys === null ? [other] : [];
  });
  const found = Array.from(
    Map.groupBy(shown, ({ type }) => type),
    ([type, others]) => {
      const profile = place.portal.recordTypes[type];
      if (profile === undefined) return false;
      const at: SqlScope = { ...place, alias: aliasReferred(place), type, isRelative: false };
      const values = others.map(({ name }) => ({ name, when: mayShowSql(profile, name, at) }));
      const where = and([
        `${at.alias}.type = ${constant(type, 'text', place.parameters)}`,
        searchShownSql([word], at, values),
        `${at.alias}.id = ${profileId(at, type)}`,
      ]);
      return (
        where !== false &&
        `${place.alias}.owner = ANY(ARRAY(SELECT ${at.alias}.owner FROM records ${at.alias} WHERE ${toSql(where)}))`
      );
    },
  );
  return and([fieldRuleSql(recordType, 'owner', place), or(found)]);
}

/** True if a search finds words from ancestors. Whether the visitor sees them there costs more to ask than the words. */
export function isSearchedAbove({ type }: RecordType, place: SqlScope): boolean {
  return fieldsAbove(place, type).length > 0;
}

/** The same for records whose ancestors the visitor may all see, which costs less: no other records are found. */
export function searchedSql(recordType: RecordType, words: readonly string[], place: SqlScope): Clause {
  const isAboveToo = isSearchedAbove(recordType, place);
  return orInProfilesSql(recordType, words, place, (some) => findsSql(some, place, { isAboveToo }));
}

/** A value of the row, and the rows that show it. */
interface ShownValue {
  readonly name: string;
  readonly when: Clause;
}

/** Each word begins a word of the values that the row shows. An index finds the rows with such words anywhere. */
export function searchShownSql(
  words: readonly string[],
  place: SqlScope,
  shown: readonly ShownValue[],
): Clause {
  const { portal, type, alias, parameters } = place;
  const values = shown
    .filter(({ name, when }) => when !== false && isSearched(portal, type ?? '', name))
    .map(({ name, when }) => {
      const value = name === 'number' ? `${alias}.number` : `${alias}.data ->> ${quoted(name)}`;
      return `CASE WHEN ${toSql(when)} THEN ${value} END`;
    });
  if (values.length === 0) return false;
  // As `searchWordsOf` compares words.
  const plain = `regexp_replace(lower(normalize(concat_ws(' ', ${values.join(', ')}), NFKD)), ${accents}, '', 'g')`;
  const begun = words.map((word) => `${plain} ~ ${parameters.add(`(^|[^[:alnum:]])${word}`, 'text')}`);
  return and([findsSql(words, place, { isAboveToo: false }), ...begun]);
}

/** Combining marks, which carry the accents of decomposed letters. */
const accents = String.raw`'[\u0300-\u036f]'`;

function findsSql(
  words: readonly string[],
  { alias, parameters }: SqlScope,
  options: { readonly isAboveToo: boolean },
): string {
  return `${alias}.search @@ (${parameters.add(searchQuery(words, options), 'text')})::tsquery`;
}

/**
 * Type and name of the values from ancestors that the lists show and a search reads. `type.field` may also name a
 * field of the record itself.
 */
function fieldsAbove({ portal }: SqlScope, type: string): [ancestor: string, name: string][] {
  return pathsAbove(portal, type).flatMap((path): [string, string][] => {
    const dot = path.indexOf('.');
    const ancestor = path.slice(0, dot);
    const name = path.slice(dot + 1);
    const isAbove =
      ancestor !== type &&
      Object.hasOwn(portal.recordTypes, ancestor) &&
      referredValue(portal, type, path) === null;
    return isAbove && isSearched(portal, ancestor, name) ? [[ancestor, name]] : [];
  });
}

const mostWords = 400;
/** The prefix of a word that comes from an ancestor. No word begins with it. */
const fromAbove = '^';

/**
 * Leaves out fields that not every reader may read, because a search would reveal them.
 * @param known cache of the words from ancestors by type and parent, shared with sibling records
 */
export function searchWords(
  portal: Portal,
  context: RecordWithAncestors,
  known: Map<string, readonly string[]> = new Map(),
): string[] {
  const { record } = context;
  const texts = Object.entries(record.data)
    .filter(([name]) => isSearched(portal, record.type, name))
    .flatMap(([, value]) => (typeof value === 'string' && value.length <= 300 ? [value] : []));
  const number = record.number === null || !isSearched(portal, record.type, 'number') ? [] : [record.number];
  const own = [...number, record.slug, ...texts].flatMap(searchWordsOf);
  const place = `${record.type} ${record.parent}`;
  const above = known.get(place) ?? wordsAbove(portal, context).map((word) => `${fromAbove}${word}`);
  known.set(place, above);
  return [...new Set([...own, ...above])].slice(0, mostWords);
}

/** The values that the lists show from ancestors, only for visitors who may see them there. */
function wordsAbove(portal: Portal, context: RecordWithAncestors): string[] {
  return pathsAbove(portal, context.record.type)
    .filter((path) => {
      const { ancestor, name } = splitPath(context, path);
      return ancestor !== null && isSearched(portal, ancestor, name);
    })
    .map((path) => columnValue(context, path))
    .filter((value) => typeof value === 'string')
    .flatMap(searchWordsOf);
}

/**
 * Finds the records in which each word is a prefix of a word of their own. If requested, words from ancestors count
 * too.
 */
function searchQuery(words: readonly string[], { isAboveToo }: { readonly isAboveToo: boolean }): string {
  return words
    .map((word) => (isAboveToo ? `(${begins(word)} | ${begins(fromAbove + word)})` : begins(word)))
    .join(' & ');
}

function begins(word: string): string {
  return `'${word}':*`;
}

/** True if no rule of the field itself hides it from some readers of the record. */
function isSearched(portal: Portal, type: string, field: string): boolean {
  const { fields = {} } = portal.recordTypes[type] ?? {};
  return !Object.hasOwn(fields, field) || fields[field]?.read.test === 'always';
}
