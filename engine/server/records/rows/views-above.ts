/** What the visitor sees of the records above one that he reads: a list or a form shows no more of them than that. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import { viewOf, type View } from '../../../portal/access/access.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import type { RequestContext } from './request-context.ts';
import { countingIds } from './ancestor-facts.ts';
import { contextColumns, type ContextRow, toContext, withFacts } from './context-rows.ts';
import { shownPaths } from '../sql/shown-paths.ts';

/** By id of the record above; null, or not there: for this visitor it does not exist. */
export type ViewsAbove = ReadonlyMap<string, View | null>;

const reading = {
  name: 'records-above',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = ANY($2::uuid[])`,
};

/** Contexts with what the visitor sees above them. */
export interface ContextsWithViews {
  readonly contexts: readonly RecordContext[];
  readonly above: ViewsAbove;
}

/**
 * What stands above is asked in one statement for all of them, and in none where nothing of it is counted or shown.
 * @param read rows of records above that are at hand: the answer says of each of them what the visitor sees
 */
export async function surround(
  client: Queryable,
  scope: RequestContext,
  rows: readonly ContextRow[],
  read: readonly ContextRow[] = [],
): Promise<ContextsWithViews> {
  const bare = rows.map((row) => toContext(scope, row));
  const shown = new Set(bare.flatMap((context) => shownIds(scope.portal, context)));
  const ids = new Set([...shown, ...bare.flatMap((context) => countingIds(scope.portal, context))]);
  for (const { record } of read) {
    ids.delete(record.id);
    shown.add(record.id);
  }
  const values = [scope.visitor.account, [...ids]];
  const found = ids.size === 0 ? [] : await client.query<ContextRow>({ ...reading, values });
  const near = [...read, ...found].map((row) => toContext(scope, row));
  const known = new Map(near.map(({ record, children }) => [record.id, children]));
  const above = await withFacts(
    client,
    scope,
    near.filter(({ record }) => shown.has(record.id)),
    known,
  );
  return { contexts: await withFacts(client, scope, bare, known), above: viewsOf(scope, above) };
}

/** What the visitor sees of contexts that are at hand. */
export function viewsOf({ portal, visitor }: Scope, above: readonly RecordContext[]): ViewsAbove {
  return new Map(above.map((context) => [context.record.id, viewOf({ portal, visitor, context })]));
}

/** Ids of the records above of which this one shows something. */
function shownIds(portal: Portal, context: RecordContext): string[] {
  const types = new Set(shownPaths(portal, context).map(([, path]) => path.split('.')[0]));
  return context.ancestors.filter(({ type }) => types.has(type)).map(({ id }) => id);
}
