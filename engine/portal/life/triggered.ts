/** Which transitions the engine may fire in a state. Every step asks this of every record in the family. */
import { onceForEach } from '../values/once-for-each.ts';
import type { Transition, Workflow } from '../model/workflow.ts';

/** In the order of the workflow. */
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
