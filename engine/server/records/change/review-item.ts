/** Accepts, returns or waives one item of a checklist. Each increases the record's version. */
import type { ApiBody } from '../../../contract/contract.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { message } from '../../../locales/message.ts';
import { viewOf } from '../../../portal/access/access.ts';
import { type AvailableItem, availableItems, reviewRights } from '../../../portal/checklist/checklist.ts';
import { faultOfDay, isDated } from '../../../portal/checklist/paper-term.ts';
import type { ItemState, Remark } from '../../../portal/model/record.ts';
import { lacksPaper, putItem } from '../../../portal/changes/put-item.ts';
import { remarkOf } from '../../../portal/text/remark.ts';
import { forbidden, impossible, notFound, unprocessable } from '../../http/errors.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { type RecordChangeRequest, requireRight } from '../read/open-record.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import { type PutCommand, putRecord } from './change-record.ts';

type ItemDecision = ApiBody<'POST /records/:type/:slug/items/:item'>;
type ItemReview = RecordChangeRequest & { readonly item: string; readonly review: ItemDecision };

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
  return putItem(stored.context.record, item.id, {
    ...verdict,
    files: item.files,
    issuedOn: said ?? item.issuedOn,
  });
}

function verdictOf(
  { state, remark: said = null }: ItemDecision,
  item: AvailableItem,
): { readonly state: ItemState; readonly remark: Remark | null } {
  const remark = remarkOf(state, said);
  if (remark === null && typeof said === 'object' && said !== null)
    throw unprocessable({ remark: [message(checklistMessages.remarkNotOffered)] });
  if (remark === null && state !== 'accepted')
    throw unprocessable({ remark: [message(checklistMessages.whyMissing)] });
  if (state === 'accepted' && lacksPaper(item)) {
    throw impossible('nothing-filed', message(checklistMessages.nothingToAccept));
  }
  return { state, remark };
}

/**
 * The entered date, if the item asks for one. It may be left out; the office then sees that it is missing.
 * @throws HttpError 422 for an invalid date, a future date, or an expired document
 */
export function soundDay(
  request: RecordRequest,
  { stored: { context }, item }: { readonly stored: StoredRecord; readonly item: AvailableItem },
  said: unknown,
): string | null {
  if (said === undefined || said === null || said === '' || !isDated(item.item)) return null;
  const { portal, visitor } = requestContextOf(request);
  const available = availableItems({ portal, visitor, context }).find(({ id }) => id === item.id);
  const title = available?.said ?? item.title;
  const day = { title, item: item.item, issuedOn: String(said), today: context.today };
  const fault = faultOfDay(portal, day);
  if (fault !== null) throw unprocessable({ issued_on: [fault] });
  return day.issuedOn;
}
