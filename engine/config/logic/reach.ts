/** Computes which states of a workflow can be reached, and where its transitions lead. */
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../portal/model/workflow.ts';

/** Every state that a transition may lead to; empty if the record stays in its state. */
export function targetsOf({ to, toCases, extends: clock }: Transition): string[] {
  return clock === null ? [...new Set([to, ...toCases.map((one) => one.to)])] : [];
}

/** Transitions that leave a state; those that only extend a clock or stay in the state are left out. */
export function waysOut({ transitions }: Workflow, state: string): Transition[] {
  return Object.values(transitions).filter(
    (one) => one.from.includes(state) && targetsOf(one).some((target) => target !== state),
  );
}

/** All states that a record of this workflow can be in. */
export const reachedStates = onceForEach((workflow: Workflow): ReadonlySet<string> =>
  reachedFrom(workflow, [workflow.initial]),
);

/** These states and all that follow. Iterating over a set also visits what is added meanwhile. */
export function reachedFrom(
  { transitions }: Workflow,
  states: readonly string[],
  isWalked: (one: Transition) => boolean = () => true,
): Set<string> {
  const reached = new Set(states);
  for (const state of reached) {
    for (const one of Object.values(transitions)) {
      if (!one.from.includes(state) || !isWalked(one)) continue;
      for (const target of targetsOf(one)) reached.add(target);
    }
  }
  return reached;
}

/** The states to which no transition leads, each with the states that can be reached only through it. */
export function firstUnreachedStates(workflow: Workflow): Map<string, string[]> {
  const reached = reachedStates(workflow);
  const unreached = Object.keys(workflow.states).filter((state) => !reached.has(state));
  const after = new Map(unreached.map((state) => [state, reachedFrom(workflow, [state])]));
  const first = unreached.filter((state, at) =>
    unreached.every((other, otherAt) => {
      const leadsHere = other !== state && after.get(other)?.has(state) === true;
      // If states lead to one another, the first in the file represents them.
      return !leadsHere || (after.get(state)?.has(other) === true && at < otherAt);
    }),
  );
  const told = new Set(first);
  return new Map(
    first.map((state) => {
      const rest = unreached.filter((other) => !told.has(other) && after.get(state)?.has(other) === true);
      for (const one of rest) told.add(one);
      return [state, rest];
    }),
  );
}

/** Returns true if every named state is declared. Otherwise further findings would only repeat that error. */
export function isWhole({ initial, states, transitions }: Workflow): boolean {
  const named = Object.values(transitions).flatMap((one) => [...one.from, ...targetsOf(one)]);
  return [initial, ...named].every((state) => Object.hasOwn(states, state));
}

/** Workflows in which every named state is declared. */
export function wholeWorkflows(portal: Portal): Workflow[] {
  return Object.values(portal.workflows).filter(isWhole);
}

/**
 * All states except the first unreached ones, which are already reported. The states after those count as reachable.
 */
export function expectedStates(workflow: Workflow): string[] {
  const first = firstUnreachedStates(workflow);
  return Object.keys(workflow.states).filter((state) => !first.has(state));
}
