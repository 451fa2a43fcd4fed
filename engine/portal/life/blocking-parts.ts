/** Parts that have ended in a way that keeps their record from going on by itself. */
import { holds } from '../conditions/evaluate.ts';
import { testsOf } from '../conditions/possible.ts';
import type { RecordScope } from '../conditions/scope.ts';
import type { Condition, ConditionOf } from '../model/condition.ts';
import { contextOfChild, type PortalRecord } from '../model/record.ts';
import { triggeredTransitions } from './triggers.ts';

/**
 * Every step that the record would take by itself waits for all parts of a type, and these parts have settled otherwise.
 * @returns the parts, in the order of the record's; empty: the record may still go on by itself, or never does
 */
export function blockingParts(scope: RecordScope): readonly PortalRecord[] {
  const { portal, context } = scope;
  const { record, children } = context;
  const workflow = Object.hasOwn(portal.workflows, record.type) ? portal.workflows[record.type] : undefined;
  const blockers = triggeredTransitions(workflow, record.state).map(({ trigger }) => {
    const joins = trigger === null ? [] : joinsOf(trigger);
    return children.filter((child) => joins.some((join) => isBlocking(scope, join, child)));
  });
  if (blockers.some((some) => some.length === 0)) return [];
  const all = new Set(blockers.flat());
  return children.filter((child) => all.has(child));
}

type Join = ConditionOf<'children'>;

/** What must hold in any case: none of several possibilities. */
function joinsOf(condition: Condition): Join[] {
  if (condition.test === 'all') return condition.of.flatMap(joinsOf);
  return condition.test === 'children' ? [condition] : [];
}

function isBlocking(scope: RecordScope, { type, quantifier }: Join, child: PortalRecord): boolean {
  const { portal, context } = scope;
  const { every } = quantifier;
  if (child.type !== type || every === null || !readsOnlyStates(every)) return false;
  const states = Object.hasOwn(portal.workflows, type) ? portal.workflows[type]?.states : undefined;
  const { isSettled = false, isFinal = false } = states?.[child.state] ?? {};
  if (!isSettled && !isFinal) return false;
  return !holds(every, { ...scope, context: contextOfChild(context, child) });
}

/** What else a part is asked for may still change. */
function readsOnlyStates(condition: Condition): boolean {
  return testsOf(condition).every(
    (one) => one.test === 'compare' && one.subject.from === 'record' && one.subject.name === 'state',
  );
}
