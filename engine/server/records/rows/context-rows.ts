/**
 * Rows with everything that conditions may read about a record, the contexts built from them, and the views of
 * ancestors.
 */
import { type View, viewOf } from '../../../portal/access/access.ts';
import { factsAbove, needsOthers, withCountedFacts } from '../../../portal/conditions/derived-values.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Value } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Queryable } from '../../database/database.ts';
import { shownPaths } from '../../sql/shown-paths.ts';
import { todayIn } from '../../sql/today.ts';
import type { RequestContext } from './request-context.ts';
import { type RecordRow, rowJson, toRecord, walletJson } from './rows.ts';

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
export const contextColumns =
  contextColumnsWith(`(SELECT coalesce(json_agg(${rowJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM records c WHERE c.parent = r.id)`);

/** The same of an account. Its children are the records that it owns, without their answers and items. */
export const userContextColumns =
  contextColumnsWith(`(SELECT coalesce(json_agg(${rowJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM (SELECT id, type, slug, number, state, kind, owner, office, unit, parent, version, due, '{}'::jsonb AS data, form,
       '{}'::jsonb AS items, since, clocks, booking, filed_at, created_at, updated_at FROM records WHERE owner = r.id) c)`);

/** @param children the children of the record, as a JSON list */
function contextColumnsWith(children: string): string {
  return `
  ${rowJson('r')} AS record,
  (SELECT coalesce(json_agg(${rowJson('a')} ORDER BY array_position(r.ancestors, a.id)), '[]')
     FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors,
  ${children} AS children,
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
}

/**
 * Adds the facts that count other records, in one query for all contexts.
 * @param known children by the id of their parent, if they have been read already
 */
async function withFacts(
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
function toContext({ portal, now = new Date() }: RequestContext, row: ContextRow): RecordContext {
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

type Facts = Readonly<Record<string, Value>>;

/** Children by the id of their parent. */
type RecordsByParent = ReadonlyMap<string, readonly PortalRecord[]>;

const childrenOf = {
  name: 'children-of',
  text: `SELECT ${rowJson('c')} AS record FROM records c WHERE c.parent = ANY($1::uuid[])`,
};

/**
 * Returns for each context the facts of its ancestors; the nearest ancestor with a fact decides.
 * @param known children that have been read already
 */
async function ancestorFacts(
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
function countingIds(portal: Portal, { ancestors }: RecordContext): string[] {
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
