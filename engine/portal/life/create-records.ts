/** Adds a record that the engine creates to the family, and the records created below it. */
import type { NewRecord } from '../workflow/new-records.ts';
import { blankRecord, contextOfChild, type PortalRecord } from '../model/record.ts';
import { signedOut } from '../model/visitor.ts';
import { clocksOnEntering, dueOf } from './clocks.ts';
import { contextIn } from './family.ts';
import { type Actor, setMember, setRecord, addEvent, type DecisionDraft } from './decision-draft.ts';

/** @param parent id of its parent record */
export function createRecords(draft: DecisionDraft, parent: string, one: NewRecord, by: Actor): void {
  const above = contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, parent);
  const { now } = draft.family;
  const { children, owner, parties = [], ...columns } = one;
  const bare = blankRecord(one.type, {
    ...columns,
    ...draft.tools.identity(),
    owner: owner === undefined ? above.record.owner : owner,
    parent,
    since: now,
    createdAt: now,
    updatedAt: now,
  });
  const record = { ...bare, form: draft.tools.form(contextOfChild(above, bare)) };
  draft.created.add(record.id);
  setMember(draft, { record, parties, documents: [], did: [], wallet: [], wake: null });
  draft.joined.push(...parties.map((party) => ({ record: record.id, ...party })));
  addEvent(draft, begun(draft, record), { ...by, what: 'created', detail: {} });
  for (const child of children) createRecords(draft, record.id, child, by);
}

/** Includes the clocks that start in its first state. */
export function begun(draft: DecisionDraft, record: PortalRecord): PortalRecord {
  setRecord(draft, record);
  if (Object.keys(draft.portal.workflows[record.type]?.clocks ?? {}).length === 0) return record;
  const clocks = clocksOnEntering(
    draft.portal,
    contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, record.id),
  );
  return { ...record, clocks, due: dueOf(clocks) };
}
