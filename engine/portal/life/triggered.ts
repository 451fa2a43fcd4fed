/** Which transitions the engine may fire in a state: asked of every record of a family at every step. */
import type { Transition, Workflow } from '../workflow.ts';

const kept = new WeakMap<Workflow, Map<string, readonly Transition[]>>();

/** In the order in which the workflow names them. */
export function triggeredFrom(workflow: Workflow | undefined, state: string): readonly Transition[] {
  if (workflow === undefined) return [];
  const known = kept.get(workflow) ?? new Map<string, readonly Transition[]>();
  kept.set(workflow, known);
  const found = known.get(state) ?? findTriggered(workflow, state);
  known.set(state, found);
  return found;
}

function findTriggered({ transitions }: Workflow, state: string): Transition[] {
  return Object.values(transitions).filter(({ trigger, from }) => trigger !== null && from.includes(state));
}
