/** The inclination of people to a step: most follow the usual path, some seek what nobody has done. */
import { mainPath } from '../portal/workflow/main-path.ts';
import type { Transition, Workflow } from '../portal/model/workflow.ts';
import type { Coverage } from './coverage.ts';

/** The weight of doing nothing: nobody refuses or gives up only for want of another step. */
export const idleWeight = 3;

/** A weight among the steps from a state. Never 0, so that every step is taken sometimes. */
export function stepWeight(workflow: Workflow, state: string, transition: Transition): number {
  const { to, toCases, extends: clock } = transition;
  if (clock !== null || to === state) return 0.1;
  const [next] = mainPath(workflow, state);
  const targets = [to, ...toCases.map((one) => one.to)];
  if (next !== undefined && targets.includes(next)) return 10;
  const ahead = Object.keys(workflow.states);
  const isForward = targets.some((target) => ahead.indexOf(target) > ahead.indexOf(state));
  const target = workflow.states[to];
  if (target?.isFinal === true || target?.tone === 'bad') return 0.1;
  return isForward && target?.isSettled !== true ? 1 : 0.3;
}

/** The same for a person who seeks what nobody has done: the closer a step leads to it, the better. */
export function coverageWeight(coverage: Coverage, type: string, transition: Transition): number {
  if (coverage.isNew(type, transition)) return 100;
  const targets = [transition.to, ...transition.toCases.map((one) => one.to)].filter((to) => to !== '');
  const nearest = Math.min(...targets.map((to) => coverage.distance(type, to)), Infinity);
  return nearest === Infinity ? 0.2 : 10 / (1 + nearest) ** 2;
}
