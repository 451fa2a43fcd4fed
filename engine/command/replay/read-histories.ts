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
import { readFamilies, type ReplayPortals } from './read-families.ts';

interface HeldDocument {
  readonly owner: string;
  readonly record: string;
  readonly document: IssuedDocument;
}

/** @param last at most so many families, the newest first; those that take part in each other are one history */
export async function readHistories(
  client: Transaction,
  portals: ReplayPortals,
  last: number,
): Promise<readonly FamilyHistory[]> {
  const families = await readFamilies(client, portals, last);
  const owners = families.flatMap(({ records }) => records.flatMap(({ owner }) => owner ?? []));
  const documents = await client.query<HeldDocument>({
    name: 'documents-to-replay',
    text: `SELECT d.owner, d.record, portal_document(d) AS document FROM documents d
      WHERE d.owner = ANY($1) ORDER BY d.issued_at DESC`,
    values: [[...new Set(owners)]],
  });
  const held = Map.groupBy(documents, ({ owner }) => owner);
  return families.map((family) => ({ ...family, documents: heldElsewhere(family, held) }));
}

function heldElsewhere(
  { records }: Pick<FamilyHistory, 'records'>,
  held: ReadonlyMap<string, readonly HeldDocument[]>,
): FamilyHistory['documents'] {
  const own = new Set(records.map(({ id }) => id));
  const owners = [...new Set(records.flatMap(({ owner }) => owner ?? []))];
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
