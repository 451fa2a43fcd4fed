/** How much people are inclined to a step: most go on, few go back, give up or refuse. */
import type { Transition, Workflow } from '../portal/model/workflow.ts';

/** A weight among the steps out of a state; 0 never occurs, so that every step is taken now and then. */
export function inclination({ states }: Workflow, state: string, { to, extends: clock }: Transition): number {
  const target = states[to];
  if (target === undefined || clock !== null || to === state) return 0.2;
  if (target.isFinal || target.tone === 'bad') return 0.3;
  // What can be settled at once mostly is; the long way is gone often enough.
  if (target.isSettled) return 20;
  const order = Object.keys(states);
  const isForward = order.indexOf(to) > order.indexOf(state);
  // What waits for a person with a warning is a way round.
  return isForward && target.tone !== 'warning' ? 6 : 0.8;
}
