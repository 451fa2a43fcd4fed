/** A visitor's views of ancestors as SQL: hidden values are not found, counted or grouped by. */
import type { RecordType } from '../../portal/model/record-type.ts';
import { mayShowSql } from './access-sql.ts';
import { aliasBelow, ancestorId, and, or, toSql } from './sql.ts';
import type { Clause, SqlScope } from './sql.ts';

/** The nearest ancestor of this type satisfies `that`. */
export function isAboveSql(
  place: SqlScope,
  type: string,
  that: (above: SqlScope, recordType: RecordType) => Clause,
): Clause {
  const recordType = place.portal.recordTypes[type];
  if (recordType === undefined) return false;
  const where = that(placeAbove(place, type), recordType);
  return where !== false && `EXISTS ${ofAboveSql(place, type, () => ({ value: '1', where }))}`;
}

/** A value of the nearest ancestor of this type; null if `where` is false for it. */
export function ofAboveSql(
  place: SqlScope,
  type: string,
  of: (above: SqlScope) => { readonly value: string; readonly where: Clause },
): string {
  const above = placeAbove(place, type);
  const { value, where } = of(above);
  return `(SELECT ${value} FROM records ${above.alias} WHERE ${above.alias}.id = ${ancestorId(place, type)} AND ${toSql(where)})`;
}

function placeAbove(place: SqlScope, type: string): SqlScope {
  return { ...place, alias: aliasBelow(place), type, isRelative: false };
}

/** If there is an ancestor of this type, it shows the visitor all these columns and fields. */
export function showsAboveSql(place: SqlScope, type: string, names: readonly string[]): Clause {
  const shows = isAboveSql(place, type, (above, recordType) =>
    and([...new Set(names.map((name) => mayShowSql(recordType, name, above)))]),
  );
  return or([shows, `${ancestorId(place, type)} IS NULL`]);
}
