/** Checks that every state can be reached, and that every state leads to an end. */
import type { Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import {
  reachedFrom,
  reachedStates,
  firstUnreachedStates,
  waysOut,
  wholeWorkflows,
} from '../../logic/reach.ts';

export function checkStates(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(context.portal)) {
    const reached = reachedStates(workflow);
    const first = firstUnreachedStates(workflow);
    const turning = withoutEnd(workflow);
    for (const { key: name, isFinal, isSettled } of Object.values(workflow.states)) {
      const file = { kind: 'workflow', name: workflow.name } as const;
      const place = spanIn(context, file, 'states', name);
      const isLeft = waysOut(workflow, name).length > 0;
      // States after an unreached one are not reported again.
      if (first.has(name))
        findings.add('workflow/unreached-state', place, { name, after: first.get(name) ?? [] });
      if (!reached.has(name)) continue;
      if (!isFinal && !isSettled && !isLeft) findings.add('workflow/no-way-out', place, { name });
      else if (isFinal && isLeft) findings.add('workflow/left-after-the-end', place, { name });
    }
    const [name] = turning;
    if (name === undefined) continue;
    const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'states', name);
    findings.add('workflow/never-ends', place, { names: turning });
  }
  return findings.all();
}

/** The smallest group of states that lead only to one another, if the workflow has an end. */
function withoutEnd(workflow: Workflow): string[] {
  const isEnd = (name: string) =>
    workflow.states[name]?.isFinal === true || workflow.states[name]?.isSettled === true;
  const states = [...reachedStates(workflow)];
  if (!states.some(isEnd)) return [];
  const rounds = states
    .filter((name) => waysOut(workflow, name).length > 0)
    .map((name) => [...reachedFrom(workflow, [name])])
    .filter((round) => round.every((name) => !isEnd(name) && waysOut(workflow, name).length > 0));
  return rounds.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
