/** A search as SQL: by the record's own words, and by words from ancestors for visitors who may see them there. */
import type { RecordType } from '../../portal/model/record-type.ts';
import { showsAboveSql } from './above-sql.ts';
import { isSearched, searchQuery } from './search-words.ts';
import { pathsAbove } from './shown-paths.ts';
import { and, or } from './sql.ts';
import type { Clause, SqlScope } from './sql.ts';

/** @param words prefixes; a record must match all of them */
export function searchSql({ type }: RecordType, words: readonly string[], place: SqlScope): Clause {
  const finds = (isAboveToo: boolean): Clause =>
    `r.search @@ (${place.parameters.add(searchQuery(words, { isAboveToo }), 'text')})::tsquery`;
  const above = Map.groupBy(fieldsAbove(place, type), ([ancestor]) => ancestor);
  if (above.size === 0) return finds(false);
  const shown = Array.from(above, ([ancestor, fields]) =>
    showsAboveSql(
      place,
      ancestor,
      fields.map(([, name]) => name),
    ),
  );
  return or([finds(false), and([finds(true), ...shown])]);
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
    const isAbove = ancestor !== type && Object.hasOwn(portal.recordTypes, ancestor);
    return isAbove && isSearched(portal, ancestor, name) ? [[ancestor, name]] : [];
  });
}
