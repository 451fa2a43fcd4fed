/** Every state of a workflow is reached, and every state that is no end has a way out. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, spanIn, type Checking } from './checking.ts';
import { reachedStates, waysOut, wholeWorkflows } from './reach.ts';

export function checkStates(checking: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(checking.portal)) {
    const reached = reachedStates(workflow);
    for (const { key: name, isFinal, isSettled } of Object.values(workflow.states)) {
      const file = { kind: 'workflow', name: workflow.name } as const;
      const place = spanIn(checking, file, 'states', name);
      const isLeft = waysOut(workflow, name).length > 0;
      if (!reached.has(name)) findings.add('workflow/unreached-state', place, { name });
      else if (!isFinal && !isSettled && !isLeft) findings.add('workflow/no-way-out', place, { name });
      else if (isFinal && isLeft) findings.add('workflow/left-after-the-end', place, { name });
    }
  }
  return findings.all();
}
