/** The visitor's views of a record's ancestors. Lists and forms show no more of an ancestor than its view. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import { type View, viewOf } from '../../../portal/access/access.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import type { RequestContext } from './request-context.ts';
import { countingIds } from './ancestor-facts.ts';
import { contextColumns, type ContextRow, toContext, withFacts } from './context-rows.ts';
import { shownPaths } from '../../sql/shown-paths.ts';

/** By ancestor id; null or absent: it does not exist for this visitor. */
export type ViewsAbove = ReadonlyMap<string, View | null>;

const reading = {
  name: 'records-above',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = ANY($2::uuid[])`,
};

/** Contexts with the visitor's views of their ancestors. */
export interface ContextsWithViews {
  readonly contexts: readonly RecordContext[];
  readonly above: ViewsAbove;
}

/**
 * Reads all ancestors in one statement, or in none if nothing of them is counted or shown.
 * @param read ancestor rows that have been read already; the result has the visitor's view of each
 */
export async function withAncestorViews(
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

/** The visitor's views of contexts that have been read. */
export function viewsOf({ portal, visitor }: Scope, above: readonly RecordContext[]): ViewsAbove {
  return new Map(above.map((context) => [context.record.id, viewOf({ portal, visitor, context })]));
}

/** Ids of the ancestors from which this record shows something. */
function shownIds(portal: Portal, context: RecordContext): string[] {
  const types = new Set(shownPaths(portal, context).map(([, path]) => path.split('.')[0]));
  return context.ancestors.filter(({ type }) => types.has(type)).map(({ id }) => id);
}
