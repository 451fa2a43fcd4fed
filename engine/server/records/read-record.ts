/** Reads one record with all that conditions may ask about it, in one statement. */
import { recordTypeOf } from '../../portal/access.ts';
import { withCountedFacts } from '../../portal/derived-values.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { Queryable } from '../database/database.ts';
import type { Asker } from './asker.ts';
import { ancestorFacts } from './ancestor-facts.ts';
import { rowJson, toRecord } from './rows.ts';
import type { RecordRow } from './rows.ts';
import { todayIn } from './today.ts';

/** A record as the server works on it. */
export interface StoredRecord {
  readonly context: RecordContext;
  /** Slug and name of the owner's account. */
  readonly owner: { readonly slug: string; readonly name: string } | null;
  /** Hash of its newest event. */
  readonly head: Buffer | null;
}

interface Row {
  readonly record: RecordRow;
  readonly ancestors: readonly RecordRow[];
  readonly children: readonly RecordRow[];
  readonly parties: RecordContext['parties'];
  readonly did: readonly string[];
  readonly documents: RecordContext['documents'];
  readonly wallet: RecordContext['documents'];
  readonly owner_slug: string | null;
  readonly owner_name: string | null;
  readonly head: Buffer | null;
}

const columns = `
  ${rowJson('r')} AS record,
  (SELECT coalesce(jsonb_agg(${rowJson('a')} ORDER BY array_position(r.ancestors, a.id)), '[]')
     FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors,
  (SELECT coalesce(jsonb_agg(${rowJson('c')} ORDER BY c.created_at, c.id), '[]')
     FROM records c WHERE c.parent = r.id) AS children,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'account', p.account, 'department', p.department)), '[]')
     FROM parties p WHERE p.record = r.id) AS parties,
  ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = r.id AND e.account = $1::uuid) AS did,
  (SELECT coalesce(jsonb_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
     FROM documents d WHERE d.record = r.id) AS documents,
  portal_wallet(r.kind, r.owner) AS wallet,
  o.slug AS owner_slug, o.name AS owner_name, r.head`;

const bySlug = {
  name: 'record-by-slug',
  text: `SELECT ${columns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.slug = $2 AND r.type = $3`,
};

const userBySlug = {
  name: 'user-by-slug',
  text: bySlug.text.replace('FROM records r LEFT', 'FROM user_records r LEFT'),
};

const byId = {
  name: 'record-by-id',
  text: `SELECT ${columns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = $2::uuid`,
};

/** The columns of a list's page, for rows that stand as `r` beside their owner's account `o`; `$1` is the visitor's account. */
export const contextColumns = columns;

/** The record of this type and slug, or null. Whether the visitor may see it is not asked here. */
export async function readRecord(
  client: Queryable,
  asker: Asker,
  { type, slug }: { readonly type: string; readonly slug: string },
): Promise<StoredRecord | null> {
  const recordType = recordTypeOf(asker.portal, type);
  if (!isSlug(slug) || recordType === null) return null;
  const reading = recordType.builtIn === 'user' ? userBySlug : bySlug;
  const rows = await client.query<Row>({ ...reading, values: [asker.visitor.account, slug, type] });
  return rows[0] === undefined ? null : toStored(client, asker, rows[0]);
}

/** The record with this id, or null. */
export async function readRecordById(
  client: Queryable,
  asker: Asker,
  id: string,
): Promise<StoredRecord | null> {
  const rows = await client.query<Row>({ ...byId, values: [asker.visitor.account, id] });
  return rows[0] === undefined ? null : toStored(client, asker, rows[0]);
}

/** Anything else in an address names no record, and need not be asked of the database. */
function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}

/** A page of rows at once: facts that need the ancestors' children are asked once for all of them. */
export async function toStoredPage(
  client: Queryable,
  asker: Asker,
  rows: readonly Row[],
): Promise<StoredRecord[]> {
  const contexts = rows.map((row) => toContext(asker, row));
  const facts = await ancestorFacts(client, asker, contexts);
  return rows.map((row, index) => {
    const context = contexts[index] ?? toContext(asker, row);
    const stored = { ...context, facts: { ...facts[index] } };
    return {
      ...ownerOf(row),
      context: withCountedFacts(asker.portal, asker.visitor, stored),
      head: row.head,
    };
  });
}

export type ContextRow = Row;

async function toStored(client: Queryable, asker: Asker, row: Row): Promise<StoredRecord | null> {
  const [stored] = await toStoredPage(client, asker, [row]);
  return stored ?? null;
}

function toContext({ portal, now = new Date() }: Asker, row: Row): RecordContext {
  return {
    record: toRecord(row.record),
    ancestors: row.ancestors.map(toRecord),
    children: row.children.map(toRecord),
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

function ownerOf(row: Row): Pick<StoredRecord, 'owner'> {
  const { owner_slug: slug, owner_name: name } = row;
  return { owner: slug === null ? null : { slug, name: name ?? '' } };
}
