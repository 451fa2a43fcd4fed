/** Checks that the clocks of children fit into the clock of the record that waits for them. */
import {
  knownColumns,
  knownState,
  type KnownTruth,
  possible,
  testsOf,
} from '../../../portal/conditions/possible.ts';
import type { Clock, ClockLimit, Workflow } from '../../../portal/model/workflow.ts';
import {
  type ConditionOf,
  type Duration,
  type DurationUnit,
  parseDuration,
} from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesOfClock } from '../../link/workflows/clocks.ts';
import { testsBySubject } from '../../logic/one-value.ts';
import { reachedFrom, reachedStates, targetsOf, waysOut, wholeWorkflows } from '../../logic/reach.ts';
import { worldsOf } from '../../logic/satisfiability.ts';
import { officesOf } from '../../../portal/workflow/record-offices.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { canBeCreatedBelow, kindsBelow } from './triggers.ts';

export function checkClocks(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      checkWarning(portal, workflow, clock, findings);
      checkPauses(context, workflow, clock, findings);
      checkRests(context, workflow, clock, findings);
      for (const facts of worldsFor(portal, workflow, clock)) {
        const timing = { portal, facts };
        const limit = longestLimit(clock, { ...timing, type: workflow.of });
        const needed = neededIn({ ...timing, outer: clock }, workflow, clock);
        if (limit === null || needed.days <= limit) continue;
        const { name, place } = clock;
        const days = { limit: spokenDays(limit), needed: spokenDays(needed.days) };
        findings.add('clock/does-not-fit', place, { name, ...days, through: needed.through });
      }
    }
  }
  return findings.all();
}

/**
 * A warning before the time has started is sent at once, every time. A date from which a clock counts may be far ahead.
 */
function checkWarning(portal: Portal, { of }: Workflow, clock: Clock, findings: DiagnosticSet): void {
  if (clock.warn === null || clock.from !== null) return;
  const limit = longestLimit(clock, { portal, type: of, facts: () => null });
  if (limit === null || workingDays(clock.warn.before) < limit) return;
  findings.add('clock/warns-at-once', clock.place, { name: clock.name, limit: spokenDays(limit) });
}

/** Checks that a record can come to one of the states in which a clock pauses while the clock runs. */
function checkPauses(
  context: CheckContext,
  workflow: Workflow,
  { name, starts, pauses }: Clock,
  findings: DiagnosticSet,
): void {
  const after = reachedFrom(workflow, starts);
  const [first] = pauses;
  // Another check reports a state that no record ever reaches.
  if (first === undefined || pauses.some((state) => after.has(state)) || !reachedStates(workflow).has(first))
    return;
  const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'clocks', name, 'pauses');
  const reason = `no record comes to "${first}" after the clock has started`;
  findings.add('clock/never-pauses', place, { name, reason });
}

/** Checks that a clock can pause for children: such children exist, and one of their states waits for the role. */
function checkRests(
  context: CheckContext,
  workflow: Workflow,
  { name, rests }: Clock,
  findings: DiagnosticSet,
): void {
  const { portal } = context;
  for (const { type, states } of rests) {
    const below = portal.workflows[type];
    if (portal.recordTypes[type] === undefined) continue;
    const isThere = below !== undefined && states.some((state) => reachedStates(below).has(state));
    const isBelow = canBeCreatedBelow(portal, type, workflow.of);
    if (isThere && isBelow) continue;
    const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'clocks', name, 'pauses');
    const reason = isBelow
      ? `no submitted "${type}" ever waits for that role`
      : `no "${type}" is ever directly below a "${workflow.of}"`;
    findings.add('clock/never-pauses', place, { name, reason });
  }
}

function spokenDays(count: number): string {
  return `${Math.ceil(count * 10) / 10} working days`;
}

interface Path {
  readonly days: number;
  /** The clocks that run one after the other, as `type: clock`. */
  readonly through: readonly string[];
}

const nothing: Path = { days: 0, through: [] };

interface ClockComparison {
  readonly portal: Portal;
  /** The known facts of the record and of all its children. */
  readonly facts: KnownTruth;
  /** The clock into which the others must fit. */
  readonly outer: Clock;
}

/** The most combinations to try; beyond that, the longest case of each clock is used. */
const worldsTried = 200;

/** Every combination of the facts that decide the cases of this clock and of its children's clocks. */
function worldsFor(portal: Portal, { of }: Workflow, clock: Clock): KnownTruth[] {
  const below = Object.values(portal.workflows).filter((one) =>
    portal.recordTypes[one.of]?.parents.includes(of),
  );
  const clocks = [clock, ...below.flatMap((one) => Object.values(one.clocks))];
  const conditions = clocks.flatMap(({ within }) =>
    'cases' in within ? within.cases.map(({ when }) => when) : [],
  );
  const ofFacts = conditions
    .flatMap(testsOf)
    .filter((test) => test.test === 'compare' && test.subject.from === 'fact');
  return worldsOf(testsBySubject(ofFacts), worldsTried) ?? [() => null];
}

/** The longest path through the states in which the clock runs, with the children that each state waits for. */
function neededIn(timing: ClockComparison, workflow: Workflow, clock: Clock): Path {
  const states = statesOfClock(clock, workflow.transitions).filter((state) => !clock.pauses.includes(state));
  return longest(
    states,
    (state) => awaitedIn(timing, workflow, state),
    (state) => waysOut(workflow, state).flatMap(targetsOf),
  );
}

