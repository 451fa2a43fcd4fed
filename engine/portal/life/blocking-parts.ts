/** Parts that have ended in a way that keeps their record from going on by itself. */
import { isAmong, partsAgainst } from '../access/turns.ts';
import type { RecordScope } from '../conditions/scope.ts';
import type { PortalRecord } from '../model/record.ts';
import { triggeredTransitions } from './triggers.ts';

/**
 * Every step that the record would take by itself waits for all parts of a type, and these parts have settled otherwise.
 * @returns the parts, in the order of the record's; empty: the record may still go on by itself, or never does
 */
export function blockingParts({ portal, context }: RecordScope): readonly PortalRecord[] {
  const { record, children } = context;
  const workflow = Object.hasOwn(portal.workflows, record.type) ? portal.workflows[record.type] : undefined;
  const blockers = triggeredTransitions(workflow, record.state).map(({ trigger }) => {
    const against = trigger === null ? [] : partsAgainst(portal, trigger, 'ended');
    return children.filter((child) => against.some((parts) => isAmong(parts, child)));
  });
  if (blockers.some((some) => some.length === 0)) return [];
  const all = new Set(blockers.flat());
  return children.filter((child) => all.has(child));
}
