/** Locks a family of records for a transaction, and reads its current state. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import type { IssuedDocument } from '../../../portal/model/document.ts';
import { ancestorsOf, contextIn, type Family, type Member, memberOf } from '../../../portal/life/family.ts';
import { slugsNamedBy } from '../../../portal/forms/references.ts';
import { watchesChecklist } from '../../../portal/life/triggers.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { AccountName, PortalRecord } from '../../../portal/model/record.ts';
import type { NamedStatement, Queryable } from '../../database/database.ts';
import { inOrder } from '../../database/transactions.ts';
import type { RequestContext } from '../rows/request-context.ts';
import type { StoredRecord, StoredFamily } from '../rows/read-record.ts';
import { readRelated } from '../rows/related-records.ts';
import { isoTime, type RecordRow, toRecord } from '../rows/rows.ts';
import { todayIn } from '../../sql/today.ts';
import { readReferred, viewsOf } from '../rows/context-rows.ts';
import { lockCounted, readNaming } from '../rows/naming-records.ts';

type RowOf<Key extends string, Thing> = Readonly<Record<Key, string>> & Thing;

interface MemberFacts {
  readonly wake: string | null;
  /** Hexadecimal, after a prefix of two characters. */
  readonly head: string | null;
}

/** A family as the database returns it. An empty list is null. */
export interface FamilyRows {
  /** Parents come before their children. */
  readonly members: readonly (RecordRow & MemberFacts)[];
  readonly parties: readonly RowOf<'record', Member['parties'][number]>[] | null;
  /** By each of `actorsOf` the visitor. */
  readonly did: readonly RowOf<'record', { readonly what: string; readonly account: string }>[] | null;
  readonly documents: readonly RowOf<'record', { readonly document: IssuedDocument }>[] | null;
  readonly wallets: readonly RowOf<'owner', { readonly document: IssuedDocument }>[] | null;
  readonly owners: readonly RowOf<'id', AccountName>[] | null;
  readonly assignees: readonly RowOf<'id', AccountName>[] | null;
}

/** The root of the family of the given record. */
const first = (named: string): string =>
  `SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) AS id FROM records r WHERE ${named}`;

/** A change of any part of a family locks the row of its root. */
const locking = (named: string): string =>
  `SELECT FROM records WHERE id = (${first(named)}) FOR NO KEY UPDATE`;

const reading = (named: string): string => `SELECT portal_family((${first(named)}), $3::uuid[]) AS family`;

interface Statements {
  readonly lock: NamedStatement;
  /** Skips a family that somebody else has locked. */
  readonly tryLock: NamedStatement;
  readonly read: NamedStatement;
}

const statements = (by: string, named: string): Statements => ({
  lock: { name: `lock-family-by-${by}`, text: locking(named) },
  tryLock: { name: `try-family-by-${by}`, text: `${locking(named)} SKIP LOCKED` },
  read: { name: `read-family-by-${by}`, text: reading(named) },
});

const byId = statements('id', 'r.id = $1::uuid AND $2::text IS NULL');
const bySlug = statements('slug', 'r.slug = $1 AND r.type = $2');

export type RecordLocator = { readonly type: string; readonly slug: string } | { readonly id: string };

/**
 * Waits for the current writer of the family. The read comes after the lock, so it sees what was committed meanwhile.
 * @param client of a transaction, whose end releases the family
 * @returns null if there is no such record; with `waits: false` also if somebody else has locked it
 */
