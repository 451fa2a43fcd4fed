/** Reads the profiles of owners, of which lists show something beside each record. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { contextColumns, type ContextRow, contextsBeside } from './context-rows.ts';
import type { RequestContext } from './request-context.ts';

const describing = {
  name: 'records-of-owners',
  text: `SELECT ${contextColumns} FROM unnest($2::uuid[]) AS of (owner) CROSS JOIN unnest($3::text[]) AS wanted (type)
    CROSS JOIN LATERAL (
      SELECT p.* FROM records p WHERE p.owner = of.owner AND p.type = wanted.type
      ORDER BY p.created_at DESC, p.id DESC LIMIT 1
    ) r LEFT JOIN accounts o ON o.id = r.owner`,
};

/**
 * The contexts, each with the profiles of its owner: one statement, and none without such types.
 * @param types of the profiles
 */
export async function withProfiles(
  client: Queryable,
  scope: RequestContext,
  contexts: readonly RecordContext[],
  types: readonly string[],
): Promise<readonly RecordContext[]> {
  const owners = [...new Set(contexts.flatMap(({ record }) => record.owner ?? []))];
  if (types.length === 0 || owners.length === 0) return contexts;
  const values = [actorsOf(scope.visitor), owners, types];
  const rows = await client.query<ContextRow>({ ...describing, values });
  const profiles = await contextsBeside(client, scope, rows);
  const byOwner = Map.groupBy(profiles, ({ record }) => record.owner);
  return contexts.map((context) => ({ ...context, profiles: byOwner.get(context.record.owner) ?? [] }));
}
