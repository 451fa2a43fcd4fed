/** The inclination of people to a step: most follow the usual path, some seek what nobody has done. */
import { mainPath } from '../portal/workflow/main-path.ts';
import type { Transition, Workflow } from '../portal/model/workflow.ts';
import { markOf, type Coverage, type Subject } from './coverage.ts';

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

/** Decides whether those who work on this record seek what nobody has done: for every second record. */
export function isCurious(coverage: Coverage, { slug, type }: Subject): boolean {
  return markOf(`${type}/${slug}`) % 2 === 0 && coverage.unreached().transitions.length > 0;
}

/** The factor for people who seek what nobody has done: the closer a step leads to the record's goal, the better. */
export function coverageWeight(coverage: Coverage, record: Subject, transition: Transition): number {
  if (coverage.isNew(record.type, transition)) return 100;
  const goal = coverage.goalOf(record);
  if (goal === null) return 1;
  if (goal.distances.get(record.state) === 0) return 0.2;
  const targets = [transition.to, ...transition.toCases.map((one) => one.to)];
  const nearest = Math.min(...targets.map((to) => goal.distances.get(to) ?? Infinity));
  return nearest === Infinity ? 0.2 : 10 / (1 + nearest) ** 2;
}
