/** Which states of a workflow are reached, and where its transitions lead. */
import type { Portal } from '../../portal/portal.ts';
import type { Transition, Workflow } from '../../portal/workflow.ts';

/** Every state that a transition may lead to; none for one that stays. */
export function targetsOf({ to, toCases, extends: clock }: Transition): string[] {
  return clock === null ? [...new Set([to, ...toCases.map((one) => one.to)])] : [];
}

/** Transitions that leave a state, those that only extend a clock or stay where they are left out. */
export function waysOut({ transitions }: Workflow, state: string): Transition[] {
  return Object.values(transitions).filter(
    (one) => one.from.includes(state) && targetsOf(one).some((target) => target !== state),
  );
}

const known = new WeakMap<Workflow, ReadonlySet<string>>();

export function reachedStates(workflow: Workflow): ReadonlySet<string> {
  let reached = known.get(workflow);
  if (reached === undefined) known.set(workflow, (reached = walk(workflow)));
  return reached;
}

/** A set that grows while it is walked visits what is added. */
function walk({ initial, transitions }: Workflow): Set<string> {
  const reached = new Set([initial]);
  for (const state of reached) {
    for (const one of Object.values(transitions)) {
      if (!one.from.includes(state)) continue;
      for (const target of targetsOf(one)) reached.add(target);
    }
  }
  return reached;
}

/** No state is named that is not declared: else what follows from it is no news. */
export function isWhole({ initial, states, transitions }: Workflow): boolean {
  const named = Object.values(transitions).flatMap((one) => [...one.from, ...targetsOf(one)]);
  return [initial, ...named].every((state) => Object.hasOwn(states, state));
}

/** Workflows in which every state is declared. */
export function wholeWorkflows(portal: Portal): Workflow[] {
  return Object.values(portal.workflows).filter(isWhole);
}
