/** Takes hold of a family of records for a transaction, and reads it as it is then. */
import type { Family, Member } from '../../portal/life/family.ts';
import { ancestorsOf, contextIn } from '../../portal/life/family.ts';
import type { NamedStatement, Queryable } from '../database/database.ts';
import { inOrder } from '../database/in-order.ts';
import type { Asker } from './asker.ts';
import type { StoredRecord } from './read-record.ts';
import { readRelated } from './related-records.ts';
import { rowJson, toRecord, walletJson, type RecordRow } from './rows.ts';
import { todayIn } from './today.ts';
import { treeFrom, treeRecords } from './tree-sql.ts';
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
  /** Stands in one row of each owner. */
  readonly wallet: Member['wallet'] | null;
  readonly wake: Date | null;
  readonly head: Buffer | null;
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
}

/** The first record of the family, of which one record is named. */
const first = (named: string): string =>
  `SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) AS id FROM records r WHERE ${named}`;

/** Whoever changes a part of a family holds the row of its first record. */
const locking = (named: string): string =>
  `SELECT FROM records WHERE id = (${first(named)}) FOR NO KEY UPDATE`;

const reading = (named: string): string => `${treeFrom(first(named))}
SELECT ${rowJson('r')} AS record,
  (SELECT coalesce(json_agg(json_build_object('role', p.role, 'account', p.account, 'department', p.department)), '[]')
    FROM parties p WHERE p.record = r.id) AS parties,
  ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = r.id AND e.account = $3::uuid) AS did,
  (SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
    FROM documents d WHERE d.record = r.id) AS documents,
  CASE WHEN row_number() OVER (PARTITION BY r.owner) = 1 THEN ${walletJson('r')} END AS wallet,
  r.wake, r.head, o.slug AS owner_slug, o.name AS owner_name
FROM ${treeRecords}
  LEFT JOIN LATERAL (SELECT slug, name FROM accounts a WHERE a.id = r.owner OFFSET 0) o ON true
ORDER BY t.depth, r.created_at, r.id`;

interface Statements {
  readonly lock: NamedStatement;
  /** Leaves out a family that somebody else holds. */
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

export type Wanted = { readonly type: string; readonly slug: string } | { readonly id: string };

/**
 * Waits for whoever changes the family now: what is read is read behind the lock, and sees what was committed meanwhile.
 * @param client of a transaction: the family is let go with its end
 * @returns null where there is no such record; with `waits: false` also where somebody else holds it
 */
export async function lockFamily(
  client: Queryable,
  { portal, visitor, now = new Date() }: Asker,
  wanted: Wanted,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<StoredFamily | null> {
  const [{ lock, tryLock, read }, values] =
    'id' in wanted ? [byId, [wanted.id, null]] : [bySlug, [wanted.slug, wanted.type]];
  const [locked, rows] = await inOrder(
    client.query({ ...(waits ? lock : tryLock), values }),
    client.query<Row>({ ...read, values: [...values, visitor.account] }),
  );
  if (locked.length === 0) return null;
  const stored = toFamily(rows, todayIn(portal.timeZone, now), now.toISOString());
  return { ...stored, family: await withRelated(client, portal, stored.family) };
}

function toFamily(rows: readonly Row[], today: string, now: string): StoredFamily {
  const members = new Map<string, Member>();
  const owners = new Map<string, NonNullable<StoredRecord['owner']>>();
  const heads = new Map<string, Buffer | null>();
  const wallets = new Map(
    rows.map(({ record, wallet }) => [record.owner, wallet] as const).filter(([, one]) => one !== null),
  );
  for (const { record: row, wake, head, owner_slug: slug, owner_name: name, ...around } of rows) {
    const record = toRecord(row);
    const wallet = wallets.get(record.owner) ?? [];
    members.set(record.id, { record, ...around, wallet, wake: wake?.toISOString() ?? null });
    heads.set(record.id, head);
    if (record.owner !== null && slug !== null) owners.set(record.owner, { slug, name: name ?? '' });
  }
  return { family: { members, today, now }, owners, heads };
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
