/** Finds a file's record and item, and decides who may do what with it. */
import { availableItems, mayFile, type AvailableItem } from '../../portal/checklist/checklist.ts';
import { viewOf, whyRuleless } from '../../portal/access/access.ts';
import type { Queryable } from '../database/database.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { requestContextOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { readRecord, readRecordById, type StoredRecord } from '../records/rows/read-record.ts';
import type { UploadRule } from '../../portal/access/upload-rule.ts';
import { attachmentsFor, type MessageTarget } from '../threads/attachments.ts';
import { readThreads } from '../threads/thread-rows.ts';
import type { FileRow } from './file-rows.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';

export interface ItemOfRecord {
  readonly stored: StoredRecord;
  readonly item: AvailableItem;
}

/** @throws HttpError 404 if there is no such record or item for this visitor */
export async function findItem(
  request: RecordRequest,
  { record, item }: { readonly record: string; readonly item: string },
): Promise<ItemOfRecord> {
  const [type = '', slug = ''] = record.split('/');
  const stored = await readRecord(request.desk.application.database, requestContextOf(request), {
    type,
    slug,
  });
  return itemOf(request, stored, item);
}

/** The record and the item of an upload. @throws HttpError 404, also for the file of a message */
export async function findItemOf(
  request: RecordRequest,
  client: Queryable,
  file: FileRow,
): Promise<ItemOfRecord> {
  if (file.record === null) throw notFound();
  return itemOf(request, await readRecordById(client, requestContextOf(request), file.record), file.item);
}

/** @throws HttpError 403 if the item does not accept files from this visitor now */
export function requireFiling(request: RecordRequest, { stored, item }: ItemOfRecord): void {
  const { portal, visitor } = requestContextOf(request);
  if (mayFile({ portal, visitor, context: stored.context }, item)) return;
  const isOwner = visitor.account !== null && visitor.account === stored.context.record.owner;
  if (!isOwner) throw forbidden();
  const gone = whyRuleless(portal, stored.context.record);
  if (gone !== null) throw forbidden('rules-removed', gone);
  throw forbidden('item-closed', message(fileMessages.itemClosed));
}

/** True if somebody may open the file: it was sent, and is not removed or erased. */
export function isOpenable(file: FileRow): boolean {
  return (
    (file.state === 'filed' || file.state === 'replaced') && (file.record !== null || file.thread !== null)
  );
}

/** Whoever may read the item, or the thread, may open the file. @throws HttpError 404 */
export async function requireReader(request: RecordRequest, file: FileRow): Promise<void> {
  const { database } = request.desk.application;
  if (file.record !== null) {
    await findItemOf(request, database, file);
    return;
  }
  const query = { id: file.thread ?? '', limit: 1 };
  const threads = file.thread === null ? [] : await readThreads(database, requestContextOf(request), query);
  if (threads.length === 0) throw notFound();
}

/** The files that a message to this target may carry. @throws HttpError 403, 404 */
export async function ruleOfMessage(request: RecordRequest, target: MessageTarget): Promise<UploadRule> {
  const scope = requestContextOf(request);
  const rules = await attachmentsFor(request.desk.application.database, scope, target);
  if (rules === null) throw forbidden();
  return { ...rules, maxPixels: scope.portal.uploads.maxPixels };
}

/** The file types that the item accepts: its own, or the portal's. */
export function ruleOf(request: RecordRequest, { item }: ItemOfRecord): UploadRule {
  const { uploads } = requestContextOf(request).portal;
  const { accepts } = item.item;
  return { ...uploads, accepts: accepts.length > 0 ? accepts : uploads.accepts };
}

/** @throws HttpError 404 if there is no such record or item for this visitor */
export function itemOf(request: RecordRequest, stored: StoredRecord | null, id: string): ItemOfRecord {
  const { portal, visitor } = requestContextOf(request);
  const view = stored === null ? null : viewOf({ portal, visitor, context: stored.context });
  const isOpen = view !== null && view.level === 'read' && !view.hidden.includes(id);
  if (stored === null || !isOpen) throw notFound();
  const item = availableItems({ portal, visitor, context: stored.context }).find((one) => one.id === id);
  if (item === undefined) throw notFound();
  return { stored, item };
}
