/** Facts that count the children of an ancestor: asked of the database only where a record type above declares one. */
import { isCounted } from '../../portal/derived-values.ts';
import { factsAbove } from '../../portal/facts-above.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { Value } from '../../portal/condition.ts';
import type { Queryable } from '../database/database.ts';
import type { Asker } from './asker.ts';
import { rowJson, toRecord } from './rows.ts';
import type { RecordRow } from './rows.ts';

type Facts = Readonly<Record<string, Value>>;

const childrenOf = {
  name: 'children-of',
  text: `SELECT ${rowJson('c')} AS record FROM records c WHERE c.parent = ANY($1::uuid[])`,
};

/** For each context the facts of its ancestors, the nearest first to say. */
export async function ancestorFacts(
  client: Queryable,
  asker: Asker,
  contexts: readonly RecordContext[],
): Promise<readonly Facts[]> {
  const counting = countingTypes(asker.portal);
  const above = contexts.flatMap((context) => context.ancestors.filter(({ type }) => counting.has(type)));
  if (above.length === 0) return contexts.map(() => ({}));
  const values = [[...new Set(above.map(({ id }) => id))]];
  const rows = await client.query<{ record: RecordRow }>({ ...childrenOf, values });
  const children = Map.groupBy(
    rows.map((row) => toRecord(row.record)),
    (child) => child.parent,
  );
  return contexts.map((context) =>
    factsAbove(asker.portal, asker.visitor, context, (id) => children.get(id) ?? []),
  );
}

function countingTypes(portal: Portal): ReadonlySet<string> {
  const types = Object.values(portal.recordTypes).filter(({ derived }) =>
    Object.values(derived).some(
      (one) => isCounted(one) || one.measure === 'percent' || one.measure === 'less',
    ),
  );
  return new Set(types.map(({ type }) => type));
}
