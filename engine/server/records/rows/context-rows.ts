/** Rows with everything that conditions may read about a record, and the contexts built from them. */
import { withCountedFacts } from '../../../portal/conditions/derived-values.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { ancestorFacts, type RecordsByParent } from './ancestor-facts.ts';
import type { RequestContext } from './request-context.ts';
import { rowJson, toRecord, walletJson } from './rows.ts';
import type { RecordRow } from './rows.ts';
import { todayIn } from '../../sql/today.ts';

export interface ContextRow {
  readonly record: RecordRow;
  readonly ancestors: readonly RecordRow[];
  readonly children: readonly RecordRow[];
  readonly child_parties: NonNullable<RecordContext['childParties']>;
  readonly parties: RecordContext['parties'];
  readonly did: readonly string[];
  readonly documents: RecordContext['documents'];
  readonly wallet: RecordContext['documents'];
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
  readonly head: Buffer | null;
}

/**
 * The columns of such a row. The record has the alias `r`, its owner's account `o`; `$1` is the visitor's account.
 */
export const contextColumns = `
  ${rowJson('r')} AS record,
  (SELECT coalesce(json_agg(${rowJson('a')} ORDER BY array_position(r.ancestors, a.id)), '[]')
     FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors,
  (SELECT coalesce(json_agg(${rowJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM records c WHERE c.parent = r.id) AS children,
  (SELECT coalesce(json_object_agg(x.id, x.parties), '{}') FROM (
     SELECT c.id, json_agg(json_build_object('role', p.role, 'account', p.account, 'department', p.department)) AS parties
       FROM records c JOIN parties p ON p.record = c.id WHERE c.parent = r.id GROUP BY c.id) x) AS child_parties,
  (SELECT coalesce(json_agg(json_build_object('role', p.role, 'account', p.account, 'department', p.department)), '[]')
     FROM parties p WHERE p.record = r.id) AS parties,
  ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = r.id AND e.account = $1::uuid) AS did,
  (SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
     FROM documents d WHERE d.record = r.id) AS documents,
  ${walletJson('r')} AS wallet,
  o.slug AS owner_slug, o.name AS owner_name, r.head`;

/**
 * Adds the facts that count other records, in one query for all contexts.
 * @param known children by the id of their parent, if they have been read already
 */
export async function withFacts(
  client: Queryable,
  scope: RequestContext,
  bare: readonly RecordContext[],
  known: RecordsByParent = new Map(),
): Promise<RecordContext[]> {
  const facts = await ancestorFacts(client, scope, { contexts: bare, known });
  return bare.map((context, index) =>
    withCountedFacts({
      portal: scope.portal,
      visitor: scope.visitor,
      context: { ...context, facts: facts[index] ?? {} },
    }),
  );
}

/** The context of the row, without facts. */
export function toContext({ portal, now = new Date() }: RequestContext, row: ContextRow): RecordContext {
  return {
    record: toRecord(row.record),
    ancestors: row.ancestors.map(toRecord),
    children: row.children.map(toRecord),
    childParties: row.child_parties,
    parties: row.parties,
    did: row.did,
    facts: {},
    documents: row.documents,
    wallet: row.wallet,
    input: {},
    today: todayIn(portal.timeZone, now),
    now: now.toISOString(),
  };
}
