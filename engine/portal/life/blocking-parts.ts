/** Parts that have ended in a way that keeps their record from going on by itself. */
import { isAmong, partsAgainst } from '../access/turns.ts';
import type { RecordScope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { triggeredTransitions } from './triggers.ts';

/**
 * Every step that the record would take by itself waits for all parts of a type, and these parts have settled otherwise.
 * @returns the parts, in the order of the record's; empty: the record may still go on by itself, or never does
 */
export function blockingParts({ portal, context }: RecordScope): readonly PortalRecord[] {
  const { record, children } = context;
  const blockers = statesInTheWay(portal, record).map((against) =>
    children.filter((child) => against.some((parts) => isAmong(parts, child))),
  );
  if (blockers.some((some) => some.length === 0)) return [];
  const all = new Set(blockers.flat());
  return children.filter((child) => all.has(child));
}

/** The record has ended in such a way for the one above it, by their states alone. */
export function isBlocking(
  portal: Portal,
  { record, ancestors: [above] }: Pick<RecordContext, 'record' | 'ancestors'>,
): boolean {
  const all = above === undefined ? [] : statesInTheWay(portal, above);
  return all.length > 0 && all.every((against) => against.some((parts) => isAmong(parts, record)));
}

/** For each step that the record would take by itself. */
function statesInTheWay(portal: Portal, { type, state }: Pick<PortalRecord, 'type' | 'state'>) {
  const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
  return triggeredTransitions(workflow, state).map(({ trigger }) =>
    trigger === null ? [] : partsAgainst(portal, trigger, 'ended'),
  );
}
