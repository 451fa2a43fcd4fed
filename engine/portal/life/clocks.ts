/**
 * Computes the clocks of a record: the effect of entering a state, the dates they follow, extensions, and the
 * earliest due time.
 */
import type { Clock, ClockLimit, ClockState, Transition } from '../model/workflow.ts';
import { type ConditionalValue, type Duration, parseDuration } from '../model/condition.ts';
import { addDuration, endAfter, resume, subtractDuration } from '../time/days.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';
import { dayOfValue } from '../time/working-days.ts';

type Clocks = PortalRecord['clocks'];

/**
 * The clocks of a record that has just entered its state.
 * @param context the record after it entered the state
 */
export function clocksOnEntering(portal: Portal, context: RecordContext): Clocks {
  const { record } = context;
  const workflow = portal.workflows[record.type];
  const isFinal = workflow?.states[record.state]?.isFinal ?? false;
  const clocks: Record<string, ClockState> = { ...record.clocks };
  for (const clock of Object.values(workflow?.clocks ?? {})) {
    const known = Object.hasOwn(clocks, clock.name) ? clocks[clock.name] : undefined;
    const next = known === undefined ? started(portal, context, clock) : known;
    if (next === null) continue;
    clocks[clock.name] = moved(portal, context, {
      clock,
      isFinal,
      from: counted(portal, context, clock, next),
    });
  }
  return clocks;
}

/**
 * The clocks while the record stays in its state. Changes below the record may pause or resume them, and the
 * date from which one counts may become known or change.
 * @returns the same object if nothing changes
 */
export function clocksInPlace(portal: Portal, context: RecordContext): Clocks {
  const { record } = context;
  const workflow = portal.workflows[record.type];
  const isFinal = workflow?.states[record.state]?.isFinal ?? false;
  let { clocks } = record;
  for (const clock of Object.values(workflow?.clocks ?? {})) {
    const known = clocks[clock.name];
    const from = known ?? (clock.from === null ? null : started(portal, context, clock));
    if (from === null || (clock.rests.length === 0 && clock.from === null)) continue;
    const to = moved(portal, context, { clock, isFinal, from: counted(portal, context, clock, from) });
    const isNews = known === undefined ? to.due !== null : to !== known;
    if (isNews) clocks = { ...clocks, [clock.name]: to };
  }
  return clocks;
}

/** The same time once more, one time only. */
export function extendClock(portal: Portal, context: RecordContext, name: string): Clocks {
  const { record } = context;
  const clock = portal.workflows[record.type]?.clocks[name];
  const known = record.clocks[name];
  if (clock === undefined || known === undefined) return record.clocks;
  const limit = limitOf(portal, context, clock);
  if (limit === null) return record.clocks;
  const due = known.due === null ? null : addDuration(portal.days, portal.timeZone, known.due, limit);
  return { ...record.clocks, [name]: { ...known, due, isExtended: true, isWarned: false, spent: [] } };
}

/** Decides whether a clock has fired this before, so that a step taken late is not undone by the same clock. */
export function isSpent({ clocks }: PortalRecord, { name, trigger }: Transition): boolean {
  return lapsesOf(trigger).some((clock) => {
    const { spent: fired = [], passed = {}, due } = clocks[clock] ?? { due: null };
    const last = Object.hasOwn(passed, name) ? passed[name] : undefined;
    return fired.includes(name) || (due !== null && last !== undefined && due <= last);
  });
}

/** The clocks after their expiry fired a transition. */
export function clocksAfterLapse(clocks: Clocks, { name, trigger }: Transition): Clocks {
  const next: Record<string, ClockState> = { ...clocks };
  for (const clock of lapsesOf(trigger)) {
    const known = next[clock];
    if (known !== undefined) next[clock] = { ...known, spent: [...(known.spent ?? []), name] };
  }
  return next;
}

/** The clocks that must have expired for a trigger to fire. It fires once for each of their runs. */
export function lapsesOf(trigger: Transition['trigger']): readonly string[] {
  if (trigger?.test === 'all') return trigger.of.flatMap(lapsesOf);
  return trigger?.test === 'lapsed' ? [trigger.clock] : [];
}

/** The earliest due time of the running clocks. */
export function dueOf(clocks: Clocks): string | null {
  const running = Object.values(clocks).filter(({ state }) => state === 'running');
  return running.flatMap(({ due }) => due ?? []).toSorted()[0] ?? null;
}

/** When to warn that the clock is due soon; null if no warning is configured, or there is no time for one. */
export function warningTime(portal: Portal, clock: Clock, { due, startedAt }: ClockState): string | null {
  if (clock.warn === null || due === null) return null;
  const at = subtractDuration(portal.days, portal.timeZone, due, clock.warn.before);
  return at > startedAt ? at : null;
}

