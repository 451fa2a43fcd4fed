/** Checks that each reminder can be sent: it comes after the record enters the state, and before what it warns of. */
import { waitOf } from '../../../portal/life/reminders.ts';
import type { Duration } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Reminder, Workflow } from '../../../portal/model/workflow.ts';
import { addDuration, subtractDuration } from '../../../portal/time/days.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

export function checkReminders({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(portal.workflows)) {
    for (const reminder of Object.values(workflow.reminders)) {
      const { name, place, when } = reminder;
      const { amount } = when.from === 'state' ? when.after : when.before;
      if (amount === 0) findings.add('workflow/no-wait', place, { name });
      const reason = whyNever(portal, workflow, reminder);
      if (reason !== null) findings.add('reminder/never-sent', place, { name, reason });
    }
  }
  return findings.all();
}

/** Any day: the length of a year or a month hardly matters here. */
const start = '2026-01-05T00:00:00.000Z';

function whyNever(
  portal: Portal,
  { transitions, states }: Workflow,
  { when, states: its }: Reminder,
): string | null {
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
  return null;
}

function isWithin({ days, timeZone }: Portal, before: Duration, wait: Duration): boolean {
  return subtractDuration(days, timeZone, addDuration(days, timeZone, start, wait), before) > start;
}
