/** A clock that counts from a date can learn it: somebody may answer it, and that before the clock has ended. */
import { isNever } from '../../../portal/access/access.ts';
import type { Clock } from '../../../portal/model/clock.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesOfClock } from '../../link/workflows/clocks.ts';
import { Findings, spanIn, type Checking } from '../checking/checking.ts';
import { formsOf, givenAtCreation } from '../forms/fields.ts';
import { reachedFrom, targetsOf, wholeWorkflows } from '../logic/reach.ts';

export function checkClockDates(checking: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(checking.portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const { name } = clock;
      const place = spanIn(checking, { kind: 'workflow', name: workflow.name }, 'clocks', name, 'from');
      const step = stepOf(workflow, clock);
      if (step !== null && !isInTime(workflow, clock, step)) findings.add('clock/date-too-late', place, { name, step: step.name });
      const reason = step === null ? whyNeverAnswered(checking.portal, workflow, clock) : null;
      if (reason !== null) findings.add('clock/date-never-known', place, { name, reason });
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

/** Why no record of this type ever holds the date; null where one may. */
function whyNeverAnswered(portal: Portal, { of }: Workflow, { from }: Clock): string | null {
  const type = portal.recordTypes[of];
  const [name = ''] = from?.keys ?? [];
  if (type === undefined || from === null || ![null, of].includes(from.ancestor)) return null;
  const forms = formsOf(portal, type).filter(({ schema }) => Object.hasOwn(Object(schema['properties']), name));
  const [shown] = forms.map((form) => (Object.hasOwn(form.from, name) ? form.from[name] : undefined));
  if (shown !== undefined && forms.every((form) => Object.hasOwn(form.from, name))) {
    return `"${name}" is not kept in the record, it is only shown from "${shown}"`;
  }
  const isAsked = !isNever(type.access.create) || !isNever(type.access.update) || type.prefill.length > 0;
  return isAsked || givenAtCreation(portal, of).has(name) ? null : `nobody may answer "${name}"`;
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
