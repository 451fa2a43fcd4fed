/** Checks that each reminder can be sent: it comes after the record enters the state, and before what it warns of. */
import { waitOf } from '../../../portal/life/reminders.ts';
import type { ShiftedBound } from '../../../portal/forms/form-days.ts';
import type { Duration } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Reminder, ReminderDate, Workflow } from '../../../portal/model/workflow.ts';
import { addDuration, momentAt, subtractDuration } from '../../../portal/time/days.ts';
import { shiftDay } from '../../../portal/time/today.ts';
import { dayAfter } from '../../../portal/time/working-days.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { countedDay, sampleDays } from '../../logic/day-limits.ts';
import { reachedFrom, targetsOf } from '../../logic/reach.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { formsOf, givenAtCreation } from '../forms/fields.ts';
import { datesOfForm } from '../forms/days.ts';
import { stepAnswering, whyNeverAnswered } from './clock-dates.ts';

export function checkReminders(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(portal.workflows)) {
    for (const reminder of Object.values(workflow.reminders)) {
      const { name, place, when } = reminder;
      const { amount } = 'after' in when ? when.after : when.before;
      if (amount === 0) findings.add('workflow/no-wait', place, { name });
      checkDate(context, workflow, reminder, findings);
      const reason = whyNever(portal, workflow, reminder);
      if (reason !== null) findings.add('reminder/never-sent', place, { name, reason });
    }
  }
  return findings.all();
}

/** Any day: the length of a year or a month hardly matters here. */
const start = '2026-01-05T00:00:00.000Z';

function whyNever(portal: Portal, workflow: Workflow, { when, states: its }: Reminder): string | null {
  const { transitions, states } = workflow;
  const ends = its.filter((state) => states[state]?.isFinal === true);
  if (ends.length > 0 && when.from === 'state') return `the state "${ends[0]}" is final`;
  if (when.from === 'step') {
    const wait = waitOf(transitions[when.step]);
    return wait === null || isWithin(portal, when.before, wait)
      ? null
      : `the step "${when.step}" happens sooner than that`;
  }
  if (when.from === 'document' && portal.documents[when.document]?.valid === null)
    return `the document "${when.document}" never expires`;
  if (when.from === 'date' && 'before' in when && isTooNear(portal, workflow, when))
    return `whoever answers "${when.field.keys.join('.')}" can only name a day that is too near for it`;
  return null;
}

/** Reports a date that the record never has, or has only after the states of the reminder. */
function checkDate(
  context: CheckContext,
  workflow: Workflow,
  reminder: Reminder,
  findings: DiagnosticSet,
): void {
  const { name, when, states } = reminder;
  if (when.from !== 'date') return;
  const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'reminders', name, 'field');
  const step = stepAnswering(workflow, when.field);
  if (step === null) {
    const reason = whyNeverAnswered(context.portal, workflow.of, when.field);
    if (reason !== null) findings.add('reminder/date-never-known', place, { name, reason });
    return;
  }
  const after = reachedFrom(workflow, targetsOf(step));
  if (!states.some((state) => after.has(state)))
    findings.add('reminder/date-too-late', place, { name, step: step.name });
}

/** Every question for the date takes only days so near that the reminder is due before one is answered. */
function isTooNear(portal: Portal, { of, transitions }: Workflow, { field, before }: DatedBefore): boolean {
  const step = stepAnswering({ transitions }, field);
  const type = portal.recordTypes[of];
  const [first = '', ...rest] = field.keys;
  if (type === undefined || givenAtCreation(portal, of).has(first)) return false;
  const forms = step === null ? formsOf(portal, type) : [portal.forms[step.input ?? '']];
  const path = (step === null ? field.keys : rest).join('.');
  const dates = forms
    .flatMap((form) => (form === undefined ? [] : datesOfForm(form)))
    .filter((one) => one.path === path);
  return dates.length > 0 && dates.every(({ last }) => isPast(portal, last, before));
}

type DatedBefore = Extract<ReminderDate, { before: Duration }>;

/** Returns true if the time before the last day of the question is over on the day of the answer. */
function isPast({ days, timeZone }: Portal, bound: unknown, before: Duration): boolean {
  const last = countedDay(bound as string | ShiftedBound | undefined);
  if (last === null) return false;
  return sampleDays.every((day) => {
    const end = momentAt(dayAfter(shiftDay(day, last.by) ?? day, 1), '00:00', timeZone);
    return subtractDuration(days, timeZone, end, before) <= momentAt(day, '00:00', timeZone);
  });
}

function isWithin({ days, timeZone }: Portal, before: Duration, wait: Duration): boolean {
  return subtractDuration(days, timeZone, addDuration(days, timeZone, start, wait), before) > start;
}
