/** Reads one record with everything that conditions may read about it, in one statement. */
import { may, recordTypeOf } from '../../../portal/access/access.ts';
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { AccountName, RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import type { RequestContext } from './request-context.ts';
import {
  type AncestorOptions,
  contextColumns,
  type ContextRow,
  userContextColumns,
  type ViewsAbove,
  withAncestorViews,
} from './context-rows.ts';
import { readIssuing } from './issuing-records.ts';
import { readRelated } from './related-records.ts';
import type { Family } from '../../../portal/life/family.ts';

/** A record in the form that the server works with. */
export interface StoredRecord {
  readonly context: RecordContext;
  /** Slug and name of the owner's account. */
  readonly owner: AccountName | null;
  /** The same of the account that works on it. */
  readonly assignee: AccountName | null;
  /** Hash of its newest event. */
  readonly head: Buffer | null;
  /** The visitor's views of the ancestors from which this record shows something. */
  readonly above: ViewsAbove;
}

/** A family as it is stored. */
export interface StoredFamily {
  readonly family: Family;
  /** Slug and name of the owner's account, by account id. */
  readonly owners: ReadonlyMap<string, NonNullable<StoredRecord['owner']>>;
  /** Hash of the newest event, by record id. */
  readonly heads: ReadonlyMap<string, Buffer | null>;
}

/** The record with this name and its ancestors, which are nearly always needed. */
const withAbove = (named: string): string => `SELECT ${contextColumns}
  FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id IN (
    SELECT x.id FROM records x WHERE ${named}
    UNION ALL SELECT unnest(x.ancestors) FROM records x WHERE ${named})`;

const bySlug = { name: 'record-by-slug', text: withAbove('x.slug = $2 AND x.type = $3') };

const byId = { name: 'record-by-id', text: withAbove('x.id = $2::uuid') };

const userBySlug = {
  name: 'user-by-slug',
  text: `SELECT ${userContextColumns} FROM user_records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.slug = $2 AND r.type = $3
    ORDER BY r.is_first DESC, r.membership`,
};

/** Returns the record of this type and slug, or null. Does not check whether the visitor may see it. */
export async function readRecord(
  client: Queryable,
  scope: RequestContext,
  { type, slug }: { readonly type: string; readonly slug: string },
): Promise<StoredRecord | null> {
  const recordType = recordTypeOf(scope.portal, type);
  if (!isSlug(slug) || recordType === null) return null;
  const reading = recordType.builtIn === 'user' ? userBySlug : bySlug;
  const rows = await client.query<ContextRow>({ ...reading, values: [actorsOf(scope.visitor), slug, type] });
  return toStored(client, scope, { rows, isIt: ({ record }) => record.slug === slug });
}

/** The record with this id, or null. */
export async function readRecordById(
  client: Queryable,
  scope: RequestContext,
  id: string,
): Promise<StoredRecord | null> {
  const rows = await client.query<ContextRow>({ ...byId, values: [actorsOf(scope.visitor), id] });
  return toStored(client, scope, { rows, isIt: ({ record }) => record.id === id });
}

/** The records above, nearest first. Whether somebody may read one can depend on others below it, so each is read with them. */
export async function readContextsAbove(
  client: Queryable,
  scope: RequestContext,
  { ancestors }: RecordContext,
): Promise<RecordContext[]> {
  const found: RecordContext[] = [];
  for (const record of ancestors) {
    const stored = await readRecord(client, scope, record);
    if (stored !== null) found.push(stored.context);
  }
  return found;
}

/** Any other text in an address cannot name a record and needs no query. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}

/**
 * Reads a page of rows together, with one query for all their relatives.
 * @param known ancestor rows that have been read already
 */
export async function toStoredPage(
  client: Queryable,
  scope: RequestContext,
  rows: readonly ContextRow[],
  known: AncestorOptions = {},
): Promise<StoredRecord[]> {
  const { contexts, above } = await withAncestorViews(client, scope, rows, known);
  const related = await readRelated(client, scope.portal, contexts);
  const issuing = await readIssuing(client, scope.portal, contexts);
  return contexts.map((bare, index) => {
    const { owner_slug: slug, owner_name: name, assignee, head } = rows[index] ?? nobody;
    const context = {
      ...bare,
      related: related.get(bare.record.id) ?? [],
      issuing: issuing.get(bare.record.id) ?? [],
    };
    return { context, owner: slug === null ? null : { slug, name: name ?? '' }, assignee, head, above };
  });
}

const nobody = { owner_slug: null, owner_name: null, assignee: null, head: null };

async function toStored(
  client: Queryable,
  scope: RequestContext,
  { rows, isIt }: { readonly rows: readonly ContextRow[]; readonly isIt: (row: ContextRow) => boolean },
): Promise<StoredRecord | null> {
  const own = rows.filter(isIt);
  const above = rows.filter((one) => !own.includes(one));
  const stored = await toStoredPage(client, scope, own, { read: above });
  return stored.toSorted((one, other) => rightsOver(scope, other) - rightsOver(scope, one))[0] ?? null;
}

/** An account has a row for each of its memberships. The visitor meets the one that they may do most with. */
function rightsOver({ portal, visitor }: RequestContext, { context }: StoredRecord): number {
  const scope = { portal, visitor, context };
  const { type } = context.record;
  return may(scope, 'update', type) ? 2 : Number(may(scope, 'read', type));
}
