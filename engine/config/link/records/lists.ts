/** Named lists of a record type: which records, in which order, with which columns. */
import type { List, ListColumn } from '../../../portal/model/record-type.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, oneOrMore, text, texts, type Cursor } from '../reading/cursor.ts';
import { checkFilters, checkSort, columnTitles, namesDerived } from '../conditions/columns.ts';
import { linkFieldPath, titleOfField } from '../conditions/field-path.ts';
import type { LinkContext } from '../reading/link-context.ts';
import { spoken } from '../reading/spoken.ts';

export function linkLists(at: Cursor, type: string, context: LinkContext): Record<string, List> {
  return Object.fromEntries(entries(at).map(([name, said]) => [name, linkList(name, said, type, context)]));
}

function linkList(name: string, at: Cursor, type: string, context: LinkContext): List {
  const sort = child(at, 'sort');
  checkFilters(child(at, 'filters'), type, context);
  checkSort(sort, type, context);
  return {
    name,
    title: text(child(at, 'title')) ?? name,
    where: linkOptional(child(at, 'where'), context, { where: 'access', type, absent: always }),
    columns: oneOrMore(child(at, 'columns')).map((one) => linkColumn(one, type, context)),
    filters: texts(child(at, 'filters')),
    sort: text(sort) ?? '-created',
    empty: text(child(at, 'empty')) ?? '',
  };
}

function linkColumn(at: Cursor, type: string, context: LinkContext): ListColumn {
  const named = isMapping(at.value) ? child(at, 'value') : at;
  const value = text(named) ?? '';
  const title = isMapping(at.value) ? text(child(at, 'title')) : null;
  const usual = usualTitle(value, context);
  if (usual !== undefined) return { value, title: title ?? usual };
  if (namesDerived(value, type, context)) return { value, title: title ?? titleOfPath(value) };
  linkFieldPath(named, context, { type });
  return { value, title: title ?? titleOfField(value, type, context) ?? titleOfPath(value) };
}

/** What is named without a title is called by its key: `application.open-surveys` is headed "Open surveys". */
function titleOfPath(path: string): string {
  return spoken(path.slice(path.lastIndexOf('.') + 1));
}

/** The heading of what every record has: the record's own, or as `type.number` an ancestor's. */
function usualTitle(path: string, context: LinkContext): string | undefined {
  const [type = '', own] = path.split('.');
  const name = own !== undefined && context.names.records.has(type) ? own : path;
  return Object.hasOwn(columnTitles, name) ? columnTitles[name] : undefined;
}