/** The duration of the clock for this record; null if the record's office has no such constant. */
function limitOf(portal: Portal, context: RecordContext, { within }: Clock): Duration | null {
  const limit = chosen(within, (condition) => holds(condition, { portal, visitor: signedOut, context }));
  if (!('officeConstant' in limit)) return limit;
  const office = context.record.office;
  const constant = office === null ? undefined : portal.departments[office]?.constants[limit.officeConstant];
  return typeof constant === 'string' ? parseDuration(constant) : null;
}

function chosen(
  within: ConditionalValue<ClockLimit>,
  isTrue: (condition: Parameters<typeof holds>[0]) => boolean,
): ClockLimit {
  if (!('cases' in within)) return within;
  return within.cases.find(({ when }) => isTrue(when))?.value ?? within.otherwise;
}

function started(portal: Portal, context: RecordContext, clock: Clock): ClockState | null {
  if (!clock.starts.includes(context.record.state)) return null;
  const limit = limitOf(portal, context, clock);
  if (limit === null) return null;
  return {
    state: 'running',
    startedAt: context.now,
    due: clock.from === null ? addDuration(portal.days, portal.timeZone, context.now, limit) : null,
    pausedAt: null,
    isExtended: false,
    isWarned: false,
  };
}

/** The clock computed from its date; the same object while the date is the same. */
function counted(portal: Portal, context: RecordContext, clock: Clock, known: ClockState): ClockState {
  if (clock.from === null || known.state === 'stopped') return known;
  const said = readField(clock.from, { portal, visitor: signedOut, context });
  const date = dayOfValue(said, portal.timeZone);
  if (date === (known.countedFrom ?? null)) return known;
  const limit = limitOf(portal, context, clock);
  const due = date === null || limit === null ? null : dueFrom(portal, date, limit, known);
  const before = withHistory(known);
  const isAhead = due !== null && due > context.now;
  const isWarned = isWarnedOf(portal, context, clock, { ...before, due });
  return { ...before, countedFrom: date, due, isWarned, ...(isAhead && { spent: [] }) };
}

/** The clock with what it has fired and warned of, so that moving its date there and back repeats nothing. */
function withHistory(known: ClockState): ClockState {
  const { due, spent: fired = [], passed = {}, warnedFor = '', isWarned } = known;
  if (due === null) return known;
  const times = fired.map((name) => [
    name,
    latest(due, Object.hasOwn(passed, name) ? passed[name] : undefined),
  ]);
  return {
    ...known,
    ...(fired.length > 0 && { passed: { ...passed, ...Object.fromEntries(times) } }),
    ...(isWarned && { warnedFor: latest(due, warnedFor) }),
  };
}

function latest(due: string, other = ''): string {
  return due > other ? due : other;
}

/**
 * One warning is enough until the due time moves so far that it is no longer soon. It also covers every earlier due
 * time.
 */
function isWarnedOf(portal: Portal, { now }: RecordContext, clock: Clock, state: ClockState): boolean {
  if (state.due === null) return state.isWarned;
  if (state.due <= (state.warnedFor ?? '')) return true;
  return state.isWarned && (warningTime(portal, clock, state) ?? '') <= now;
}

function dueFrom({ days, timeZone }: Portal, date: string, limit: Duration, known: ClockState): string {
  const { isExtended, pauses = [] } = known;
  const once = endAfter(days, timeZone, date, limit);
  const end = isExtended ? addDuration(days, timeZone, once, limit) : once;
  const { unit } = limit;
  return pauses.reduce(
    (due, { from, to }) => resume(days, timeZone, { due, pausedAt: from, now: to, unit, date }),
    end,
  );
}

function moved(
  portal: Portal,
  context: RecordContext,
  { clock, isFinal, from }: { readonly clock: Clock; readonly isFinal: boolean; readonly from: ClockState },
): ClockState {
  const { record, now } = context;
  if (from.state === 'stopped') return from;
  if (isFinal || clock.stops.includes(record.state)) return { ...from, state: 'stopped', pausedAt: null };
  const rests = clock.pauses.includes(record.state) || restsBelow(clock, context);
  if (rests) return from.state === 'paused' ? from : { ...from, state: 'paused', pausedAt: now };
  if (from.state !== 'paused' || from.pausedAt === null) return from;
  const running = { ...from, state: 'running' as const, pausedAt: null };
  const { due, pausedAt, countedFrom: date, pauses = [] } = from;
  const unit = limitOf(portal, context, clock)?.unit ?? 'minute';
  const later =
    due === null ? null : resume(portal.days, portal.timeZone, { due, pausedAt, now, unit, date });
  if (clock.from === null) return { ...running, due: later };
  return { ...running, due: later, pauses: [...pauses, { from: pausedAt, to: now }] };
}

function restsBelow({ rests }: Clock, { children }: RecordContext): boolean {
  return rests.some(({ type, states }) =>
    children.some((child) => child.type === type && states.includes(child.state)),
  );
}
