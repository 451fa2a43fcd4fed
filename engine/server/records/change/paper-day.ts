/** The date on a document, as entered by the sender or the officer. */
import { availableItems, type AvailableItem } from '../../../portal/checklist/checklist.ts';
import { faultOfDay, isDated } from '../../../portal/checklist/paper-term.ts';
import { unprocessable } from '../../http/errors.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { requestContextOf, type RecordRequest } from '../rows/record-desk.ts';

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
