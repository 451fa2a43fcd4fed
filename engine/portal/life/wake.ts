/**
 * Computes when something may next happen to a record automatically: a clock expires or is due soon, a wait ends, a
 * document expires, a reminder is due.
 */
import type { Condition, ConditionSubject, DayShift } from '../model/condition.ts';
import { testsOf } from '../conditions/possible.ts';
import { isOwnAnswer } from '../forms/condition-schema.ts';
import { addDuration, momentAt } from '../time/days.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { shiftDay, seasonBoundaries } from '../time/today.ts';
import { dayAfter } from '../time/working-days.ts';
import { warningTime } from './clocks.ts';
import { remindersOf } from './reminders.ts';
import { triggeredTransitions } from './triggers.ts';

/** The facts that decide such a time. */
export type WakeContext = Pick<RecordContext, 'record' | 'documents' | 'today' | 'now'>;

/**
 * The next wake-up time (ISO date-time), or null. Times before the last look at the record are handled already,
 * except warnings that are still to be sent.
 */
export function wakeOf(portal: Portal, context: WakeContext): string | null {
  const { record, now } = context;
  if (portal.workflows[record.type] === undefined) return null;
  const reminders = remindersOf(portal, context).flatMap(({ at }) => (at > now ? [at] : []));
  const ahead = [...stepTimes(portal, context), ...reminders, ...warnings(portal, context)];
  return ahead.toSorted()[0] ?? null;
}

/** The times ahead (ISO date-times) at which a step of the record may be taken automatically. */
export function stepTimes(portal: Portal, context: WakeContext): string[] {
  const { record, now } = context;
  const workflow = portal.workflows[record.type];
  if (workflow === undefined) return [];
  return triggeredTransitions(workflow, record.state)
    .flatMap(({ trigger, needs }) => [trigger, ...needs.map(({ condition }) => condition)])
    .flatMap((condition) => (condition === null ? [] : testsOf(condition)))
    .flatMap((test) => momentsOf(portal, context, test))
    .filter((moment) => moment > now);
}

function warnings(portal: Portal, { record, now }: WakeContext): string[] {
  const clocks = portal.workflows[record.type]?.clocks ?? {};
  return Object.entries(record.clocks).flatMap(([name, state]) => {
    const clock = Object.hasOwn(clocks, name) ? clocks[name] : undefined;
    if (clock === undefined || state.state !== 'running' || state.isWarned || (state.due ?? '') <= now)
      return [];
    return warningTime(portal, clock, state) ?? [];
  });
}

function momentsOf(portal: Portal, context: WakeContext, test: Condition): string[] {
  const { record, documents } = context;
  switch (test.test) {
    case 'lapsed': {
      const clock = Object.hasOwn(record.clocks, test.clock) ? record.clocks[test.clock] : undefined;
      return clock?.state === 'running' && clock.due !== null ? [clock.due] : [];
    }
    case 'after':
      return [addDuration(portal.days, portal.timeZone, record.since, test.wait)];
    case 'expired':
      return documents
        .filter(({ document, state }) => [null, document].includes(test.document) && state !== 'revoked')
        .flatMap(({ validUntil }) => (validUntil === null ? [] : beginOf(portal, dayAfter(validUntil, 1))));
    case 'compare':
      return 'today' in test.operand ? turnsOf(portal, context, test.subject, test.operand.today) : [];
    case 'between':
      return seasonBoundaries(test, context.today).map((day) => beginOf(portal, day));
    default:
      return [];
  }
}

/** The days on which a comparison with today may change: those of its own dates, or else every day. */
function turnsOf(
  portal: Portal,
  { record, today }: WakeContext,
  subject: ConditionSubject,
  shift: DayShift,
): string[] {
  const isOwn = subject.from === 'field' && isOwnAnswer(subject.path);
  if (!isOwn) return [beginOf(portal, dayAfter(today, 1))];
  const said = subject.path.keys.reduce<unknown[]>(
    (values, key) => values.flatMap((one) => (isMapping(one) ? one[key] : undefined)),
    [record.data],
  );
  const dates = said.filter((one) => typeof one === 'string').filter((one) => /^\d{4}-\d{2}-\d{2}/.test(one));
  return dates.flatMap((one) => turnsAround(one.slice(0, 10), shift).map((day) => beginOf(portal, day)));
}

/** Months differ in length: one month after each day from 28 to 31 January is 28 February. */
const lostInMonths = 3;

/**
 * The days on which today, shifted by this distance, reaches a date and passes it. With months, the neighbouring days
 * too.
 */
function turnsAround(date: string, { days, months = 0 }: DayShift): string[] {
  const reached = shiftDay(dayAfter(date, -days), { days: 0, months: -months }) ?? date;
  const count = months === 0 ? 2 : 2 + lostInMonths;
  return Array.from({ length: count }, (_, after) => dayAfter(reached, after));
}

function beginOf({ timeZone }: Portal, date: string): string {
  return momentAt(date, '00:00', timeZone);
}
