/** Whose turn it is: what the state of a record says, unless its parts keep back every step on from there. */
import { knownState, possible, testsOf } from '../conditions/possible.ts';
import { quorumStepsIn } from '../conditions/quorum.ts';
import type { Condition, ConditionOf } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { Transition, Workflow } from '../model/workflow.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** Parts of a type in one of these states. */
interface PartStates {
  readonly type: string;
  readonly states: readonly string[];
}

/** For whom a record waits while its parts keep back every step on from its state. */
export interface Detour {
  /** The role of a party, or `children`. */
  readonly waitsFor: string;
  /** For each step the parts that keep it back. One of them is enough. */
  readonly keptBack: readonly (readonly PartStates[])[];
  /** Such a step also needs the record's own papers: while one is missing, the record waits as its state says. */
  readonly asksPapers: boolean;
}

/** @returns null if parts never change for whom a record in this state waits */
export function detourOf(portal: Portal, type: string, state: string): Detour | null {
  const detours = detoursOf(portal);
  return detours.get(type)?.get(state) ?? null;
}

const detoursOf = onceForEach((portal: Portal) => {
  const ofType = (workflow: Workflow) =>
    new Map(Object.keys(workflow.states).map((state) => [state, computeDetour(portal, workflow, state)]));
  return new Map(Object.values(portal.workflows).map((workflow) => [workflow.of, ofType(workflow)]));
});

/** The roles whose people take a step together in this state: it waits for each of them. Null: nobody does. */
export function signersIn(portal: Portal, type: string, state: string): readonly string[] | null {
  const steps = quorumStepsIn(portal, { type, state });
  return steps.length === 0 ? null : [...new Set(steps.flatMap(({ quorum }) => quorum.roles ?? []))];
}

function computeDetour(portal: Portal, workflow: Workflow, key: string): Detour | null {
  const state = workflow.states[key];
  if (state === undefined || state.waitsFor === null || state.isFinal || state.isSettled) return null;
  const { waitsFor } = state;
  const steps = Object.values(workflow.transitions).filter(({ from }) => from.includes(key));
  if (waitsFor === 'children') {
    // Ended parts stay as they are. Only a step of the owner can still be taken.
    const hasOwnStep = steps.some((step) => isStepOf(step, 'owner'));
    const keptBack = steps.flatMap(({ trigger }) =>
      trigger === null ? [] : [partsAgainst(portal, trigger, 'ended')],
    );
    return hasOwnStep && canAllBeKept(keptBack) ? { waitsFor: 'owner', keptBack, asksPapers: false } : null;
  }
  if (waitsFor === 'office' || Object.hasOwn(portal.departments, waitsFor)) return null;
  const stepsOn = steps.filter(
    (step) => isStepOf(step, waitsFor) && workflow.states[step.to]?.isFinal !== true,
  );
  const keptBack = stepsOn.map(({ needs }) =>
    needs.flatMap(({ condition }) => partsAgainst(portal, condition, 'any')),
  );
  const asksPapers = stepsOn.some(({ needs }) => needs.some(({ condition }) => asksForPapers(condition)));
  return canAllBeKept(keptBack) ? { waitsFor: 'children', keptBack, asksPapers } : null;
}

function asksForPapers(condition: Condition): boolean {
  if (condition.test === 'all') return condition.of.some(asksForPapers);
  return condition.test === 'checklist' && condition.is === 'filed';
}

function canAllBeKept(keptBack: Detour['keptBack']): boolean {
  return keptBack.length > 0 && keptBack.every(({ length }) => length > 0);
}

function isStepOf({ by }: Transition, role: string): boolean {
  return by !== null && testsOf(by).some((one) => one.test === 'party' && one.role === role);
}

export function isAmong(
  { type, states }: PartStates,
  part: Pick<RecordContext['record'], 'type' | 'state'>,
): boolean {
  return part.type === type && states.includes(part.state);
}

/** The states of parts in which this condition does not hold, whatever else does. */
export function partsAgainst(
  portal: Portal,
  condition: Condition,
  which: 'ended' | 'any',
): readonly PartStates[] {
  return joinsOf(condition).flatMap(({ type, quantifier: { every } }) => {
    if (every === null) return [];
    const all = Object.values(workflowOf(portal, type)?.states ?? {});
    const against = all.filter(
      ({ key, isFinal, isSettled }) =>
        (which === 'any' || isFinal || isSettled) && !possible(every, knownState(key)).true,
    );
    return against.length === 0 ? [] : [{ type, states: against.map(({ key }) => key) }];
  });
}

/** What must hold in any case: none of several possibilities. */
function joinsOf(condition: Condition): ConditionOf<'children'>[] {
  if (condition.test === 'all') return condition.of.flatMap(joinsOf);
  return condition.test === 'children' ? [condition] : [];
}

function workflowOf({ workflows }: Portal, type: string): Workflow | undefined {
  return Object.hasOwn(workflows, type) ? workflows[type] : undefined;
}