export async function lockFamily(
  client: Queryable,
  scope: RequestContext,
  locator: RecordLocator,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<StoredFamily | null> {
  const [{ lock, tryLock, read }, values] =
    'id' in locator ? [byId, [locator.id, null]] : [bySlug, [locator.slug, locator.type]];
  const [locked, rows] = await inOrder(
    client.query({ ...(waits ? lock : tryLock), values }),
    client.query<{ family: FamilyRows }>({ ...read, values: [...values, actorsOf(scope.visitor)] }),
  );
  const [row] = rows;
  return locked.length === 0 || row === undefined ? null : readFamily(client, scope, row.family, locator);
}

/**
 * Builds the family from these rows, with the related records that the wanted record's checklist and the engine need.
 * `withAllRelated` adds the related records of the other checklists.
 */
export async function readFamily(
  client: Queryable,
  scope: RequestContext,
  rows: FamilyRows,
  locator: RecordLocator,
): Promise<StoredFamily> {
  const { portal, visitor, now = new Date() } = scope;
  const stored = toFamily(rows, {
    visitor,
    today: todayIn(portal.timeZone, now),
    now: now.toISOString(),
  });
  const id = 'id' in locator ? locator.id : memberNamed(stored.family, locator);
  const isAsked = (record: PortalRecord) => record.id === id || watchesChecklist(portal, record.type);
  const family = await withRelated(client, portal, stored.family, isAsked);
  return { ...stored, family: await knowingReferred(client, scope, family) };
}

/**
 * The family with the records that answers of its members name, and with those that name members, where derived values
 * count them.
 * @param others records with answers that the family does not have yet
 */
export async function knowingReferred(
  client: Queryable,
  scope: RequestContext,
  family: Family,
  others: readonly PortalRecord[] = [],
): Promise<Family> {
  const known = new Set(family.referred?.map(({ record }) => record.slug));
  const members = Array.from(family.members.values(), ({ record }) => record);
  const records = [...members, ...others];
  await lockCounted(client, scope.portal, records);
  const naming = family.naming ?? (await readNaming(client, scope.portal, members));
  if (slugsNamedBy(scope.portal, records).every((slug) => known.has(slug))) return { ...family, naming };
  return { ...family, naming, referred: await readReferred(client, scope, records) };
}

/** The family with the related records of all its checklists. */
export function withAllRelated(client: Queryable, portal: Portal, family: Family): Promise<Family> {
  return withRelated(client, portal, family, () => true);
}

function toFamily(
  rows: FamilyRows,
  { visitor, today, now }: Pick<Family, 'today' | 'now'> & Pick<RequestContext, 'visitor'>,
): StoredFamily {
  const [actor, deputy] = actorsOf(visitor);
  const parties = Map.groupBy(rows.parties ?? [], ({ record }) => record);
  const did = Map.groupBy(rows.did ?? [], ({ record }) => record);
  const documents = Map.groupBy(rows.documents ?? [], ({ record }) => record);
  const wallets = Map.groupBy(rows.wallets ?? [], ({ owner }) => owner);
  const assignees = new Map((rows.assignees ?? []).map(({ id, ...account }) => [id, account]));
  const members = rows.members.map((row): [string, Member] => [
    row.id,
    {
      record: toRecord(row),
      assignee: assignees.get(row.assignee ?? '') ?? null,
      parties: (parties.get(row.id) ?? []).map(({ role, account, department, name }) => ({
        role,
        account,
        department,
        name: name ?? null,
      })),
      did: (did.get(row.id) ?? []).flatMap(({ what, account }) => (account === actor ? what : [])),
      deputyDid: (did.get(row.id) ?? []).flatMap(({ what, account }) => (account === deputy ? what : [])),
      documents: (documents.get(row.id) ?? []).map(({ document }) => document),
      wallet: (wallets.get(row.owner ?? '') ?? []).map(({ document }) => document),
      wake: row.wake === null ? null : isoTime(row.wake),
    },
  ]);
  return {
    family: { members: new Map(members), today, now },
    owners: new Map((rows.owners ?? []).map(({ id, ...owner }) => [id, owner])),
    heads: new Map(
      rows.members.map(({ id, head }) => [id, head === null ? null : Buffer.from(head.slice(2), 'hex')]),
    ),
  };
}

async function withRelated(
  client: Queryable,
  portal: Portal,
  family: Family,
  isAsked: (record: PortalRecord) => boolean,
): Promise<Family> {
  const asked = [...family.members.values()].filter(({ record }) => isAsked(record));
  const lines = asked.map(({ record }) => ({
    record,
    ancestors: ancestorsOf(family, record),
  }));
  const related = await readRelated(client, portal, lines);
  if (related.size === 0) return family;
  const members = [...family.members].map(
    ([id, member]) => [id, { ...member, related: related.get(id) ?? member.related ?? [] }] as const,
  );
  return { ...family, members: new Map(members) };
}

/** A member as single records are read. */
export function storedMember(
  scope: RequestContext,
  { family, owners, heads }: StoredFamily,
  id: string,
): StoredRecord {
  const context = contextIn(scope, family, id);
  const { owner } = context.record;
  return {
    context,
    owner: owner === null ? null : (owners.get(owner) ?? null),
    assignee: context.record.assignee === null ? null : (memberOf(family, id).assignee ?? null),
    head: heads.get(id) ?? null,
    above: viewsOf(
      scope,
      context.ancestors.map((above) => contextIn(scope, family, above.id)),
    ),
  };
}

/** Id of the member with this type and slug, or null. */
export function memberNamed(
  { members }: Family,
  { type, slug }: { readonly type: string; readonly slug: string },
): string | null {
  for (const { record } of members.values()) {
    if (record.slug === slug && record.type === type) return record.id;
  }
  return null;
}
