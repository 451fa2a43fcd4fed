/** Every state of a workflow is reached, and every state that is no end has a way out. */
import type { Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, spanIn, type Checking } from './checking.ts';

export function checkStates(checking: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of Object.values(checking.portal.workflows)) {
    // A transition to a state that is not there has been told; what follows from it is no news.
    if (!isWhole(workflow)) continue;
    const reached = reachedStates(workflow);
    const left = new Set(Object.values(workflow.transitions).flatMap(({ from }) => from));
    for (const { key: name, isFinal, isSettled } of Object.values(workflow.states)) {
      const file = { kind: 'workflow', name: workflow.name } as const;
      const place = spanIn(checking, file, 'states', name);
      if (!reached.has(name)) findings.add('workflow/unreached-state', place, { name });
      else if (!isFinal && !isSettled && !left.has(name)) {
        findings.add('workflow/no-way-out', place, { name });
      }
    }
  }
  return findings.all();
}

function isWhole({ initial, states, transitions }: Workflow): boolean {
  const named = Object.values(transitions).flatMap(({ from, to }) => [...from, to]);
  return [initial, ...named].every((state) => Object.hasOwn(states, state));
}

function reachedStates({ initial, transitions }: Workflow): Set<string> {
  const reached = new Set([initial]);
  const open = [initial];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const { from, to } of Object.values(transitions)) {
      if (!from.includes(state) || reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}
