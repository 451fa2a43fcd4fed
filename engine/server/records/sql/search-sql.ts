/** A search as SQL: by the words of a record itself, and by those from above for whoever sees them there. */
import type { RecordType } from '../../../portal/model/record-type.ts';
import { showsAboveSql } from './above-sql.ts';
import { isSearched, searchQuery } from './search-words.ts';
import { pathsAbove } from './shown-paths.ts';
import { and, or } from './sql.ts';
import type { Clause, SqlScope } from './sql.ts';

/** @param words beginnings of words, all of which must occur */
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

/** Type and name of what the lists show from above and a search looks into; `type.field` may also name a field of the record itself. */
function fieldsAbove({ portal }: SqlScope, type: string): [ancestor: string, name: string][] {
  return pathsAbove(portal, type).flatMap((path): [string, string][] => {
    const dot = path.indexOf('.');
    const ancestor = path.slice(0, dot);
    const name = path.slice(dot + 1);
    const isAbove = ancestor !== type && Object.hasOwn(portal.recordTypes, ancestor);
    return isAbove && isSearched(portal, ancestor, name) ? [[ancestor, name]] : [];
  });
}
