/** Follows a record and one directly below it through their workflows: in which states both may be at once. */
import { isNever } from '../../../portal/access/access.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { EffectDefinition } from '../../../portal/model/effect.ts';
import { checklistType } from '../../../portal/workflow/new-records.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import { knownState, possible, type KnownTruth } from '../../../portal/conditions/possible.ts';
import { isWhole, reachedFrom, reachedStates, targetsOf } from '../../logic/reach.ts';

export interface WorkflowPair {
  readonly above: Workflow;
  readonly below: Workflow;
}

/**
 * The states in which a record below may be when, or may be made after, the record above takes this step.
 * @returns null where that is not known: the record below stands elsewhere too, or the engine makes it
 */
export function statesAtStep(
  portal: Portal,
  { above, below }: WorkflowPair,
  step: Transition,
): Set<string> | null {
  const type = portal.recordTypes[below.of];
  const isOnlyThere = type?.parents.length === 1 && type.parents[0] === above.of;
  if (!isOnlyThere || below.of === checklistType || ![above, below].every(isWhole)) return null;
  const born = statesOfBirth(portal, { above, below });
  if (born.size === 0) return null;
  const after = reachedFrom(above, targetsOf(step));
  const isBornAfter = [...born].some((state) => after.has(state));
  const found = new Set(isBornAfter ? [below.initial] : []);
  for (const { state, other } of statesOfBoth({ above, below }, born)) {
    if (step.from.includes(state) && mayBeTaken(step, knownAbove(state, below.of, other))) found.add(other);
  }
  return found;
}

/** The states of the record above in which a record below is made, or just was. */
function statesOfBirth(portal: Portal, { above, below }: WorkflowPair): Set<string> {
  const isMadeBy = (effects: readonly EffectDefinition[]) =>
    effects.some((one) => one.effect === 'create' && one.type === below.of);
  const reached = reachedStates(above);
  const steps = Object.values(above.transitions).filter(({ then }) => isMadeBy(then));
  const ofSteps = steps.filter(({ from }) => from.some((state) => reached.has(state))).flatMap(targetsOf);
  const isOfClock = Object.values(above.clocks).some(({ warn }) => warn !== null && isMadeBy(warn.then));
  const create = portal.recordTypes[below.of]?.access.create;
  const isOfPeople = (state: string) =>
    create !== undefined && !isNever(create) && possible(create, knownParent(above.of, state)).true;
  return new Set([...ofSteps, ...[...reached].filter((state) => isOfClock || isOfPeople(state))]);
}

interface Both {
  /** Of the record above. */
  readonly state: string;
  /** Of the record below. */
  readonly other: string;
}

function statesOfBoth({ above, below }: WorkflowPair, born: ReadonlySet<string>): Both[] {
  const found: Both[] = [];
  const seen = new Set<string>();
  const add = (state: string, other: string): void => {
    const key = `${state} ${other}`;
    if (!seen.has(key)) found.push({ state, other });
    seen.add(key);
  };
  for (const state of born) add(state, below.initial);
  // A list that grows while it is walked visits what is added.
  for (const { state, other } of found) {
    for (const to of targetsFrom(above, state, knownAbove(state, below.of, other))) add(to, other);
    const known = knownState(other, knownParent(above.of, state));
    for (const to of targetsFrom(below, other, known)) add(state, to);
  }
  return found;
}

function targetsFrom({ transitions }: Workflow, state: string, known: KnownTruth): string[] {
  return Object.values(transitions)
    .filter((one) => one.from.includes(state) && mayBeTaken(one, known))
    .flatMap(targetsOf);
}

function mayBeTaken({ by, trigger, needs }: Transition, known: KnownTruth): boolean {
  const asked = [by, trigger, ...needs.map(({ condition }) => condition)].filter((one) => one !== null);
  return asked.every((one: Condition) => possible(one, known).true);
}

/** Knows the state of the record above, and that one of its records below is in the other. */
function knownAbove(state: string, type: string, other: string): KnownTruth {
  return knownState(state, (test) => {
    if (test.test !== 'children' || test.type !== type) return null;
    const { every } = test.quantifier;
    return every !== null && !possible(every, knownState(other)).true ? false : null;
  });
}

function knownParent(type: string, state: string): KnownTruth {
  return (test) => {
    if (test.test !== 'parent' || (test.type !== null && test.type !== type)) return null;
    const { true: yes, false: no } = possible(test.of, knownState(state));
    return yes === no ? null : yes;
  };
}
