/** Changes one item of a checklist for whoever files papers: under the record's own rules, version and history. */
import { availableItems, mayFile } from '../../portal/checklist.ts';
import type { AvailableItem } from '../../portal/checklist.ts';
import type { ItemRecord } from '../../portal/record.ts';
import { conflict, forbidden, notFound } from '../http/errors.ts';
import { carryOut } from './carry-out.ts';
import { openRecord } from './open-record.ts';
import type { Named, Opened } from './open-record.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { itemOrder } from './review-item.ts';
import { toWire } from './wire-record.ts';
import type { Answer } from './write-record.ts';

export interface NamedItem extends Named {
  readonly item: string;
}

/**
 * The record and its item, for somebody who may add or remove its papers now.
 * @throws HttpError 404 where there is no such record or item for him, 403 where it is not his turn
 */
export async function openItem(
  request: RecordRequest,
  named: NamedItem,
): Promise<Opened & { readonly item: AvailableItem }> {
  const { portal, visitor } = askerOf(request);
  const opened = await openRecord(request, named);
  const { context } = opened.stored;
  const item = availableItems(portal, visitor, context).find(({ id }) => id === named.item);
  if (item === undefined || opened.view.level !== 'read') throw notFound();
  if (!mayFile(portal, visitor, context, item)) throw forbidden();
  return { ...opened, item };
}

const tries = 5;

/**
 * Changes the item as it is now; when somebody else changed the record meanwhile, it is read and changed again.
 * @param change answers the item as it is to be
 * @throws HttpError as `openItem`, and 409 when others keep coming first
 */
export async function changeItem(
  request: RecordRequest,
  named: NamedItem,
  change: (item: AvailableItem) => ItemRecord,
): Promise<Answer> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { stored, item } = await openItem(request, named);
    const answer = await carryOut(request, itemOrder(stored, item.id, change(item)), null);
    if (answer !== null) return answer;
  }
  const { stored } = await openRecord(request, named);
  throw conflict(toWire(askerOf(request), stored));
}
