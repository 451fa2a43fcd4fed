/** Reads one record with all that conditions may ask about it, in one statement. */
import { recordTypeOf } from '../../portal/access.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { Queryable } from '../database/database.ts';
import type { Asker } from './asker.ts';
import { contextColumns, type ContextRow } from './context-rows.ts';
import { readRelated } from './related-records.ts';
import { surround, type ViewsAbove } from './views-above.ts';

/** A record as the server works on it. */
export interface StoredRecord {
  readonly context: RecordContext;
  /** Slug and name of the owner's account. */
  readonly owner: { readonly slug: string; readonly name: string } | null;
  /** Hash of its newest event. */
  readonly head: Buffer | null;
  /** What the visitor sees of the records above of which this one shows something. */
  readonly above: ViewsAbove;
}

const bySlug = {
  name: 'record-by-slug',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.slug = $2 AND r.type = $3`,
};

const userBySlug = {
  name: 'user-by-slug',
  text: bySlug.text.replace('FROM records r LEFT', 'FROM user_records r LEFT'),
};

const byId = {
  name: 'record-by-id',
  text: `SELECT ${contextColumns} FROM records r LEFT JOIN accounts o ON o.id = r.owner WHERE r.id = $2::uuid`,
};

/** The record of this type and slug, or null. Whether the visitor may see it is not asked here. */
export async function readRecord(
  client: Queryable,
  asker: Asker,
  { type, slug }: { readonly type: string; readonly slug: string },
): Promise<StoredRecord | null> {
  const recordType = recordTypeOf(asker.portal, type);
  if (!isSlug(slug) || recordType === null) return null;
  const reading = recordType.builtIn === 'user' ? userBySlug : bySlug;
  const rows = await client.query<ContextRow>({ ...reading, values: [asker.visitor.account, slug, type] });
  return rows[0] === undefined ? null : toStored(client, asker, rows[0]);
}

/** The record with this id, or null. */
export async function readRecordById(
  client: Queryable,
  asker: Asker,
  id: string,
): Promise<StoredRecord | null> {
  const rows = await client.query<ContextRow>({ ...byId, values: [asker.visitor.account, id] });
  return rows[0] === undefined ? null : toStored(client, asker, rows[0]);
}

/** Anything else in an address names no record, and need not be asked of the database. */
function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}

/** A page of rows at once: what stands around them is asked once for all of them. */
export async function toStoredPage(
  client: Queryable,
  asker: Asker,
  rows: readonly ContextRow[],
): Promise<StoredRecord[]> {
  const { contexts, above } = await surround(client, asker, rows);
  const related = await readRelated(client, asker.portal, contexts);
  return contexts.map((bare, index) => {
    const { owner_slug: slug, owner_name: name, head } = rows[index] ?? nobody;
    const context = { ...bare, related: related.get(bare.record.id) ?? [] };
    return { context, owner: slug === null ? null : { slug, name: name ?? '' }, head, above };
  });
}

const nobody = { owner_slug: null, owner_name: null, head: null };

async function toStored(client: Queryable, asker: Asker, row: ContextRow): Promise<StoredRecord | null> {
  const [stored] = await toStoredPage(client, asker, [row]);
  return stored ?? null;
}
