/**
 * Keeps the statements of lists that are asked again and again: to write one takes the server as long as to answer
 * it.
 */
import { LRUCache } from 'lru-cache';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { NamedStatement } from '../../database/database.ts';
import type { complete } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import type { RequestContext } from '../rows/request-context.ts';
import type { ListQuery } from './list-query.ts';

/** Only statements with a name are planned once. */
export type ListStatement = NamedStatement | ReturnType<typeof complete>;

const mostStatements = 5_000;
const statementsOf = onceForEach<Portal, LRUCache<string, ListStatement>>(
  () => new LRUCache({ max: mostStatements }),
);

interface UsualList {
  readonly recordType: RecordType;
  readonly query: ListQuery;
  readonly isCounted: boolean;
}

/**
 * The statement of the first page of a list without filters. It follows from the portal, the visitor, the day and
 * the list.
 * @param write null: the visitor can see no row
 */
export function keptStatement(
  { portal, visitor, now }: RequestContext,
  { recordType: { type }, query: { list, sort, limit }, isCounted }: UsualList,
  write: () => ListStatement | null,
): ListStatement | null {
  const known = statementsOf(portal);
  const place = JSON.stringify([
    type,
    list?.name,
    sort,
    limit,
    isCounted,
    todayIn(portal.timeZone, now),
    visitor,
  ]);
  const found = known.get(place);
  if (found !== undefined) return found;
  const statement = write();
  if (statement !== null) known.set(place, statement);
  return statement;
}

/** Only what follows from nothing but the list is worth keeping. */
export function isKept({
  words,
  filters,
  from,
  parent,
  naming,
  due,
  waits,
  assigned,
  booked,
}: ListQuery): boolean {
  const asked = [from, parent, naming, due, waits, assigned, booked];
  return words.length === 0 && Object.keys(filters).length === 0 && asked.every((one) => one === null);
}
