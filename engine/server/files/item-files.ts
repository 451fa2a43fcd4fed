/** Files uploads in an item of a record and removes them: record, event and file row in one transaction. */
import { putItem, replacedStates } from '../../portal/changes/put-item.ts';
import type { FileReference, ItemRecord } from '../../portal/model/record.ts';
import type { Queryable } from '../database/database.ts';
import { impossible, notFound } from '../http/errors.ts';
import type { HttpAnswer, IdempotencyKey } from '../records/read/answer.ts';
import { changeInTransaction, inTransaction } from '../records/change/change-family.ts';
import { lockFamily, storedMember } from '../records/store/lock-family.ts';
import { requestContextOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { soundDay } from '../records/change/review-item.ts';
import type { FileContent } from './content.ts';
import { itemOf, requireFiling, type ItemOfRecord } from './file-access.ts';
import { endUpload, setFileState, type FileRow, type ItemFile } from './file-rows.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';

const mostFiles = 20;

/**
 * Files a complete upload, at most once even if several requests end it. It replaces a returned file or one that was requested again; the old file stays in the
 * history.
 * @throws HttpError 403, 404, 409 or 422
 */
export async function fileUpload(
  request: RecordRequest,
  file: ItemFile,
  content: FileContent,
): Promise<void> {
  const change: ItemChange = async (client, found) => {
    const { item } = found;
    const isAnew = replacedStates.has(item.state);
    const kept = isAnew ? [] : item.files.filter(({ id }) => id !== file.id);
    if (kept.length >= mostFiles) {
      throw impossible('too-many-files', message(fileMessages.tooManyFiles, { count: mostFiles }));
    }
    if (!(await endUpload(client, file.id, { ...content, at: requestContextOf(request).now }))) return null;
    const replaced = isAnew ? item.files.map(({ id }) => id) : [];
    await setFileState(client, replaced, 'replaced');
    const added: FileReference = { id: file.id, name: file.name, type: content.type, bytes: content.bytes };
    const issuedOn = file.issuedOn ?? (isAnew ? null : item.issuedOn);
    return { state: 'filed', remark: null, files: [...kept, added], issuedOn };
  };
  await changeItem(request, file, { change, detailOf: fileDetail(file) });
}

/**
 * Stores the date that is printed on the paper of an item.
 * @returns the item's record after the change
 * @throws HttpError 403, 404, 409 or 422
 */
export async function datePaper(
  request: RecordRequest,
  { place, issuedOn }: { readonly place: ItemPlace; readonly issuedOn: string },
  idempotencyKey: IdempotencyKey,
): Promise<HttpAnswer> {
  const change: ItemChange = async (_client, found) => {
    const { state, remark, files } = found.item;
    if (state !== 'filed') throw impossible('nothing-filed', message(fileMessages.nothingToDate));
    const day = soundDay(request, found, issuedOn);
    if (day === null) throw impossible('not-dated', message(fileMessages.notDated));
    return { state: 'filed', remark, files, issuedOn: day };
  };
  const answer = await changeItem(request, place, {
    change,
    detailOf: () => ({ date: issuedOn }),
    idempotencyKey,
  });
  if (answer === null) throw notFound();
  return answer;
}

/** A file of this item with the content of a file that was sent elsewhere. */
export interface Copy {
  readonly file: ItemFile;
  readonly content: FileContent;
}

/**
 * Files copies of files that were sent elsewhere, in an item without files.
 * @param isOffered checked again while the family is locked
 * @throws HttpError 403, 404, 409 or 422
 */
export async function fileCopies(
  request: RecordRequest,
  copies: readonly [Copy, ...Copy[]],
  {
    isOffered,
    idempotencyKey,
  }: { readonly isOffered: ItemChange<boolean>; readonly idempotencyKey: IdempotencyKey },
): Promise<HttpAnswer> {
  const [{ file: first }] = copies;
  const { now: at } = requestContextOf(request);
  const change: ItemChange = async (client, found) => {
    if (!(await isOffered(client, found))) throw notFound();
    for (const { file, content } of copies) {
      if (!(await endUpload(client, file.id, { ...content, at }))) throw notFound();
    }
    const files = copies.map(({ file: { id, name, bytes }, content: { type } }) => {
      return { id, name, type, bytes };
    });
    return { state: 'filed', remark: null, files, issuedOn: first.issuedOn };
  };
  const answer = await changeItem(request, first, { change, detailOf: fileDetail(first), idempotencyKey });
  if (answer === null) throw notFound();
  return answer;
}

/**
 * Removes a filed file. A file that an office may have seen stays in the history.
 * @returns whether its bytes must be deleted
 * @throws HttpError 403, 404 (also for the file of a sent message) or 409
 */
export async function takeBack(request: RecordRequest, file: FileRow): Promise<boolean> {
  if (file.record === null) throw notFound();
  let isUnseen = false;
  const change: ItemChange = async (client, { item }) => {
    isUnseen = !(await wasSent(client, file.record));
    await setFileState(client, [file.id], isUnseen ? 'removed' : 'replaced');
    const files = item.files.filter(({ id }) => id !== file.id);
    const { remark, issuedOn } = item;
    if (item.state === 'returned' || item.state === 'asked-again')
      return { state: item.state, remark, files, issuedOn };
    if (files.length === 0) return { state: 'missing', remark: null, files };
    return { state: 'filed', remark: null, files, issuedOn };
  };
  await changeItem(request, file, { change, detailOf: fileDetail(file) });
  return isUnseen;
}

/** Was the record ever out of its owner's hands? */
async function wasSent(client: Queryable, record: string): Promise<boolean> {
  const rows = await client.query(
    `SELECT 1 FROM events WHERE record = $1 AND what NOT IN ('created', 'saved', 'item', 'clock-paused', 'clock-resumed', 'clock-moved') LIMIT 1`,
    [record],
  );
  return rows.length > 0;
}

type ItemChange<Outcome = ItemRecord | null> = (client: Queryable, item: ItemOfRecord) => Promise<Outcome>;

/** The item of a record. */
type ItemPlace = Pick<ItemFile, 'record' | 'item'>;

interface ItemWork {
  readonly change: ItemChange;
  /** What the event says besides the item's state. */
  readonly detailOf: (item: ItemRecord) => Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: IdempotencyKey;
}

/** The event of a file names it. */
function fileDetail({ id, name }: ItemFile): ItemWork['detailOf'] {
  return ({ files }) => ({ file: { id, name }, isTaken: !files.some((one) => one.id === id) });
}

/** If two files end at the same time, both count: one waits for the other. */
async function changeItem(
  request: RecordRequest,
  place: ItemPlace,
  { change, detailOf, idempotencyKey }: ItemWork,
): Promise<HttpAnswer | null> {
  return inTransaction(request, async (inside) => {
    const { client } = inside.unitOfWork;
    const scope = requestContextOf(inside);
    const family = await lockFamily(client, scope, { id: place.record });
    const found = itemOf(
      inside,
      family === null ? null : storedMember(scope, family, place.record),
      place.item,
    );
    requireFiling(inside, found);
    const item = await change(client, found);
    if (family === null || item === null) return null;
    const put = putItem(found.stored.context.record, found.item.id, item);
    const command = { ...put, detail: { ...put.detail, ...detailOf(item) } };
    return changeInTransaction(inside, family, {
      command,
      id: place.record,
      idempotencyKey: idempotencyKey ?? null,
    });
  });
}
