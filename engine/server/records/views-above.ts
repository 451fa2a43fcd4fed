/** What the visitor sees of the records above one that he reads: a list or a form shows no more of them than that. */
import { viewOf, type View } from '../../portal/access.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { Queryable } from '../database/database.ts';
import type { Asker } from './asker.ts';
import { contextColumns, contextsOf, type ContextRow } from './context-rows.ts';
import { shownPaths } from './shown-paths.ts';

/** By id of the record above; null, or not there: for this visitor it does not exist. */
export type ViewsAbove = ReadonlyMap<string, View | null>;

const reading = {
  name: 'records-above',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = ANY($2::uuid[])`,
};

/** One statement for all of them, and none where nothing of what stands above is shown. */
export async function viewsAbove(
  client: Queryable,
  asker: Asker,
  contexts: readonly RecordContext[],
): Promise<ViewsAbove> {
  const ids = new Set(contexts.flatMap((context) => shownIds(asker.portal, context)));
  if (ids.size === 0) return new Map();
  const values = [asker.visitor.account, [...ids]];
  const rows = await client.query<ContextRow>({ ...reading, values });
  const above = await contextsOf(client, asker, rows);
  return viewsOf(asker, above);
}

/** The same of contexts that are at hand. */
export function viewsOf({ portal, visitor }: Asker, above: readonly RecordContext[]): ViewsAbove {
  return new Map(above.map((context) => [context.record.id, viewOf(portal, visitor, context)]));
}

/** Ids of the records above of which this one shows something. */
export function shownIds(portal: Portal, context: RecordContext): string[] {
  const types = new Set(shownPaths(portal, context).map(([, path]) => path.split('.')[0]));
  return context.ancestors.filter(({ type }) => types.has(type)).map(({ id }) => id);
}
