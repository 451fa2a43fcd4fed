/** Computes how long a record takes: the usual steps, and the time limits of those who work on it. */
import { possible } from '../conditions/possible.ts';
import { type Duration, parseDuration } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import type { Clock, ClockLimit, Workflow } from '../model/workflow.ts';
import { mainPath, mentions } from '../workflow/main-path.ts';
import { officeOf } from '../workflow/new-records.ts';
import type { PartialRecord } from './partial-record.ts';
import { createdTypes, type Requirement } from './requirements.ts';

export interface TimeLimit {
  /** The shortest and the longest that are still possible; the same if the limit is certain. */
  readonly least: Duration;
  readonly most: Duration;
}

export interface NeededTime extends TimeLimit {
  readonly title: string;
  /** It stops while the record waits for its owner. */
  readonly pauses: boolean;
}

export interface SourcedTime extends NeededTime {
  /** Its legal basis; null: not given. */
  readonly source: string | null;
}

export interface NeededStep {
  readonly title: string;
  /** Who acts in this state: `owner`, `children`, the title of a department, or null. */
  readonly who: string | null;
}

/** The limits of the record itself. */
export function neededTimes(
  portal: Portal,
  partial: PartialRecord,
  { context }: Requirement,
): readonly SourcedTime[] {
  const workflow = portal.workflows[context.record.type];
  return Object.values(workflow?.clocks ?? {}).flatMap((clock) => {
    const limit = limitOf(portal, clock, { partial, context });
    return limit === null || clock.from !== null
      ? []
      : [{ title: clock.title, pauses: pausesForOwner(workflow, clock), source: clock.source, ...limit }];
  });
}

function pausesForOwner(workflow: Workflow | undefined, { pauses }: Clock): boolean {
  return pauses.some((state) => workflow?.states[state]?.waitsFor === 'owner');
}

/** The time that all offices together need: the slowest decides. One for each type of part with a limit. */
export function timesOfOffices(
  portal: Portal,
  partial: PartialRecord,
  parts: readonly Requirement[],
): readonly NeededTime[] {
  const ofType = Map.groupBy(parts, ({ context }) => context.record.type);
  return [...ofType].flatMap(([type, some]) => {
    const workflow = portal.workflows[type];
    const [clock] = Object.values(workflow?.clocks ?? {});
    const limits = some.flatMap((one) => limitOfOffice(portal, partial, one) ?? []);
    const certain = some.flatMap((one) => (one.isSure ? (limitOfOffice(portal, partial, one) ?? []) : []));
    const most = slowest(limits.map((limit) => limit.most));
    if (clock === undefined || most === undefined) return [];
    const least = slowest((certain.length > 0 ? certain : limits).map((limit) => limit.least)) ?? most;
    return [{ title: clock.title, pauses: pausesForOwner(workflow, clock), least, most }];
  });
}

function slowest(lengths: readonly Duration[]): Duration | undefined {
  return lengths.toSorted((one, other) => roughDays(other) - roughDays(one))[0];
}

/** The limit of the office for one requirement: that of its first clock. */
export function limitOfOffice(
  portal: Portal,
  partial: PartialRecord,
  { context }: Requirement,
): TimeLimit | null {
  const [clock] = Object.values(portal.workflows[context.record.type]?.clocks ?? {});
  return clock === undefined || clock.from !== null ? null : limitOf(portal, clock, { partial, context });
}

/** The usual way from filing to a good end. */
export function neededSteps(portal: Portal, { context: { record } }: Requirement): readonly NeededStep[] {
  const workflow = portal.workflows[record.type];
  if (workflow === undefined) return [];
  return mainPath(workflow, workflow.initial).flatMap((key, at, path) => {
    const state = workflow.states[key];
    if (state === undefined) return [];
    const { waitsFor } = state;
    const officeBelow =
      waitsFor === 'children' ? awaitedOffice(portal, record, { from: key, to: path[at + 1] ?? null }) : null;
    const holder = waitsFor === 'office' ? record.office : (officeBelow ?? waitsFor);
    const isSettled = state.isFinal || state.isSettled;
    const title = portal.departments[holder ?? '']?.title ?? holder;
    return [{ title: state.titleForRequesters, who: isSettled ? null : title }];
  });
}

interface NextStep {
  readonly from: string;
  readonly to: string | null;
}

/** The office of the parts whose progress takes the record to the next step; null: several offices have them. */
function awaitedOffice(portal: Portal, record: PortalRecord, { from, to }: NextStep): string | null {
  const steps = Object.values(portal.workflows[record.type]?.transitions ?? {});
  const triggers = steps.flatMap((one) =>
    one.trigger !== null && one.from.includes(from) && one.to === to ? [one.trigger] : [],
  );
  const [only, ...others] = createdTypes(portal, record.type).filter((type) =>
    triggers.some((trigger) => mentions(trigger, (one) => one.test === 'children' && one.type === type)),
  );
  if (only === undefined || others.length > 0) return null;
  return officeOf(portal, only, { kind: null, parent: record, creator: null });
}

function limitOf(
  portal: Portal,
  { within }: Clock,
  { partial, context }: { readonly partial: PartialRecord } & Pick<Requirement, 'context'>,
): TimeLimit | null {
  const lengths: Duration[] = [];
  let isDecided = false;
  for (const { when, value } of 'cases' in within ? within.cases : []) {
    const can = possible(when, partial.truthFor(context));
    if (isDecided || !can.true) continue;
    lengths.push(...lengthOf(portal, value, context.record.office));
    isDecided = !can.false;
  }
  const last = 'cases' in within ? within.otherwise : within;
  if (!isDecided) lengths.push(...lengthOf(portal, last, context.record.office));
  const [least, ...more] = lengths.toSorted((one, other) => roughDays(one) - roughDays(other));
  return least === undefined ? null : { least, most: more.at(-1) ?? least };
}

function lengthOf(portal: Portal, limit: ClockLimit, office: string | null): Duration[] {
  if (!('officeConstant' in limit)) return [limit];
  const said = portal.departments[office ?? '']?.constants[limit.officeConstant];
  const length = typeof said === 'string' ? parseDuration(said) : null;
  return length === null ? [] : [length];
}

const days = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  'working day': 1.4,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};

/** For sorting only. */
function roughDays({ amount, unit }: Duration): number {
  return amount * days[unit];
}
