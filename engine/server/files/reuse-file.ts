/** Gives an item copies of files that its owner has sent elsewhere for the same requirement. */
import type { ApiBody } from '../../contract/contract.ts';
import type { Queryable } from '../database/database.ts';
import { impossible, notFound, unprocessable } from '../http/errors.ts';
import type { HttpAnswer, IdempotencyKey } from '../records/read/answer.ts';
import { requestContextOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { findItem, findItemOf, requireFiling, type ItemOfRecord } from './file-access.ts';
import { beginFile, findFile, forgetUpload, type ItemFile } from './file-rows.ts';
import { fileCopies, type Copy } from './item-files.ts';
import { findOffered, type SentPaper } from './offered-files.ts';
import { soundDay } from '../records/change/review-item.ts';
import { newFileId } from './upload-store.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';

interface Reuse {
  /** Id of a file that was sent elsewhere. */
  readonly id: string;
  readonly body: ApiBody<'POST /files/:id/reuse'>;
  readonly idempotencyKey: IdempotencyKey;
}

/**
 * Files the whole document that this file belongs to, in the item that the body names.
 * @returns the item's record after the change
 * @throws HttpError 403, 404, 409 or 422
 */
export async function reuseFile(
  recordRequest: RecordRequest,
  { id, body, idempotencyKey }: Reuse,
): Promise<HttpAnswer> {
  const { database, fileStore } = recordRequest.desk.application;
  const found = await findItem(recordRequest, body);
  requireFiling(recordRequest, found);
  const paper = await requireOffered(recordRequest, database, { found, id });
  const issuedOn = paper.item.issuedOn ?? soundDay(recordRequest, found, body.issued_on);
  const copies = copiesOf(recordRequest, found, { ...paper, issuedOn });
  try {
    for (const { file, of } of copies) {
      await beginFile(database, file);
      await fileStore.copy(of, file.id).catch(async (error: unknown) => {
        // The owner removed it a moment ago.
        throw (await findFile(database, of))?.state === 'filed' ? error : notFound();
      });
    }
    const isOffered = async (client: Queryable, item: ItemOfRecord) => {
      const now =
        item.item.files.length === 0 ? await findOffered(recordRequest, client, { found: item, id }) : null;
      return now?.files.map((file) => file.id).join() === paper.files.map((file) => file.id).join();
    };
    return await fileCopies(recordRequest, copies, { isOffered, idempotencyKey });
  } catch (error) {
    for (const { file } of copies) {
      if (await forgetUpload(database, file.id)) await fileStore.delete(file.id);
    }
    throw error;
  }
}

interface SharedCopy extends Copy {
  /** Id of the file with the same content. */
  readonly of: string;
}

function copiesOf(
  { visitor }: RecordRequest,
  { stored, item }: ItemOfRecord,
  { files, issuedOn }: SentPaper & Pick<ItemFile, 'issuedOn'>,
): [SharedCopy, ...SharedCopy[]] {
  const { account } = visitor;
  const record = stored.context.record.id;
  const [first, ...more] = files.map(({ id: of, name, type, bytes, sha256 }): SharedCopy => {
    if (account === null) throw notFound();
    const row = { id: newFileId(), record, item: item.id, account, name, type, bytes, issuedOn };
    const content = { type, bytes, sha256: Buffer.from(sha256, 'hex') };
    return { of, file: { ...row, state: 'uploading' }, content };
  });
  if (first === undefined) throw notFound();
  return [first, ...more];
}

/** @throws HttpError 404 if this visitor has no such file, 409 or 422 if the item cannot reuse it */
async function requireOffered(
  recordRequest: RecordRequest,
  client: Queryable,
  { found, id }: { readonly found: ItemOfRecord; readonly id: string },
): Promise<SentPaper> {
  const file = await findFile(client, id);
  if (file === null || file.state !== 'filed') throw notFound();
  const source = await findItemOf(recordRequest, client, file);
  if (source.stored.context.record.owner !== requestContextOf(recordRequest).visitor.account)
    throw notFound();
  if (found.item.files.length > 0) {
    throw impossible('already-filed', message(fileMessages.alreadyFiled));
  }
  const paper = await findOffered(recordRequest, client, { found, id });
  if (paper === null) {
    throw unprocessable({ file: [message(fileMessages.notReusable)] });
  }
  return paper;
}
