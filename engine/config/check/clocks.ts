/** The clocks of what a record waits for fit into its own clock. */
import type { Clock, ClockLimit } from '../../portal/clock.ts';
import type { Condition } from '../../portal/condition.ts';
import { parseDuration, type Duration, type DurationUnit } from '../../portal/duration.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { statesOfClock } from '../link/clocks.ts';
import { Findings, type Checking } from './checking.ts';
import { knownState, possible, testsOf } from './possible.ts';
import { targetsOf, waysOut, wholeWorkflows } from './reach.ts';
import { officesOf } from './truth.ts';

export function checkClocks({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const limit = longestOf(portal, workflow.of, clock);
      const needed = neededIn(portal, workflow, clock);
      if (limit === null || needed.days <= limit) continue;
      findings.add('clock/does-not-fit', clock.place, {
        name: clock.name,
        limit: spokenDays(limit),
        needed: spokenDays(needed.days),
        through: needed.through,
      });
    }
  }
  return findings.all();
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

/** The longest way through the states in which the clock runs, with what is waited for in each. */
function neededIn(portal: Portal, workflow: Workflow, clock: Clock): Path {
  const states = statesOfClock(clock, workflow.transitions).filter((state) => !clock.pauses.includes(state));
  return longest(
    states,
    (state) => awaitedIn(portal, workflow, state),
    (state) => waysOut(workflow, state).flatMap(targetsOf),
  );
}

type Awaited = Extract<Condition, { test: 'children' }>;

/** Of the children that the state waits for, those that take longest. */
function awaitedIn(portal: Portal, workflow: Workflow, state: string): Path {
  const tests = waysOut(workflow, state).flatMap(({ trigger }) => (trigger === null ? [] : testsOf(trigger)));
  return tests
    .flatMap((test) => (test.test === 'children' ? [timeUntil(portal, test)] : []))
    .reduce(longer, nothing);
}

/** The clocks that run one after the other before the children come to what is asked of them. */
function timeUntil(portal: Portal, awaited: Awaited): Path {
  const workflow = portal.workflows[awaited.type];
  if (workflow === undefined) return nothing;
  const before = statesBefore(workflow, awaited);
  const clocks = Object.values(workflow.clocks).filter(({ starts }) => starts.some((one) => before.has(one)));
  return longest(
    clocks,
    (clock) => ({
      days: longestOf(portal, workflow.of, clock) ?? 0,
      through: [`${workflow.of}: ${clock.name}`],
    }),
    (clock) => clocks.filter((next) => next !== clock && next.starts.some((state) => clock.stops.includes(state))),
  );
}

/** The states that a child passes until it meets what is asked. */
function statesBefore(workflow: Workflow, { quantifier: { every, any } }: Awaited): Set<string> {
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

/** Steps that are tried before the longest found so far is taken. */
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

/** In working days, the longest that any case and any office allows; null where none is known. */
function longestOf(portal: Portal, type: string, { within }: Clock): number | null {
  const limits: ClockLimit[] =
    'cases' in within ? [...within.cases.map(({ value }) => value), within.otherwise] : [within];
  const days = limits.flatMap((limit) => daysOf(portal, type, limit));
  return days.length === 0 ? null : Math.max(...days);
}

function daysOf(portal: Portal, type: string, limit: ClockLimit): number[] {
  if (!('officeConstant' in limit)) return [workingDays(limit)];
  const recordType = portal.recordTypes[type];
  const offices = recordType === undefined ? [] : [...officesOf(portal, recordType)];
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
