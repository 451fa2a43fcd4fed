/** Reminders: when each is due, and sending those that have become due. */
import type { EffectOf, Reminder, ReminderDate, Transition, Workflow } from '../model/workflow.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';
import { addDuration, endAfter, momentAt, subtractDuration } from '../time/days.ts';
import { dayAfter, dayOfValue, isDate } from '../time/working-days.ts';
import { mappingOf } from '../values/is-mapping.ts';
import { addEvent, type DecisionDraft, engine } from './decision-draft.ts';
import { applyEffects } from './effects.ts';
import { type Family, memberOf } from './family.ts';

type ReminderContext = Pick<RecordContext, 'record' | 'documents'>;

/** When the reminders of the record's state are due (ISO date-times), past and future. */
export function remindersOf(
  portal: Portal,
  context: ReminderContext,
): { readonly reminder: Reminder; readonly at: string }[] {
  const workflow = portal.workflows[context.record.type];
  return Object.values(workflow?.reminders ?? {})
    .filter(({ states }) => states.includes(context.record.state))
    .flatMap((reminder) => {
      const at = momentOf(portal, workflow, context, reminder);
      return at === null ? [] : [{ reminder, at }];
    });
}

function momentOf(
  portal: Portal,
  workflow: Workflow | undefined,
  { record, documents }: ReminderContext,
  { when }: Reminder,
): string | null {
  const { days, timeZone } = portal;
  if (when.from === 'state') return addDuration(days, timeZone, record.since, when.after);
  if (when.from === 'step') {
    const wait = waitOf(workflow?.transitions[when.step]);
    const end = wait === null ? null : addDuration(days, timeZone, record.since, wait);
    return end === null ? null : subtractDuration(days, timeZone, end, when.before);
  }
  if (when.from === 'date') return momentOfDate(portal, record, when);
  const ends = documents
    .filter(({ document, state }) => document === when.document && state === 'valid')
    .flatMap(({ validUntil }) => validUntil ?? []);
  const last = ends.toSorted().at(-1);
  if (last === undefined) return null;
  return subtractDuration(days, timeZone, momentAt(dayAfter(last, 1), '00:00', timeZone), when.before);
}

/** A date counts as a day: before its beginning, or after its end as clocks count. A moment counts as it is. */
function momentOfDate({ days, timeZone }: Portal, { data }: PortalRecord, when: ReminderDate): string | null {
  const said = when.field.keys.reduce<unknown>((at, key) => mappingOf(at)[key], data);
  const date = dayOfValue(said, timeZone);
  if (date === null) return null;
  const moment = isDate(said) ? null : new Date(String(said)).toISOString();
  if ('before' in when)
    return subtractDuration(days, timeZone, moment ?? momentAt(date, '00:00', timeZone), when.before);
  return moment === null
    ? endAfter(days, timeZone, date, when.after)
    : addDuration(days, timeZone, moment, when.after);
}

/** How long an automatic step waits in its state; null for any other step. */
export function waitOf(step: Transition | undefined) {
  return step?.trigger?.test === 'after' ? step.trigger.wait : null;
}

/**
 * Sends each reminder once: those due since the wake-up time that was stored when somebody last looked at the record.
 * @param before the family as it was stored
 */
export function sendReminders(draft: DecisionDraft, before: Family): void {
  const { portal, family } = draft;
  for (const [id, { record: was, wake }] of before.members) {
    if (wake === null || wake > family.now) continue;
    const { record, documents } = memberOf(family, id);
    if (record.state !== was.state || record.since !== was.since) continue;
    for (const { reminder, at } of remindersOf(portal, { record, documents })) {
      if (at < wake || at > family.now) continue;
      addEvent(draft, memberOf(family, id).record, {
        ...engine,
        what: 'reminded',
        detail: { reminder: reminder.name },
      });
      const notify: EffectOf<'notify'>[] = [reminder.notify];
      applyEffects(
        draft,
        { id, visitor: signedOut, by: engine, input: {}, picked: {}, isReminder: true },
        notify,
      );
    }
  }
}
