/** A clock that counts from a date can learn it, of its record or of one above: somebody may answer it before the clock has ended. */
import { isNever } from '../../../portal/access/access.ts';
import type { Clock } from '../../../portal/model/clock.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesOfClock } from '../../link/workflows/clocks.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../checking/check-context.ts';
import { formsOf, givenAtCreation } from '../forms/fields.ts';
import { reachedFrom, targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { statesAtStep } from './side-by-side.ts';

export function checkClockDates(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(context.portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const { name } = clock;
      const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'clocks', name, 'from');
      const holder = context.portal.workflows[clock.from?.ancestor ?? workflow.of] ?? workflow;
      const step = stepOf(holder, clock);
      const isLate = step !== null && !isInTime(context.portal, { workflow, holder, clock, step });
      const said = holder === workflow ? step?.name : `${holder.of}.${step?.name}`;
      if (isLate) findings.add('clock/date-too-late', place, { name, step: said ?? '' });
      const reason =
        step === null ? whyNeverAnswered(context.portal, clock.from?.ancestor ?? workflow.of, clock) : null;
      if (reason !== null) findings.add('clock/date-never-known', place, { name, reason });
    }
  }
  return findings.all();
}

/** The step of this workflow whose answer holds the date. */
function stepOf({ transitions }: Workflow, { from }: Clock): Transition | null {
  const [first = ''] = from?.keys ?? [];
  const isBelowName = from !== null && from.keys.length > 1;
  const step = isBelowName && Object.hasOwn(transitions, first) ? transitions[first] : undefined;
  return step?.saves === true ? step : null;
}

/** Why no record of this type ever holds the date; null where one may. */
function whyNeverAnswered(portal: Portal, of: string, { from }: Clock): string | null {
  const type = portal.recordTypes[of];
  const [name = ''] = from?.keys ?? [];
  if (type === undefined || from === null) return null;
  const forms = formsOf(portal, type).filter(({ schema }) =>
    Object.hasOwn(Object(schema['properties']), name),
  );
  const [shown] = forms.map((form) => (Object.hasOwn(form.from, name) ? form.from[name] : undefined));
  if (shown !== undefined && forms.every((form) => Object.hasOwn(form.from, name))) {
    return `"${name}" is not kept in the record, it is only shown from "${shown}"`;
  }
  const isAsked = !isNever(type.access.create) || !isNever(type.access.update) || type.prefill.length > 0;
  return isAsked || givenAtCreation(portal, of).has(name) ? null : `nobody may answer "${name}"`;
}

interface ClockDate {
  readonly workflow: Workflow;
  readonly clock: Clock;
  /** The workflow of the step that the date is answered in: the same, or one above it. */
  readonly holder: Workflow;
  readonly step: Transition;
}

/** Is it taken while the clock is not over, or before it starts? */
function isInTime(portal: Portal, { workflow, clock, holder, step }: ClockDate): boolean {
  const { states, transitions } = workflow;
  const isOpen = (state: string) => states[state]?.isFinal !== true && !clock.stops.includes(state);
  const alive = new Set(statesOfClock(clock, transitions).filter(isOpen));
  if (holder !== workflow) {
    const there = statesAtStep(portal, { above: holder, below: workflow }, step);
    return there === null || [...reachedFrom(workflow, [...there])].some((state) => alive.has(state));
  }
  const targets = targetsOf(step).filter(isOpen);
  if (step.from.some((state) => alive.has(state)) && targets.length > 0) return true;
  const after = reachedFrom(workflow, targetsOf(step));
  return clock.starts.some((state) => after.has(state));
}