/** The slowest of the children that the state waits for. */
function awaitedIn(timing: ClockComparison, workflow: Workflow, state: string): Path {
  const tests = waysOut(workflow, state).flatMap(({ trigger }) => (trigger === null ? [] : testsOf(trigger)));
  return tests
    .flatMap((test) => (test.test === 'children' ? [timeUntil(timing, workflow.of, test)] : []))
    .reduce(longer, nothing);
}

/** The clocks that run one after the other until the children meet the condition. */
function timeUntil(
  { portal, facts, outer }: ClockComparison,
  parent: string,
  awaited: ConditionOf<'children'>,
): Path {
  const workflow = portal.workflows[awaited.type];
  if (workflow === undefined) return nothing;
  const before = statesBefore(workflow, awaited);
  const kinds = kindsBelow(portal, workflow.of, parent);
  const resting = new Set(outer.rests.flatMap((one) => (one.type === workflow.of ? one.states : [])));
  const clocks = Object.values(workflow.clocks).filter((clock) => {
    const runs = statesOfClock(clock, workflow.transitions).filter((state) => !clock.pauses.includes(state));
    // The outer clock does not count down while it is paused.
    return clock.starts.some((one) => before.has(one)) && runs.some((state) => !resting.has(state));
  });
  return longest(
    clocks,
    (clock) => ({
      days: longestLimit(clock, { portal, type: workflow.of, kinds, facts }) ?? 0,
      through: [`${workflow.of}: ${clock.name}`],
    }),
    (clock) =>
      clocks.filter((next) => next !== clock && next.starts.some((state) => clock.stops.includes(state))),
  );
}

/** The states that a child passes until it meets the condition. */
function statesBefore(
  workflow: Workflow,
  { quantifier: { every, any } }: ConditionOf<'children'>,
): Set<string> {
  const asked = [every, any].filter((one) => one !== null);
  const isMet = (state: string) => asked.every((one) => possible(one, knownState(state)).true);
  const before = new Set([workflow.initial].filter((state) => !isMet(state)));
  for (const state of before) {
    for (const next of waysOut(workflow, state).flatMap(targetsOf)) {
      if (!isMet(next)) before.add(next);
    }
  }
  return before;
}

/** The most steps of the search; then the longest path so far is used. */
const triedAtMost = 5000;

function longest<T>(starts: readonly T[], costOf: (one: T) => Path, nextOf: (one: T) => readonly T[]): Path {
  const costs = new Map(starts.map((one) => [one, costOf(one)]));
  let best = nothing;
  let tried = 0;
  for (const start of starts) walk(start, nothing, new Set());
  return best;

  function walk(at: T, before: Path, passed: ReadonlySet<T>): void {
    const cost = costs.get(at);
    tried += 1;
    if (cost === undefined || passed.has(at) || tried > triedAtMost) return;
    const path = { days: before.days + cost.days, through: [...before.through, ...cost.through] };
    best = longer(best, path);
    for (const next of nextOf(at)) walk(next, path, new Set([...passed, at]));
  }
}

function longer(one: Path, other: Path): Path {
  return other.days > one.days ? other : one;
}

interface ClockLimitContext {
  readonly portal: Portal;
  readonly type: string;
  /** The possible kinds of the record; null means any kind, at any of its offices. */
  readonly kinds?: readonly RequirementKind[] | null;
  /** The known facts of the record. */
  readonly facts: KnownTruth;
}

/** @returns working days, or null if unknown */
function longestLimit(
  { within }: Clock,
  { portal, type, kinds = null, facts }: ClockLimitContext,
): number | null {
  const days = standingsOf(portal, type, kinds).flatMap(({ known, offices }) =>
    limitsOf(within, (test) => facts(test) ?? known(test)).flatMap((limit) => daysOf(portal, offices, limit)),
  );
  return days.length === 0 ? null : Math.max(...days);
}

interface LimitBasis {
  readonly known: KnownTruth;
  readonly offices: readonly string[];
}

function standingsOf(portal: Portal, type: string, kinds: readonly RequirementKind[] | null): LimitBasis[] {
  if (kinds !== null) {
    return kinds.map(({ id, office }) => ({ known: knownColumns({ kind: id, office }), offices: [office] }));
  }
  const recordType = portal.recordTypes[type];
  return [{ known: () => null, offices: recordType === undefined ? [] : [...officesOf(portal, recordType)] }];
}

/** The cases that can be true, up to the first that is always true. */
function limitsOf(within: Clock['within'], known: KnownTruth): ClockLimit[] {
  if (!('cases' in within)) return [within];
  const limits: ClockLimit[] = [];
  for (const { when, value } of within.cases) {
    const { true: mayHold, false: mayFail } = possible(when, known);
    if (mayHold) limits.push(value);
    if (!mayFail) return limits;
  }
  return [...limits, within.otherwise];
}

function daysOf(portal: Portal, offices: readonly string[], limit: ClockLimit): number[] {
  if (!('officeConstant' in limit)) return [workingDays(limit)];
  return offices.flatMap((office) => {
    const said = portal.departments[office]?.constants[limit.officeConstant];
    const duration = parseDuration(String(said ?? ''));
    return duration === null ? [] : [workingDays(duration)];
  });
}

const daysIn: Readonly<Record<DurationUnit, number>> = {
  minute: 1 / 480,
  hour: 1 / 8,
  day: 5 / 7,
  'working day': 1,
  week: 5,
  month: 21,
  quarter: 63,
  year: 250,
};

function workingDays({ amount, unit }: Duration): number {
  return amount * daysIn[unit];
}
