/** Reuse: files that the owner has sent for the same requirement of any of their records. */
import { viewOf } from '../../portal/access/access.ts';
import { availableItems, mayFile, type AvailableItem } from '../../portal/checklist/checklist.ts';
import { isSameRow } from '../../portal/checklist/item-rows.ts';
import { lastDayOfItem } from '../../portal/checklist/paper-term.ts';
import { actorsOf } from '../../portal/conditions/persons.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { FileReference } from '../../portal/model/record.ts';
import type { ChecklistItem } from '../../portal/model/requirement.ts';
import type { OfferedPaper, OfferedPapers } from '../../contract/files.ts';
import type { Queryable } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { contextColumns, type ContextRow } from '../records/rows/context-rows.ts';
import { readRecord, toStoredPage, type StoredRecord } from '../records/rows/read-record.ts';
import { requestContextOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { todayIn } from '../sql/today.ts';
import { ruleOf, type ItemOfRecord } from './file-access.ts';
import { fits } from '../../portal/access/upload-rule.ts';

const mostOffers = 3;

/** A sent file with the hexadecimal digest of its content. */
interface SentFile {
  readonly id: string;
  readonly state: 'filed' | 'replaced' | 'removed';
  readonly sha256: string;
  readonly at: string;
}

/** All files that were sent for one item. */
export interface SentPaper {
  readonly stored: StoredRecord;
  readonly item: AvailableItem;
  readonly files: readonly (FileReference & { readonly sha256: string })[];
  /** When the first of its files was sent (ISO date-time). */
  readonly at: string;
}

type SentRow = ContextRow & { readonly sent: readonly SentFile[] };

/** Older files must be sent again. */
const mostRecords = 300;

/** The records for which one owner has sent files for these items. */
const reading = {
  name: 'sent-papers',
  text: `SELECT ${contextColumns},
    (SELECT coalesce(json_agg(json_build_object(
        'id', f.id, 'state', f.state, 'sha256', encode(f.sha256, 'hex'), 'at', f.filed_at)), '[]')
       FROM files f WHERE f.record = r.id AND f.sha256 IS NOT NULL) AS sent
    FROM records r LEFT JOIN accounts o ON o.id = r.owner
    WHERE r.owner = ($1::uuid[])[1] AND r.items <> '{}' AND EXISTS (
      SELECT FROM files f WHERE f.record = r.id AND f.sha256 IS NOT NULL AND split_part(f.item, '.', 1) = ANY($2))
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${mostRecords}`,
};

/** @throws HttpError 404 if the visitor cannot see such a record */
export async function offersFor(recordRequest: RecordRequest, named: string): Promise<OfferedPapers> {
  const { database } = recordRequest.desk.application;
  const scope = requestContextOf(recordRequest);
  const [type = '', slug = ''] = named.split('/');
  const stored = await readRecord(database, scope, { type, slug });
  const view = stored === null ? null : viewOf({ ...scope, context: stored.context });
  if (stored === null || view === null) throw notFound();
  return { items: view.level === 'read' ? await listOffers(recordRequest, database, stored) : {} };
}

/**
 * The files that can be reused for items of this record that have none, by item id. Only for those who may send them.
 */
async function listOffers(
  request: RecordRequest,
  client: Queryable,
  stored: StoredRecord,
): Promise<Record<string, OfferedPaper[]>> {
  const { portal, reader, visitor } = requestContextOf(request);
  const open = availableItems({ portal, visitor, context: stored.context }).filter(
    (item) => item.files.length === 0 && mayFile({ portal, visitor, context: stored.context }, item),
  );
  const sent = await readSent(request, client, open);
  const offers = open.map((item) => {
    const papers = papersFor(request, { stored, item }, sent).slice(0, mostOffers);
    return [item.id, papers.map((paper) => toOffer(reader, item.item, paper))] as const;
  });
  return Object.fromEntries(offers.filter(([, papers]) => papers.length > 0));
}

/** The files that were sent together with this file, if the item may reuse it; else null. */
export async function findOffered(
  request: RecordRequest,
  client: Queryable,
  { found, id }: { readonly found: ItemOfRecord; readonly id: string },
): Promise<SentPaper | null> {
  const sent = await readSent(request, client, [found.item]);
  return papersFor(request, found, sent).find(({ files }) => files.some((file) => file.id === id)) ?? null;
}

/** The files that can be reused for this item, newest first. Each content occurs once, as first sent. */
function papersFor(
  request: RecordRequest,
  { stored, item }: ItemOfRecord,
  sent: readonly SentPaper[],
): SentPaper[] {
  const { paper } = item.item;
  if (paper === null) return [];
  const rule = ruleOf(request, { stored, item });
  const { portal } = requestContextOf(request);
  const fitting = sent
    .filter((one) => one.stored.context.record.id !== stored.context.record.id)
    .filter((one) => one.item.item.paper === paper && isSameRow(one.item.id, item.id))
    .filter(({ files }) => files.every((file) => fits(file, rule)))
    .filter((one) => isStillGood(portal, item.item, one))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return [...new Map(fitting.map((one) => [contentOf(one), one])).values()];
}

/** Without an entered date, a document counts as issued on the day when it was sent. */
function isStillGood(portal: Portal, recordRequest: ChecklistItem, { stored, item, at }: SentPaper): boolean {
  const issuedOn = item.issuedOn ?? todayIn(portal.timeZone, new Date(at));
  const last = lastDayOfItem(portal, recordRequest, { ...item, issuedOn });
  return last === null || last >= stored.context.today;
}

/** Files that were sent for the same requirements as these items, and never returned or removed. */
async function readSent(
  request: RecordRequest,
  client: Queryable,
  open: readonly AvailableItem[],
): Promise<SentPaper[]> {
  const scope = requestContextOf(request);
  const papers = new Set(open.flatMap(({ item }) => item.paper ?? []));
  if (papers.size === 0) return [];
  const values = [actorsOf(scope.visitor), itemsFor(scope.portal, papers)];
  const rows = await client.query<SentRow>({ ...reading, values });
  const page = await toStoredPage(client, scope, rows);
  const all = page.flatMap((stored, index) => papersOf(request, stored, rows[index]?.sent ?? []));
  const isGood = ({ item }: SentPaper) => item.state === 'filed' || item.state === 'accepted';
  const returned = all.filter((paper) => !isGood(paper)).flatMap(({ files }) => files);
  const replaced = rows.flatMap(({ sent }) => sent).filter(({ state }) => state === 'replaced');
  const refused = new Set([...returned, ...replaced].map(({ sha256 }) => sha256));
  const good = all.filter(isGood).filter(({ files }) => !files.some(({ sha256 }) => refused.has(sha256)));
  return withKnownDays(good);
}

/** The ids of the items with one of these requirements, in any checklist. */
function itemsFor({ kinds, recordTypes }: Portal, papers: ReadonlySet<string>): string[] {
  const items = [...Object.values(kinds), ...Object.values(recordTypes)].flatMap((one) => one.items);
  return [...new Set(items.filter(({ paper }) => papers.has(paper ?? '')).map(({ id }) => id))];
}

/** The items of a record that this visitor reads, with their current files. */
function papersOf(request: RecordRequest, stored: StoredRecord, sent: readonly SentFile[]): SentPaper[] {
  const { portal, visitor } = requestContextOf(request);
  const view = viewOf({ portal, visitor, context: stored.context });
  if (view?.level !== 'read') return [];
  const known = new Map(sent.filter(({ state }) => state === 'filed').map((file) => [file.id, file]));
  return availableItems({ portal, visitor, context: stored.context }).flatMap((item): SentPaper[] => {
    const found = item.files.flatMap(({ id }) => known.get(id) ?? []);
    const isWhole = found.length > 0 && found.length === item.files.length;
    if (!isWhole || item.item.paper === null || view.hidden.includes(item.id)) return [];
    const files = item.files.map((file, index) => ({ ...file, sha256: found[index]?.sha256 ?? '' }));
    const [at = ''] = found.map((file) => new Date(file.at).toISOString()).sort();
    return [{ stored, item, files, at }];
  });
}

/** Files sent twice have the same date, although it was entered once. */
function withKnownDays(papers: readonly SentPaper[]): SentPaper[] {
  const days = new Map(
    papers.flatMap((one) => (one.item.issuedOn === null ? [] : [[contentOf(one), one.item.issuedOn]])),
  );
  return papers.map((one) => ({
    ...one,
    item: { ...one.item, issuedOn: one.item.issuedOn ?? days.get(contentOf(one)) ?? null },
  }));
}

/** One document may consist of several files. */
function contentOf({ files }: SentPaper): string {
  return files.map(({ sha256 }) => sha256).join();
}

function toOffer(
  portal: Portal,
  recordRequest: ChecklistItem,
  { stored, item, files, at }: SentPaper,
): OfferedPaper {
  const { kinds, recordTypes } = portal;
  const { record, ancestors } = stored.context;
  const { type, kind } = record;
  return {
    file: files[0]?.id ?? '',
    names: files.map(({ name }) => name),
    title: kinds[kind ?? '']?.title ?? recordTypes[type]?.title ?? type,
    number: [record, ...ancestors].find(({ number }) => number !== null)?.number ?? null,
    sent_at: at,
    issued_on: item.issuedOn,
    valid_until: lastDayOfItem(portal, recordRequest, item),
  };
}
