/** What somebody may begin below a record, as it stands now. */
import { isNever, may, mayBeginBelow } from './access.ts';
import { initialState } from './new-records.ts';
import type { Portal } from './portal.ts';
import { blankRecord, contextOfChild } from './record-context.ts';
import type { RecordContext } from './record.ts';
import type { Visitor } from './visitor.ts';

/** The record types; one of a kind needs its kind first, and is not among them. */
export function beginnings(portal: Portal, visitor: Visitor, context: RecordContext): string[] {
  const { record } = context;
  if (!mayBeginBelow(portal, visitor, context)) return [];
  return Object.values(portal.recordTypes)
    .filter(({ parents, kinds, access }) => {
      return parents.includes(record.type) && kinds.length === 0 && !isNever(access.create);
    })
    .filter(({ type }) => {
      const state = initialState(portal, type);
      const child = blankRecord(type, { state, owner: visitor.account, parent: record.id });
      return may(portal, visitor, 'create', type, contextOfChild(context, child));
    })
    .map(({ type }) => type);
}
