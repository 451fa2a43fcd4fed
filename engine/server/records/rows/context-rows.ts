/**
 * Rows with everything that conditions may read about a record, the contexts built from them, and the views of
 * ancestors.
 */
import { type View, viewOf } from '../../../portal/access/access.ts';
import { factsAbove, needsOthers, withCountedFacts } from '../../../portal/conditions/derived-values.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Value } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { AccountName, PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Queryable } from '../../database/database.ts';
import { shownPaths } from '../../sql/shown-paths.ts';
import { complete, createParameters } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { statementOf } from '../../database/statements.ts';
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
  readonly assignee: AccountName | null;
  readonly head: Buffer | null;
}

const party = `json_build_object('role', p.role, 'account', p.account, 'department', p.department)`;

const relatives = {
  parties: `(SELECT coalesce(json_agg(${party}), '[]') FROM parties p WHERE p.record = r.id)`,
  did: 'ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = r.id AND e.account = $1::uuid)',
  documents: `(SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
     FROM documents d WHERE d.record = r.id)`,
} as const;

const nothing = {
  children: `'[]'::json`,
  parties: `'[]'::json`,
  did: 'ARRAY[]::text[]',
  documents: `'[]'::json`,
};

/** The parts of a context that are read; the others stay empty. */
export interface ContextNeeds {
  readonly relatives: ReadonlySet<keyof typeof nothing>;
  /** Whether facts that count other records are read. */
  readonly facts: boolean;
  /** The answers that are read of each record; null: all. */
  readonly fields: readonly string[] | null;
}

/** How much a page of rows reads. */
export interface RowNeeds {
  /** The values that the rows show from ancestors, as `type.field`. */
  readonly paths: readonly string[];
  readonly own: ContextNeeds;
  /** Of the ancestors from which the rows show something. */
  readonly above: ContextNeeds;
}

/**
 * The columns of such a row. The record has the alias `r`, its owner's account `o`; `$1` is the visitor's account.
 * @param needs left out: everything
 * @param children the children of the record, as a JSON list
 */
export function contextColumnsOf(
  needs: ContextNeeds | null = null,
  children = childrenJson(needs?.fields ?? null),
): string {
  const fields = needs === null ? null : needs.fields;
  const isRead = (part: keyof typeof nothing): boolean => needs === null || needs.relatives.has(part);
  return `
  ${rowJson('r', fields)} AS record,
  (SELECT coalesce(json_agg(${rowJson('a', fields)} ORDER BY array_position(r.ancestors, a.id)), '[]')
     FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors,
  ${isRead('children') ? children : nothing.children} AS children,
  ${needs === null ? childParties : `'{}'::json`} AS child_parties,
  ${isRead('parties') ? relatives.parties : nothing.parties} AS parties,
  ${isRead('did') ? relatives.did : nothing.did} AS did,
  ${isRead('documents') ? relatives.documents : nothing.documents} AS documents,
  ${needs === null ? walletJson('r') : `'[]'::json`} AS wallet,
  o.slug AS owner_slug, o.name AS owner_name, r.head,
  (SELECT json_build_object('slug', h.slug, 'name', h.name) FROM accounts h WHERE h.id = r.assignee) AS assignee`;
}

function childrenJson(fields: ContextNeeds['fields']): string {
  return `(SELECT coalesce(json_agg(${rowJson('c', fields)} ORDER BY c.created_at, c.id), '[]')
     FROM records c WHERE c.parent = r.id)`;
}

const childParties = `(SELECT coalesce(json_object_agg(x.id, x.parties), '{}') FROM (
     SELECT c.id, json_agg(${party}) AS parties
       FROM records c JOIN parties p ON p.record = c.id WHERE c.parent = r.id GROUP BY c.id) x)`;

/** All columns of such a row. */
export const contextColumns = contextColumnsOf();

/** The same of an account. Its children are the records that it owns, without their answers and items. */
export const userContextColumns = contextColumnsOf(
  null,
  `(SELECT coalesce(json_agg(${rowJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM (SELECT id, type, slug, number, state, kind, owner, office, unit, assignee, parent, version, due, '{}'::jsonb AS data, form,
       '{}'::jsonb AS items, since, clocks, booking, filed_at, created_at, updated_at FROM records WHERE owner = r.id) c)`,
);

/**
 * Adds the facts that count other records, in one query for all contexts.
 * @param about children by the id of their parent, if they have been read already; and what is needed (null:
 * everything)
 */
async function withFacts(
  client: Queryable,
  scope: RequestContext,
  bare: readonly RecordContext[],
  { known, needs }: { readonly known: RecordsByParent; readonly needs: ContextNeeds | null },
): Promise<RecordContext[]> {
  if (needs?.facts === false) return [...bare];
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

const readingSlim = (needs: ContextNeeds, values: readonly unknown[]) => {
  const parameters = { ...createParameters(), values: [...values] };
  const text = `SELECT ${contextColumnsOf(needs)}
    FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = ANY($2::uuid[])`;
  return statementOf('records-above', complete(text, parameters));
};

/** Contexts with the visitor's views of their ancestors. */
export interface ContextsWithViews {
  readonly contexts: readonly RecordContext[];
  readonly above: ViewsAbove;
}

export interface AncestorOptions {
  /** Ancestor rows that have been read already; the result has the visitor's view of each. */
  readonly read?: readonly ContextRow[];
  /** How much the rows read; left out: everything. */
  readonly reading?: RowNeeds | null;
}

/** Reads all ancestors in one statement, or in none if nothing of them is counted or shown. */
export async function withAncestorViews(
  client: Queryable,
  scope: RequestContext,
  rows: readonly ContextRow[],
  { read = [], reading: slim = null }: AncestorOptions = {},
): Promise<ContextsWithViews> {
  const bare = rows.map((row) => toContext(scope, row));
  const shown = new Set(bare.flatMap((context) => shownIds(scope.portal, context, slim)));
  const counted =
    slim?.own.facts === false ? [] : bare.flatMap((context) => countingIds(scope.portal, context));
  const ids = new Set(slim === null ? [...shown, ...counted] : shown);
  for (const { record } of read) {
    ids.delete(record.id);
    shown.add(record.id);
  }
  const values = [scope.visitor.account, [...ids]];
  const statement = slim === null ? { ...reading, values } : readingSlim(slim.above, values);
  const found = ids.size === 0 ? [] : await client.query<ContextRow>(statement);
  const near = [...read, ...found].map((row) => toContext(scope, row));
  const hasChildren = slim === null || slim.above.relatives.has('children');
  const known = new Map(hasChildren ? near.map(({ record, children }) => [record.id, children]) : []);
  const above = await withFacts(
    client,
    scope,
    near.filter(({ record }) => shown.has(record.id)),
    { known, needs: slim?.above ?? null },
  );
  const contexts = await withFacts(client, scope, bare, { known, needs: slim?.own ?? null });
  return { contexts, above: viewsOf(scope, above) };
}

/** The visitor's views of contexts that have been read. */
export function viewsOf({ portal, visitor }: Scope, above: readonly RecordContext[]): ViewsAbove {
  return new Map(above.map((context) => [context.record.id, viewOf({ portal, visitor, context })]));
}

/** Ids of the ancestors from which this record shows something. */
function shownIds(portal: Portal, context: RecordContext, slim: RowNeeds | null): string[] {
  const paths = slim?.paths ?? shownPaths(portal, context).map(([, path]) => path);
  const types = new Set(paths.map((path) => path.split('.')[0]));
  return context.ancestors.filter(({ type }) => types.has(type)).map(({ id }) => id);
}
