/** Facts that count the children of an ancestor. Queried only if the record type of an ancestor declares one. */
import { factsAbove, needsOthers } from '../../../portal/conditions/derived-values.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { Value } from '../../../portal/model/condition.ts';
import type { Queryable } from '../../database/database.ts';
import type { RequestContext } from './request-context.ts';
import { rowJson, toRecord } from './rows.ts';
import type { RecordRow } from './rows.ts';

type Facts = Readonly<Record<string, Value>>;

/** Children by the id of their parent. */
export type RecordsByParent = ReadonlyMap<string, readonly PortalRecord[]>;

const childrenOf = {
  name: 'children-of',
  text: `SELECT ${rowJson('c')} AS record FROM records c WHERE c.parent = ANY($1::uuid[])`,
};

/**
 * Returns for each context the facts of its ancestors; the nearest ancestor with a fact decides.
 * @param known children that have been read already
 */
export async function ancestorFacts(
  client: Queryable,
  scope: RequestContext,
  { contexts, known }: { readonly contexts: readonly RecordContext[]; readonly known: RecordsByParent },
): Promise<readonly Facts[]> {
  const counting = new Set(contexts.flatMap((context) => countingIds(scope.portal, context)));
  if (counting.size === 0) return contexts.map(() => ({}));
  const read = await readChildren(
    client,
    [...counting].filter((id) => !known.has(id)),
  );
  return contexts.map((context) =>
    factsAbove({ ...scope, context }, (id) => known.get(id) ?? read.get(id) ?? []),
  );
}

/** Ids of the ancestors that have facts about their children. */
export function countingIds(portal: Portal, { ancestors }: RecordContext): string[] {
  const counting = countingTypes(portal);
  return ancestors.filter(({ type }) => counting.has(type)).map(({ id }) => id);
}

async function readChildren(client: Queryable, parents: readonly string[]): Promise<RecordsByParent> {
  if (parents.length === 0) return new Map();
  const rows = await client.query<{ record: RecordRow }>({ ...childrenOf, values: [parents] });
  return Map.groupBy(
    rows.map((row) => toRecord(row.record)),
    (child) => child.parent ?? '',
  );
}

const countingTypes = onceForEach(({ recordTypes }: Portal) => {
  const types = Object.values(recordTypes).filter(({ derived }) => Object.values(derived).some(needsOthers));
  return new Set(types.map(({ type }) => type));
});
