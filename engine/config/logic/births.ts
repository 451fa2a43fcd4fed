/** The states of a record in which records below it can be created. */
import { isNever } from '../../portal/access/access.ts';
import { knownState, type KnownTruth, possible } from '../../portal/conditions/possible.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { EffectDefinition, Workflow } from '../../portal/model/workflow.ts';
import { reachedStates, targetsOf } from './reach.ts';

export interface WorkflowPair {
  readonly above: Workflow;
  readonly below: Workflow;
}

/** The states of the record above in which a child is or has just been created. */
export function statesOfBirth(portal: Portal, { above, below }: WorkflowPair): Set<string> {
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

/** What the state of the record above decides. */
export function knownParent(type: string, state: string): KnownTruth {
  return (test) => {
    if (test.test !== 'parent' || (test.type !== null && test.type !== type)) return null;
    const { true: yes, false: no } = possible(test.of, knownState(state));
    return yes === no ? null : yes;
  };
}
