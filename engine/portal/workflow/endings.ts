/** What ends with a step that ends its record, and what stays: the parts below it and its documents. */
import { viewLevel } from '../access/access.ts';
import { holds } from '../conditions/evaluate.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { contextOfChild, type PortalRecord } from '../model/record.ts';
import type { Transition } from '../model/workflow.ts';
import { evaluationScopeOf, targetOf } from './transition.ts';

export interface RecordEnd {
  /** Open parts that it ends, by type. */
  readonly ends: readonly { readonly type: string; readonly count: number }[];
  /** Finished parts, by type. */
  readonly stays: readonly { readonly type: string; readonly count: number }[];
  /** Names of its documents that are no longer valid. */
  readonly revokes: readonly string[];
  /** Names of its documents that stay valid. */
  readonly keeps: readonly string[];
}

/** Null for a step that does not lead to a final state. */
export function endingOf(scope: RecordScope, transition: Transition): RecordEnd | null {
  const { portal, context } = scope;
  const to = targetOf(scope, transition);
  const workflow = portal.workflows[context.record.type];
  if (workflow?.states[to]?.isFinal !== true || to === context.record.state) return null;
  const ended = { ...scope, context: { ...context, record: { ...context.record, state: to } } };
  const seen = context.children.filter((child) => isSeen(scope, child));
  const over = seen.filter((child) => isOver(scope, child));
  const ends = seen.filter((child) => !over.includes(child) && endsWith(ended, child));
  const valid = [
    ...new Set(context.documents.filter(({ state }) => state === 'valid').map((one) => one.document)),
  ];
  const gone = transition.then.flatMap((effect) =>
    effect.effect === 'revoke' && effect.as === 'revoked' ? [effect.document] : [],
  );
  return {
    ends: countByType(ends),
    stays: countByType(over),
    revokes: valid.filter((name) => gone.includes(name)),
    keeps: valid.filter((name) => !gone.includes(name)),
  };
}

function isSeen({ portal, visitor, context }: RecordScope, child: PortalRecord): boolean {
  const parties = context.childParties?.[child.id] ?? [];
  return viewLevel({ portal, visitor, context: { ...contextOfChild(context, child), parties } }) !== null;
}

function isOver({ portal }: RecordScope, { type, state }: PortalRecord): boolean {
  const { isSettled = true, isFinal = false } = portal.workflows[type]?.states[state] ?? {};
  return isSettled || isFinal;
}

/** Its workflow follows the record above into a final state. */
function endsWith(scope: RecordScope, child: PortalRecord): boolean {
  const workflow = scope.portal.workflows[child.type];
  const of = { ...scope, context: contextOfChild(scope.context, child) };
  return Object.values(workflow?.transitions ?? {}).some(
    ({ trigger, from, to }) =>
      trigger?.test === 'parent' &&
      from.includes(child.state) &&
      workflow?.states[to]?.isFinal === true &&
      holds(trigger, evaluationScopeOf(of, {})),
  );
}

function countByType(records: readonly PortalRecord[]): RecordEnd['ends'] {
  const byType = Map.groupBy(records, ({ type }) => type);
  return Array.from(byType, ([type, of]) => ({ type, count: of.length }));
}
