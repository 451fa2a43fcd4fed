/**
 * Checks that items which are asked again can be sent again: the record returns to its owner before anything needs
 * the items.
 */
import type { Condition } from '../../../portal/model/condition.ts';
import type { EffectDefinition, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { mentions } from '../../../portal/workflow/main-path.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { reachedFrom, targetsOf, wholeWorkflows } from '../../logic/reach.ts';

export function checkRequestedItems({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    for (const step of Object.values(workflow.transitions)) {
      const asks = step.then.filter((one) => one.effect === 'askAgain');
      if (asks.length === 0 || !asks.some((one) => isSent(portal, workflow.of, one))) continue;
      const states = isStaying(step) ? step.from : targetsOf(step);
      const inVain = states.filter((state) => !comesToOwner(workflow, state));
      if (inVain.length > 0)
        findings.add('effect/asked-in-vain', step.place, { name: step.name, states: inVain });
    }
  }
  return findings.all();
}

/** A transition that extends a clock stays in its state. */
function isStaying(step: Transition): boolean {
  return targetsOf(step).length === 0;
}

/** Returns true if the owner sends at least one of the items, false if the office handles all of them. */
function isSent(
  portal: Portal,
  type: string,
  { items }: Extract<EffectDefinition, { effect: 'askAgain' }>,
): boolean {
  const recordType = portal.recordTypes[type];
  const kinds = Object.values(portal.kinds).filter(({ set }) => recordType?.kinds.includes(set));
  const asked = [recordType, ...kinds].flatMap((one) => one?.items ?? []);
  return asked.some(({ id, evidence }) => evidence === 'file' && items?.includes(id) !== false);
}

/** Returns true if a state that waits for the owner can be reached without a transition that needs the checklist. */
function comesToOwner(workflow: Workflow, state: string): boolean {
  const reached = reachedFrom(workflow, [state], (step) => !needsChecklist(step));
  return [...reached].some((one) => workflow.states[one]?.waitsFor === 'owner');
}

function needsChecklist({ needs, by, trigger }: Transition): boolean {
  return [...needs.map((need) => need.condition), by, trigger].some(
    (one) => one !== null && asksForPapers(one),
  );
}

function asksForPapers(condition: Condition): boolean {
  return mentions(condition, (test) => test.test === 'checklist' && test.is !== 'returned');
}
