/** Which transitions the engine may fire in a state: asked of every record of a family at every step. */
import { onceForEach } from '../values/once-for-each.ts';
import type { Transition, Workflow } from '../model/workflow.ts';

/** In the order in which the workflow names them. */
export function triggeredFrom(workflow: Workflow | undefined, state: string): readonly Transition[] {
  return (workflow && triggeredByState(workflow).get(state)) ?? [];
}

const triggeredByState = onceForEach(({ transitions }: Workflow) => {
  const triggered = Object.values(transitions).filter(({ trigger }) => trigger !== null);
  const states = new Set(triggered.flatMap(({ from }) => from));
  return new Map(
    Array.from(states, (state) => [state, triggered.filter(({ from }) => from.includes(state))]),
  );
});
