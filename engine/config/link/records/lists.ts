/** Links the lists of a record type: their records, order and columns. */
import type { List, ListColumn } from '../../../portal/model/record-type.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, oneOrMore, text, type Cursor } from '../input/cursor.ts';
import { checkLike, otherOf, ownOrOther } from '../input/like.ts';
import { checkColumn, checkFilters, checkSort, columnTitles, namesDerived } from '../conditions/columns.ts';
import { lastReferredBy, linkFieldPath, referredBy, titleOfField } from '../conditions/field-path.ts';
import type { LinkContext } from '../input/link-context.ts';
import { titleFromKey } from '../input/title-from-key.ts';

export function linkLists(at: Cursor, type: string, context: LinkContext): Record<string, List> {
  const all = new Map(entries(at));
  return Object.fromEntries(
    [...all].map(([name, said]) => {
      checkLike(said, 'route/unknown-list', { all, of: type }, context);
      const other = otherOf(said, all);
      return [name, linkList(name, (key) => ownOrOther(said, other, key), type, context)];
    }),
  );
}

/** @param keyOf what the list says, or the list that it is like */
function linkList(name: string, keyOf: (key: string) => Cursor, type: string, context: LinkContext): List {
  const sort = keyOf('sort');
  const filters = keyOf('filters');
  checkFilters(filters, type, context);
  checkSort(sort, type, context);
  const columns = oneOrMore(keyOf('columns')).map((one) => linkColumn(one, type, context));
  return {
    name,
    title: text(keyOf('title')) ?? name,
    where: linkOptional(keyOf('where'), context, { where: 'access', type, absent: always }),
    columns,
    filters: oneOrMore(filters).flatMap((one) => linkFilter(one, { type, columns, context })),
    sort: text(sort) ?? '-created',
    empty: text(keyOf('empty')) ?? '',
  };
}

function linkColumn(at: Cursor, type: string, context: LinkContext): ListColumn {
  const named = isMapping(at.value) ? child(at, 'value') : at;
  const value = text(named) ?? '';
  checkColumn(named, type, context);
  const title = isMapping(at.value) ? text(child(at, 'title')) : null;
  const isOther = usualTitle(value, type, context) !== undefined || namesDerived(value, type, context);
  const isField = !isOther || referredBy(value, type, context) !== null;
  if (isField) linkFieldPath(named, context, { type });
  return { value, title: title ?? titleOfValue(value, type, context) };
}

/** A filter is titled like the column that shows its value. */
function linkFilter(
  at: Cursor,
  { type, columns, context }: { type: string; columns: readonly ListColumn[]; context: LinkContext },
): ListColumn[] {
  const value = text(at);
  if (value === null) return [];
  return [columns.find((one) => one.value === value) ?? { value, title: titleOfValue(value, type, context) }];
}

function titleOfValue(value: string, type: string, context: LinkContext): string {
  return usualTitle(value, type, context) ?? titleOfField(value, type, context) ?? titleOfPath(value);
}

/** A list without a title is named after its key: `application.open-surveys` becomes "Open surveys". */
function titleOfPath(path: string): string {
  return titleFromKey(path.slice(path.lastIndexOf('.') + 1));
}

/** The heading of a column that every record has: of the record, of one that an answer names, or of an ancestor. */
function usualTitle(path: string, type: string, context: LinkContext): string | undefined {
  const [first = '', own] = path.split('.');
  const above = own !== undefined && context.names.records.has(first) ? own : path;
  const name = lastReferredBy(path, type, context)?.name ?? above;
  return Object.hasOwn(columnTitles, name) ? columnTitles[name] : undefined;
}
