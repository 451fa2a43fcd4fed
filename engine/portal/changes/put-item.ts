/** Changes one item of a checklist: a paper that is sent, and a decision on it. */
import type { AvailableItem } from '../checklist/checklist.ts';
import type { ItemRecord, ItemState, PortalRecord } from '../model/record.ts';
import type { Command } from '../life/decide-command.ts';

/** Returns the command for a record with one item changed. Used for decisions and for files. */
export function putItem(
  record: PortalRecord,
  id: string,
  item: ItemRecord,
): Extract<Command, { type: 'put' }> {
  const { state, remark } = item;
  return {
    type: 'put',
    record: { ...record, items: { ...record.items, [id]: item } },
    what: 'item',
    detail: { item: id, state, remark },
  };
}

/** Nobody accepts a paper that was not sent. */
export function lacksPaper({ item, state }: AvailableItem): boolean {
  return item.evidence === 'file' && (state === 'missing' || state === 'asked-again');
}

/** The statuses in which a new file replaces the old one. */
export const replacedStates: ReadonlySet<ItemState> = new Set(['returned', 'expired', 'asked-again']);
