/** Takes hold of a family of records for a transaction, and reads it as it is then. */
import type { Family, Member } from '../../portal/life/family.ts';
import { ancestorsOf, contextIn } from '../../portal/life/family.ts';
import type { Queryable } from '../database/database.ts';
import type { Asker } from './asker.ts';
import type { StoredRecord } from './read-record.ts';
import { readRelated } from './related-records.ts';
import { toRecord, type RecordRow } from './rows.ts';
import { todayIn } from './today.ts';
import { shownIds, viewsOf } from './views-above.ts';

/** A family as it is stored. */
export interface StoredFamily {
  readonly family: Family;
  /** Slug and name of the owner's account, by account id. */
  readonly owners: ReadonlyMap<string, NonNullable<StoredRecord['owner']>>;
  /** Hash of the newest event, by record id. */
  readonly heads: ReadonlyMap<string, Buffer | null>;
}

interface Row {
  readonly record: RecordRow;
  readonly parties: Member['parties'];
  readonly did: readonly string[];
  readonly documents: Member['documents'];
  readonly wallet: Member['wallet'];
  readonly wake: Date | null;
  readonly head: Buffer | null;
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
}

const locking = {
  name: 'lock-family',
  text: 'SELECT * FROM portal_family($1::uuid, $2::uuid, $3::boolean)',
};

const lockingBySlug = {
  name: 'lock-family-by-slug',
  text: 'SELECT * FROM portal_family((SELECT id FROM records WHERE slug = $1 AND type = $4), $2::uuid, $3::boolean)',
};

export type Wanted = { readonly type: string; readonly slug: string } | { readonly id: string };

/**
 * Waits for whoever changes the family now.
 * @param client of a transaction: the family is let go with its end
 * @returns null where there is no such record; with `waits: false` also where somebody else holds it
 */
export async function lockFamily(
  client: Queryable,
  { portal, visitor, now = new Date() }: Asker,
  wanted: Wanted,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<StoredFamily | null> {
  const rows =
    'id' in wanted
      ? await client.query<Row>({ ...locking, values: [wanted.id, visitor.account, waits] })
      : await client.query<Row>({
          ...lockingBySlug,
          values: [wanted.slug, visitor.account, waits, wanted.type],
        });
  if (rows.length === 0) return null;
  const members = new Map<string, Member>();
  const owners = new Map<string, NonNullable<StoredRecord['owner']>>();
  const heads = new Map<string, Buffer | null>();
  for (const { record: row, wake, head, owner_slug: slug, owner_name: name, ...around } of rows) {
    const record = toRecord(row);
    members.set(record.id, { record, ...around, wake: wake?.toISOString() ?? null });
    heads.set(record.id, head);
    if (record.owner !== null && slug !== null) owners.set(record.owner, { slug, name: name ?? '' });
  }
  const bare = { members, today: todayIn(portal.timeZone, now), now: now.toISOString() };
  return { family: await withRelated(client, portal, bare), owners, heads };
}

async function withRelated(client: Queryable, portal: Asker['portal'], family: Family): Promise<Family> {
  const lines = [...family.members.values()].map(({ record }) => ({
    record,
    ancestors: ancestorsOf(family, record),
  }));
  const related = await readRelated(client, portal, lines);
  if (related.size === 0) return family;
  const members = [...family.members].map(
    ([id, member]) => [id, { ...member, related: related.get(id) ?? [] }] as const,
  );
  return { ...family, members: new Map(members) };
}

/** A member as single records are read. */
export function storedIn(asker: Asker, { family, owners, heads }: StoredFamily, id: string): StoredRecord {
  const context = contextIn(asker, family, id);
  const { owner } = context.record;
  return {
    context,
    owner: owner === null ? null : (owners.get(owner) ?? null),
    head: heads.get(id) ?? null,
    above: viewsOf(
      asker,
      shownIds(asker.portal, context).map((above) => contextIn(asker, family, above)),
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
