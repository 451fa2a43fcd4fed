/** Adds a record that the engine makes to the family, with everything that is made below it. */
import type { NewRecord } from '../workflow/new-records.ts';
import { blankRecord, contextOfChild, type PortalRecord } from '../model/record.ts';
import { signedOut } from '../model/visitor.ts';
import { clocksOnEntering, dueOf } from './clocks.ts';
import { contextIn } from './family.ts';
import { type Actor, setMember, setRecord, tell, type DecisionDraft } from './work.ts';

/** @param parent id of the record that it stands below */
export function plant(work: DecisionDraft, parent: string, one: NewRecord, by: Actor): void {
  const above = contextIn({ portal: work.portal, visitor: signedOut }, work.family, parent);
  const { now } = work.family;
  const { children, owner, parties = [], ...columns } = one;
  const bare = blankRecord(one.type, {
    ...columns,
    ...work.tools.identity(),
    owner: owner === undefined ? above.record.owner : owner,
    parent,
    since: now,
    createdAt: now,
    updatedAt: now,
  });
  const record = { ...bare, form: work.tools.form(contextOfChild(above, bare)) };
  work.made.add(record.id);
  setMember(work, { record, parties, documents: [], did: [], wallet: [], wake: null });
  work.joined.push(...parties.map((party) => ({ record: record.id, ...party })));
  tell(work, begun(work, record), { ...by, what: 'created', detail: {} });
  for (const child of children) plant(work, record.id, child, by);
}

/** With the clocks that run from its first state on. */
export function begun(work: DecisionDraft, record: PortalRecord): PortalRecord {
  setRecord(work, record);
  if (Object.keys(work.portal.workflows[record.type]?.clocks ?? {}).length === 0) return record;
  const clocks = clocksOnEntering(
    work.portal,
    contextIn({ portal: work.portal, visitor: signedOut }, work.family, record.id),
  );
  return { ...record, clocks, due: dueOf(clocks) };
}
