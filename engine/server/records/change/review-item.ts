/** Accepts, returns or waives one item of a checklist. Each increases the record's version. */
import { viewOf } from '../../../portal/access/access.ts';
import { availableItems, reviewRights } from '../../../portal/checklist/checklist.ts';
import type { AvailableItem } from '../../../portal/checklist/checklist.ts';
import type { ItemRecord, ItemState, Remark } from '../../../portal/model/record.ts';
import { remarkOf } from '../../../portal/text/remark.ts';
import { soundDay } from '../../files/paper-day.ts';
import { forbidden, impossible, notFound, unprocessable } from '../../http/errors.ts';
import type { RecordChangeRequest } from '../read/open-record.ts';
import { requireRight } from '../read/open-record.ts';
import { putRecord, type PutCommand } from './put-record.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { isFields, soundFields } from '../rows/sound-json.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { message, type Message } from '../../../locales/message.ts';
import { checklistMessages } from '../../../locales/checklist.ts';

type ItemReview = RecordChangeRequest & { readonly item: string };

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
  const body = soundFields(isFields(reviewing.body) ? reviewing.body : {}, 'body');
  const verdict = verdictOf(body, item);
  if (verdict.state === 'waived' ? !rights.waive : !rights.accept) throw forbidden();
  const said = soundDay(request, { stored, item }, verdict.state === 'accepted' ? body['issued_on'] : null);
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

const verdicts: readonly ItemState[] = ['accepted', 'returned', 'waived'];

function verdictOf(
  body: Readonly<Record<string, unknown>>,
  item: AvailableItem,
): { readonly state: ItemState; readonly remark: Remark | null } {
  const state = verdicts.find((one) => one === body['state']);
  const remark = remarkOf(state, body['remark']);
  const errors: Record<string, Message[]> = {};
  if (state === undefined) errors['state'] = [message(checklistMessages.verdictMissing)];
  if ((state === 'returned' || state === 'waived') && remark === null)
    errors['remark'] = [message(checklistMessages.whyMissing)];
  if (typeof remark === 'string' && remark.length > 2000)
    errors['remark'] = [message(checklistMessages.remarkTooLong)];
  if (remark === null && isFields(body['remark']))
    errors['remark'] = [message(checklistMessages.remarkNotOffered)];
  if (state === undefined || Object.keys(errors).length > 0) throw unprocessable(errors);
  const isThere = item.state !== 'missing' && item.state !== 'asked-again';
  if (state === 'accepted' && item.item.evidence === 'file' && !isThere) {
    throw impossible('nothing-filed', message(checklistMessages.nothingToAccept));
  }
  return { state, remark };
}
