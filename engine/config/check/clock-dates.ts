/** A clock that counts from a date can learn it: the step whose answer it is may be taken before the clock has ended. */
import type { Clock } from '../../portal/clock.ts';
import type { Transition, Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { statesOfClock } from '../link/clocks.ts';
import { Findings, spanIn, type Checking } from './checking.ts';
import { reachedFrom, targetsOf, wholeWorkflows } from './reach.ts';

export function checkClockDates(checking: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(checking.portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const step = stepOf(workflow, clock);
      if (step === null || isInTime(workflow, clock, step)) continue;
      const place = spanIn(checking, { kind: 'workflow', name: workflow.name }, 'clocks', clock.name, 'from');
      findings.add('clock/date-too-late', place, { name: clock.name, step: step.name });
    }
  }
  return findings.all();
}

/** The step of the record itself whose answer holds the date. */
function stepOf({ transitions, of }: Workflow, { from }: Clock): Transition | null {
  const [first = ''] = from?.keys ?? [];
  const isOwn = from !== null && [null, of].includes(from.ancestor) && from.keys.length > 1;
  const step = isOwn && Object.hasOwn(transitions, first) ? transitions[first] : undefined;
  return step?.saves === true ? step : null;
}

/** Is it taken while the clock is not over, or before it starts? */
function isInTime(workflow: Workflow, clock: Clock, step: Transition): boolean {
  const { states, transitions } = workflow;
  const isOpen = (state: string) => states[state]?.isFinal !== true && !clock.stops.includes(state);
  const alive = new Set(statesOfClock(clock, transitions).filter(isOpen));
  const targets = targetsOf(step).filter(isOpen);
  if (step.from.some((state) => alive.has(state)) && targets.length > 0) return true;
  const after = reachedFrom(workflow, targetsOf(step));
  return clock.starts.some((state) => after.has(state));
}
