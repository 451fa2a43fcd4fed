/** Reads the histories of the newest record families, and the people in them, without changing anything. */
import type { IssuedDocument } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import {
  type FamilyHistory,
  personKey,
  type PickableAccounts,
  type ReplayEvent,
} from '../../replay/history.ts';
import { visitorOfAccount } from '../../server/accounts/account-flags.ts';
import { type Account, accountColumns } from '../../server/accounts/accounts.ts';
import type { Database, Transaction } from '../../server/database/database.ts';
import { presentNameIn } from '../../portal/succession/succeed-record.ts';
import { joinDetail } from '../../server/history/ledger.ts';
import { type RecordRow, rowJson, toRecord } from '../../server/records/rows/rows.ts';

interface FamilyRow {
  readonly root: string;
  readonly record: RecordRow;
}

interface HeldDocument {
  readonly owner: string;
  readonly record: string;
  readonly document: IssuedDocument;
}

/** @param last at most so many families, the newest first */
export async function readHistories(
  client: Transaction,
  { recordTypes }: Portal,
  last: number,
): Promise<readonly FamilyHistory[]> {
  const types = Object.values(recordTypes).flatMap(({ type, builtIn }) => (builtIn === null ? [type] : []));
  const rows = await client.query<FamilyRow>({
    name: 'families-to-replay',
    text: `WITH RECURSIVE roots AS (
        SELECT id FROM records WHERE parent IS NULL AND type = ANY($1) ORDER BY created_at DESC, id LIMIT $2),
      family AS (
        SELECT id AS root, id FROM roots
        UNION ALL SELECT f.root, r.id FROM family f JOIN records r ON r.parent = f.id)
      SELECT f.root, ${rowJson('r')} AS record FROM family f JOIN records r ON r.id = f.id
      ORDER BY cardinality(r.ancestors), r.created_at, r.id`,
    values: [types, last],
  });
  const events = await client.query<ReplayEvent>({
    name: 'events-to-replay',
    text: `SELECT e.record, e.at, e.account, e.department, e.what, e.detail, v.entries
      FROM events e LEFT JOIN event_values v USING (record, version) WHERE e.record = ANY($1) ORDER BY e.seq`,
    values: [rows.map(({ record }) => record.id)],
  });
  const documents = await client.query<HeldDocument>({
    name: 'documents-to-replay',
    text: `SELECT d.owner, d.record, portal_document(d) AS document FROM documents d
      WHERE d.owner = ANY($1) ORDER BY d.issued_at DESC`,
    values: [[...new Set(rows.flatMap(({ record }) => record.owner ?? []))]],
  });
  const held = Map.groupBy(documents, ({ owner }) => owner);
  const rootOf = new Map(rows.map(({ root, record }) => [record.id, root]));
  const eventsOf = Map.groupBy(events, ({ record }) => rootOf.get(record) ?? '');
  return [...Map.groupBy(rows, ({ root }) => root)].map(([root, family]) => ({
    records: family.map(({ record }) => toRecord(record)),
    events: (eventsOf.get(root) ?? []).map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    documents: heldElsewhere(family, held),
  }));
}

function heldElsewhere(
  family: readonly FamilyRow[],
  held: ReadonlyMap<string, readonly HeldDocument[]>,
): FamilyHistory['documents'] {
  const own = new Set(family.map(({ record }) => record.id));
  const owners = [...new Set(family.flatMap(({ record }) => record.owner ?? []))];
  return new Map(
    owners.map((owner) => [
      owner,
      (held.get(owner) ?? []).flatMap(({ record, document }) => (own.has(record) ? [] : [document])),
    ]),
  );
}

/** When the newest event of all records happened: until then the portal has let time pass (ISO date-time). */
export async function readNewestMoment(client: Transaction): Promise<string> {
  const [row] = await client.query<{ at: string }>({
    name: 'newest-event',
    text: 'SELECT coalesce((SELECT at FROM events ORDER BY seq DESC LIMIT 1), now()) AS at',
  });
  return new Date(row?.at ?? Date.now()).toISOString();
}

/** The accounts that did something, or for which a deputy did, in the department in which they did it. */
export async function readActors(
  client: Transaction,
  histories: readonly FamilyHistory[],
): Promise<readonly Account[]> {
  const ids = histories.flatMap(({ events }) =>
    events.flatMap(({ account, detail }) => [account ?? [], detail['for'] ?? []].flat()),
  );
  return client.query<Account>({
    name: 'actors-to-replay',
    text: `SELECT ${accountColumns} FROM account_memberships a WHERE a.id = ANY($1)
      ORDER BY a.joined_at NULLS FIRST, a.membership`,
    values: [[...new Set(ids)]],
  });
}

/** Each actor with the rights of today, as one configuration sees them. */
export async function visitorsOf(
  client: Transaction,
  { database, portal }: { readonly database: Database; readonly portal: Portal },
  actors: readonly Account[],
): Promise<ReadonlyMap<string, Visitor>> {
  const people = new Map<string, Visitor>();
  const application = { database, portal: () => portal, now: () => new Date() };
  for (const actor of actors) {
    const department = presentNameIn(portal, 'departments', actor.department);
    const visitor = await visitorOfAccount(application, { ...actor, department }, client);
    const key = personKey(portal, actor.id, department);
    if (visitor !== null && !people.has(key)) people.set(key, visitor);
  }
  return people;
}

/** The accounts that somebody chose in a step, or that own a record, by slug: each in its first membership. */
export async function readPicked(
  client: Transaction,
  histories: readonly FamilyHistory[],
): Promise<PickableAccounts> {
  const slugs = histories.flatMap(({ events }) => events.flatMap(picksOf));
  const owners = histories.flatMap(({ records }) => records.flatMap(({ owner }) => owner ?? []));
  const rows = await client.query<Pick<Account, 'id' | 'slug' | 'department'>>({
    name: 'picked-to-replay',
    text: `SELECT DISTINCT ON (a.id) a.id, a.slug, a.department FROM account_memberships a
      WHERE a.slug = ANY($1) OR a.id = ANY($2::uuid[]) ORDER BY a.id, a.joined_at NULLS FIRST, a.membership`,
    values: [[...new Set(slugs)], [...new Set(owners)]],
  });
  return new Map(rows.map(({ id, slug, department }) => [slug, { account: id, department }]));
}

function picksOf({ detail, entries }: ReplayEvent): readonly string[] {
  const { input } = joinDetail(detail, entries ?? {});
  const pick = isMapping(input) ? [input['pick'] ?? []].flat() : [];
  return pick.filter((one) => typeof one === 'string');
}
