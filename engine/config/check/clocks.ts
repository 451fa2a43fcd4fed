/** The clocks of what a record waits for fit into its own clock. */
import type { Clock } from '../../portal/clock.ts';
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { statesOfClock } from '../link/clocks.ts';
import { Findings, type Checking } from './checking.ts';
import { longestLimit } from './clock-limits.ts';
import { knownState, possible, testsOf } from './possible.ts';
import { targetsOf, waysOut, wholeWorkflows } from './reach.ts';
import { kindsBelow } from './triggers.ts';

export function checkClocks({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const limit = longestLimit(portal, workflow.of, clock);
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
    .flatMap((test) => (test.test === 'children' ? [timeUntil(portal, workflow.of, test)] : []))
    .reduce(longer, nothing);
}

/** The clocks that run one after the other before the children come to what is asked of them. */
function timeUntil(portal: Portal, parent: string, awaited: Awaited): Path {
  const workflow = portal.workflows[awaited.type];
  if (workflow === undefined) return nothing;
  const before = statesBefore(workflow, awaited);
  const kinds = kindsBelow(portal, workflow.of, parent);
  const clocks = Object.values(workflow.clocks).filter(({ starts }) => starts.some((one) => before.has(one)));
  return longest(
    clocks,
    (clock) => ({
      days: longestLimit(portal, workflow.of, clock, kinds) ?? 0,
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
