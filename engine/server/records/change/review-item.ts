/** Accepts, returns or waives one item of a checklist. Each increases the record's version. */
import type { ApiBody } from '../../../contract/contract.ts';
import { viewOf } from '../../../portal/access/access.ts';
import { availableItems, reviewRights } from '../../../portal/checklist/checklist.ts';
import type { AvailableItem } from '../../../portal/checklist/checklist.ts';
import type { ItemRecord, ItemState, Remark } from '../../../portal/model/record.ts';
import { remarkOf } from '../../../portal/text/remark.ts';
import { soundDay } from './paper-day.ts';
import { forbidden, impossible, notFound, unprocessable } from '../../http/errors.ts';
import type { RecordChangeRequest } from '../read/open-record.ts';
import { requireRight } from '../read/open-record.ts';
import { putRecord, type PutCommand } from './put-record.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { message } from '../../../locales/message.ts';
import { checklistMessages } from '../../../locales/checklist.ts';

type Review = ApiBody<'POST /records/:type/:slug/items/:item'>;
type ItemReview = RecordChangeRequest & { readonly item: string; readonly review: Review };

/** @throws HttpError 403, 404, 409 or 422 */
export async function reviewItem(request: RecordRequest, reviewing: ItemReview): Promise<HttpAnswer> {
  return putRecord(request, reviewing, async (inside, stored) => decide(inside, stored, reviewing));
}

function decide(request: RecordRequest, stored: StoredRecord, reviewing: ItemReview): PutCommand {
  const { portal, visitor } = requestContextOf(request);
  const view = viewOf({ portal, visitor, context: stored.context });
  const item = availableItems({ portal, visitor, context: stored.context }).find(
    ({ id }) => id === reviewing.item,
  );
  if (item === undefined || view?.level !== 'read') throw notFound();
  const rights = reviewRights({ portal, visitor, context: stored.context });
  requireRight(request, stored, { version: reviewing.version, mayNow: rights.accept || rights.waive });
  const { review } = reviewing;
  requireSoundFields(review);
  const verdict = verdictOf(review, item);
  if (verdict.state === 'waived' ? !rights.waive : !rights.accept) throw forbidden();
  const said = soundDay(request, { stored, item }, verdict.state === 'accepted' ? review.issued_on : null);
  return putItem(stored, item.id, { ...verdict, files: item.files, issuedOn: said ?? item.issuedOn });
}

/** Returns the record with one item changed. Used for verdicts and for files. */
export function putItem(stored: StoredRecord, id: string, item: ItemRecord): PutCommand {
  const { record } = stored.context;
  const { state, remark } = item;
  return {
    type: 'put',
    record: { ...record, items: { ...record.items, [id]: item } },
    what: 'item',
    detail: { item: id, state, remark },
  };
}

function verdictOf(
  { state, remark: said = null }: Review,
  item: AvailableItem,
): { readonly state: ItemState; readonly remark: Remark | null } {
  const remark = remarkOf(state, said);
  if (remark === null && typeof said === 'object' && said !== null)
    throw unprocessable({ remark: [message(checklistMessages.remarkNotOffered)] });
  if (remark === null && state !== 'accepted')
    throw unprocessable({ remark: [message(checklistMessages.whyMissing)] });
  const isThere = item.state !== 'missing' && item.state !== 'asked-again';
  if (state === 'accepted' && item.item.evidence === 'file' && !isThere) {
    throw impossible('nothing-filed', message(checklistMessages.nothingToAccept));
  }
  return { state, remark };
}
