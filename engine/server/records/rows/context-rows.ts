/**
 * Rows with everything that conditions may read about a record, the contexts built from them, and the views of
 * ancestors.
 */
import { type View, viewOf } from '../../../portal/access/access.ts';
import { factsAbove, needsOthers, withCountedFacts } from '../../../portal/conditions/derived-values.ts';
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { AccountName, NamingRecord, PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { referencesByType, slugsNamedBy } from '../../../portal/forms/references.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Queryable } from '../../database/database.ts';
import { shownPaths } from '../../sql/shown-paths.ts';
import { isActOf } from '../../sql/sql.ts';
import { todayIn } from '../../sql/today.ts';
import { readNaming } from './naming-records.ts';
import type { RequestContext } from './request-context.ts';
import { childJson, type RecordRow, rowJson, toRecord, userJson, walletJson } from './rows.ts';

export interface ContextRow {
  readonly record: RecordRow;
  readonly ancestors: readonly RecordRow[];
  readonly children: readonly RecordRow[];
  readonly child_parties: NonNullable<RecordContext['childParties']>;
  readonly parties: RecordContext['parties'];
  readonly did: readonly string[];
  readonly deputy_did: readonly string[];
  readonly documents: RecordContext['documents'];
  readonly wallet: RecordContext['documents'];
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
  readonly assignee: AccountName | null;
  readonly head: Buffer | null;
}

const partyFields = `'role', p.role, 'account', p.account, 'department', p.department`;
const party = `json_build_object(${partyFields})`;
const namedParty = `json_build_object(${partyFields}, 'name', (SELECT name FROM accounts WHERE id = p.account))`;

/** What a context has beside its record. `$1` is `actorsOf` the visitor. */
export const relatives = {
  parties: (alias: string) =>
    `(SELECT coalesce(json_agg(${namedParty}), '[]') FROM parties p WHERE p.record = ${alias}.id)`,
  did: (alias: string) => actsSql(alias, '($1::uuid[])[1]'),
  deputyDid: (alias: string) =>
    `CASE WHEN ($1::uuid[])[2] IS NULL THEN ARRAY[]::text[] ELSE ${actsSql(alias, '($1::uuid[])[2]')} END`,
  documents: (
    alias: string,
  ) => `(SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
     FROM documents d WHERE d.record = ${alias}.id)`,
} as const;

function actsSql(alias: string, account: string): string {
  return `ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = ${alias}.id AND ${isActOf(account)})`;
}

/** The parts of a context that are read; the others stay empty. */
export interface ContextNeeds {
  readonly relatives: ReadonlySet<'children' | keyof typeof relatives>;
  /** Whether facts that count other records are read. */
  readonly facts: boolean;
  /** The columns and answers that are read of each record. */
  readonly fields: readonly string[];
  /** The answers among them. */
  readonly answers: readonly string[];
}

/** How much a page of rows reads. */
export interface RowNeeds {
  /** The row stays the same until something that is read for it changes, or the day. */
  readonly isLasting: boolean;
  /** The types of the ancestors from which the rows show something. */
  readonly shown: readonly string[];
  /** The types of the ancestors whose children are read. */
  readonly parents: readonly string[];
  /** The types of the owners' profiles of which the rows show something. */
  readonly profiles: readonly string[];
  readonly own: ContextNeeds;
  /** Of the ancestors from which the rows show something. */
  readonly above: ContextNeeds;
}

/**
 * The columns of such a row. The record has the alias `r`, its owner's account `o`; `$1` is `actorsOf` the visitor.
 * @param children the children of the record, as a JSON list
 * @param record its own row, as JSON
 */
function contextColumnsWith(children: string, record = rowJson('r')): string {
  return `
  ${record} AS record,
  (SELECT coalesce(json_agg(${rowJson('a')} ORDER BY array_position(r.ancestors, a.id)), '[]')
     FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors,
  ${children} AS children,
  ${childParties} AS child_parties,
  ${relatives.parties('r')} AS parties,
  ${relatives.did('r')} AS did,
  ${relatives.deputyDid('r')} AS deputy_did,
  ${relatives.documents('r')} AS documents,
  ${walletJson('r')} AS wallet,
  o.slug AS owner_slug, o.name AS owner_name, r.head,
  (SELECT json_build_object('slug', h.slug, 'name', h.name) FROM accounts h WHERE h.id = r.assignee) AS assignee`;
}

const childParties = `(SELECT coalesce(json_object_agg(x.id, x.parties), '{}') FROM (
     SELECT c.id, json_agg(${party}) AS parties
       FROM records c JOIN parties p ON p.record = c.id WHERE c.parent = r.id GROUP BY c.id) x)`;

/** All columns of such a row. */
export const contextColumns =
  contextColumnsWith(`(SELECT coalesce(json_agg(${childJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM records c WHERE c.parent = r.id)`);

/** The same of an account. Its children are the records that it owns, without their answers. */
export const userContextColumns = contextColumnsWith(
  `(SELECT coalesce(json_agg(${childJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM (SELECT id, type, slug, number, state, kind, owner, office, unit, assignee, parent, version, due, '{}'::jsonb AS data, form,
       since, clocks, booking, filed_at, created_at, updated_at FROM records WHERE owner = r.id) c)`,
  userJson('r'),
);

/**
 * Adds the facts that count other records, in one query for all contexts.
 * @param about children by the id of their parent, if they have been read already; and what is needed (null:
 * everything)
 */
export async function withFacts(
  client: Queryable,
  scope: RequestContext,
  bare: readonly RecordContext[],
  { known, needs }: { readonly known: RecordsByParent; readonly needs: ContextNeeds | null },
): Promise<RecordContext[]> {
  if (needs?.facts === false) return [...bare];
  const childrenOf = await readCounted(client, scope.portal, { contexts: bare, known });
  return bare.map((context) => withFactsFor(scope, context, childrenOf));
}

/** The records below an ancestor. */
type ChildrenOf = (ancestor: string) => readonly PortalRecord[];

/**
 * Adds the facts that count other records, as this visitor's conditions read them.
 * @param childrenOf see `readCounted`
 */
export function withFactsFor(
  { portal, visitor }: Scope,
  context: RecordContext,
  childrenOf: ChildrenOf | null,
): RecordContext {
  const facts = childrenOf === null ? {} : factsAbove({ portal, visitor, context }, childrenOf);
  return withCountedFacts({ portal, visitor, context: { ...context, facts } });
}

/** The context of the row, without facts. */
function toContext(scope: RequestContext, row: ContextRow): RecordContext {
  return {
    ...emptyContext(scope),
    record: toRecord(row.record),
    ancestors: row.ancestors.map(toRecord),
    children: row.children.map(toRecord),
    childParties: row.child_parties,
    parties: row.parties,
    did: row.did,
    deputyDid: row.deputy_did,
    documents: row.documents,
    wallet: row.wallet,
  };
}

/** What every context of a request has. */
export function emptyContext({
  portal,
  now = new Date(),
}: RequestContext): Pick<RecordContext, 'childParties' | 'facts' | 'wallet' | 'input' | 'today' | 'now'> {
  return {
    childParties: {},
    facts: {},
    wallet: [],
    input: {},
    today: todayIn(portal.timeZone, now),
    now: now.toISOString(),
  };
}

/** Children by the id of their parent. */
type RecordsByParent = ReadonlyMap<string, readonly PortalRecord[]>;

const childrenOfParents = {
  name: 'children-of',
  text: `SELECT ${childJson('c')} AS record FROM records c WHERE c.parent = ANY($1::uuid[])`,
};

/**
 * Reads the children of the ancestors that have facts about their children, in one query for all contexts.
 * @param known children that have been read already
 * @returns null if no ancestor has such facts
 */
export async function readCounted(
  client: Queryable,
  portal: Portal,
  {
    contexts,
    known = new Map(),
  }: { readonly contexts: readonly RecordContext[]; readonly known?: RecordsByParent },
): Promise<ChildrenOf | null> {
  const counting = new Set(contexts.flatMap((context) => countingIds(portal, context)));
  if (counting.size === 0) return null;
  const read = await readChildren(
    client,
    [...counting].filter((id) => !known.has(id)),
  );
  return (id) => known.get(id) ?? read.get(id) ?? [];
}

/** Ids of the ancestors that have facts about their children. */
function countingIds(portal: Portal, { ancestors }: RecordContext): string[] {
  const counting = countingTypes(portal);
  return ancestors.filter(({ type }) => counting.has(type)).map(({ id }) => id);
}

async function readChildren(client: Queryable, parents: readonly string[]): Promise<RecordsByParent> {
  if (parents.length === 0) return new Map();
  const rows = await client.query<{ record: RecordRow }>({ ...childrenOfParents, values: [parents] });
  return Map.groupBy(
    rows.map((row) => toRecord(row.record)),
    (child) => child.parent ?? '',
  );
}

/** The types that have facts about their children. */
export const countingTypes = onceForEach(({ recordTypes }: Portal) => {
  const types = Object.values(recordTypes).filter(({ derived }) => Object.values(derived).some(needsOthers));
  return new Set(types.map(({ type }) => type));
});

/** By ancestor id; null or absent: it does not exist for this visitor. */
export type ViewsAbove = ReadonlyMap<string, View | null>;

const reading = {
  name: 'records-above',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = ANY($2::uuid[])`,
};

/** Reads the records with these ids. The rows tell what the visitor did with them. */
export function readContextRows(
  client: Queryable,
  visitor: Visitor,
  ids: readonly string[],
): Promise<ContextRow[]> {
  return client.query<ContextRow>({ ...reading, values: [actorsOf(visitor), ids] });
}

/** Contexts with the visitor's views of their ancestors. */
export interface ContextsWithViews {
  readonly contexts: readonly RecordContext[];
  readonly above: ViewsAbove;
}

export interface AncestorOptions {
  /** Ancestor rows that have been read already; the result has the visitor's view of each. */
  readonly read?: readonly ContextRow[];
}

/** Reads all ancestors in one statement, or in none if nothing of them is counted or shown. */
export async function withAncestorViews(
  client: Queryable,
  scope: RequestContext,
  rows: readonly ContextRow[],
  { read = [] }: AncestorOptions = {},
): Promise<ContextsWithViews> {
  const bare = rows.map((row) => toContext(scope, row));
  const shown = new Set(bare.flatMap((context) => shownIds(scope.portal, context)));
  const counted = bare.flatMap((context) => countingIds(scope.portal, context));
  const ids = new Set([...shown, ...counted]);
  for (const { record } of read) {
    ids.delete(record.id);
    shown.add(record.id);
  }
  const found = ids.size === 0 ? [] : await readContextRows(client, scope.visitor, [...ids]);
  const near = [...read, ...found].map((row) => toContext(scope, row));
  const known = new Map(near.map(({ record, children }) => [record.id, children]));
  const whole = await withReferred(client, scope, [...near, ...bare], { known });
  const above = await withFacts(
    client,
    scope,
    whole.slice(0, near.length).filter(({ record }) => shown.has(record.id)),
    { known, needs: null },
  );
  const contexts = await withFacts(client, scope, whole.slice(near.length), { known, needs: null });
  return { contexts, above: viewsOf(scope, above) };
}

const referring = {
  name: 'records-referred',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.slug = ANY($2::text[])`,
};

/** A path follows two answers, and the rules of the record there may follow two more. */
const followed = 4;

/**
 * The contexts, each with the records that its own answers and those of its relatives name, and with those that name
 * it or one above it, where derived values count them.
 * @param known children of ancestors, by the id of their parent; facts of the ancestors read them
 */
export async function withReferred(
  client: Queryable,
  scope: RequestContext,
  contexts: readonly RecordContext[],
  { known = new Map(), depth = followed }: { readonly known?: RecordsByParent; readonly depth?: number } = {},
): Promise<readonly RecordContext[]> {
  if (referencesByType(scope.portal).size === 0) return contexts;
  const lines = contexts.map(({ record, ancestors }) => [record, ...ancestors]);
  const naming = await readNaming(client, scope.portal, lines.flat());
  const beside = ({ ancestors }: RecordContext) => ancestors.flatMap(({ id }) => known.get(id) ?? []);
  const around = contexts.map((context) => [...withRelatives(context), ...beside(context)]);
  const read = await readReferred(client, scope, around.flat(), depth);
  if (read.length === 0 && naming.length === 0) return contexts;
  const bySlug = Map.groupBy(read, ({ record }) => record.slug);
  return contexts.map((context, at) => ({
    ...context,
    referred: slugsNamedBy(scope.portal, around[at] ?? []).flatMap((slug) => bySlug.get(slug) ?? []),
    naming: naming.filter((one) => namesOneOf(scope.portal, one, lines[at] ?? [])),
  }));
}

function namesOneOf(portal: Portal, { record }: NamingRecord, line: readonly PortalRecord[]): boolean {
  const slugs = slugsNamedBy(portal, [record]);
  return line.some(({ slug }) => slugs.includes(slug));
}

/** The record of the context, those above it and those below it. */
export function withRelatives({ record, ancestors, children }: RecordContext): PortalRecord[] {
  return [record, ...ancestors, ...children];
}

/** The records that answers of these records name: one statement, and none if the portal has no such questions. */
export async function readReferred(
  client: Queryable,
  scope: RequestContext,
  records: readonly PortalRecord[],
  depth = followed,
): Promise<readonly RecordContext[]> {
  const slugs = slugsNamedBy(scope.portal, records);
  if (depth === 0 || slugs.length === 0) return [];
  const rows = await client.query<ContextRow>({ ...referring, values: [actorsOf(scope.visitor), slugs] });
  return contextsBeside(client, scope, rows, depth - 1);
}

/** The contexts of other records of which a record shows something: the rules of these decide who sees it. */
export async function contextsBeside(
  client: Queryable,
  scope: RequestContext,
  rows: readonly ContextRow[],
  depth = followed - 1,
): Promise<readonly RecordContext[]> {
  const bare = rows.map((row) => toContext(scope, row));
  const found = await withReferred(client, scope, bare, { depth });
  return withFacts(client, scope, found, { known: new Map(), needs: null });
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
