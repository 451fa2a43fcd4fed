/** Reports cycles of automatic transitions that run without a person and without time passing. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { lapsesOf } from '../../../portal/life/clocks.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { aboveOf, mayChange, type Round } from '../../logic/changing-tests.ts';
import { type KnownTruth, possible } from '../../../portal/conditions/possible.ts';
import { targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { canHoldTogether } from '../../logic/satisfiability.ts';

/**
 * A record that changes forever repeats some state. So this checks each cycle of triggered transitions: it can run
 * forever if all its conditions can be true one after the other, considering what its own transitions and the cycles
 * of related records change meanwhile.
 */
export function checkAutomaticCycles({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { steps } of circlesThatTurn(portal)) {
    const [first] = steps;
    if (first === undefined) continue;
    findings.add('workflow/circle', first.step.place, { circle: steps.map(({ step }) => step.name) });
  }
  for (const circle of creatingCircles(portal)) {
    const [first] = circle;
    if (first !== undefined)
      findings.add('workflow/circle', first.place, { circle: circle.map(({ name }) => name) });
  }
  return findings.all();
}

interface Circle {
  readonly type: string;
  readonly steps: readonly CircleStep[];
}

/** A transition with its target state. */
interface CircleStep {
  readonly step: Transition;
  readonly to: string;
}

/**
 * A cycle that cannot run changes nothing for others, so it is removed. The cycles that remain keep each other
 * running.
 */
function circlesThatTurn(portal: Portal): Circle[] {
  let turning = wholeWorkflows(portal).flatMap((workflow) =>
    circlesOf(workflow).map((steps) => ({ type: workflow.of, steps })),
  );
  for (let before = -1; before !== turning.length;) {
    before = turning.length;
    const all = turning;
    turning = all.filter((circle) => canTurn(portal, circle, all));
  }
  return turning;
}

function roundOf({ type, steps }: Circle): Round {
  return { type, states: steps.map(({ to }) => to), effects: steps.flatMap(({ step }) => step.then) };
}

function canTurn(portal: Portal, { type, steps }: Circle, all: readonly Circle[]): boolean {
  const rounds = all
    .filter((other) => other.type === type || areRelated(portal, type, other.type))
    .map(roundOf);
  const turns = (test: Condition) => mayChange(test, { portal, type, rounds });
  return canHoldTogether(steps.flatMap(conditionsOf), { portal, type, turns });
}

/** Records that create children, which create children, without end. */
function creatingCircles(portal: Portal): Transition[][] {
  const steps = wholeWorkflows(portal).flatMap(({ of, transitions }) =>
    Object.values(transitions)
      .filter(takesNoTime)
      .flatMap((step) => createdTypes(step).map((created) => ({ of, step, created }))),
  );
  return steps.flatMap(({ of, step, created }) => {
    const made = new Map<string, readonly Transition[]>([[created, [step]]]);
    for (const [type, path] of made) {
      for (const next of steps) {
        if (next.of === type && !made.has(next.created)) made.set(next.created, [...path, next.step]);
      }
    }
    const back = made.get(of);
    return back === undefined ? [] : [[...back]];
  });
}

function createdTypes({ then }: Transition): string[] {
  return then.flatMap((one) => (one.effect === 'create' ? [one.type] : []));
}

/** Returns true if records of both types can be related: one above the other, or both below a third. */
function areRelated(portal: Portal, one: string, other: string): boolean {
  if (one === other) return false;
  const line = new Set([one, ...aboveOf(portal, one)]);
  return [other, ...aboveOf(portal, other)].some((type) => line.has(type));
}

function conditionsOf({ step, to }: CircleStep): Condition[] {
  const { trigger, needs } = step;
  const asked = [...(trigger === null ? [] : [trigger]), ...needs.map((need) => need.condition)];
  return step.toCases.length === 0 ? asked : [...asked, leadsTo(step, to)];
}

/** The first case that is true decides. */
function leadsTo({ to: otherwise, toCases }: Transition, to: string): Condition {
  const last = { when: { test: 'always' } as const, to: otherwise };
  const ways = [...toCases, last].flatMap((one, at): Condition[] => {
    const earlier = toCases.slice(0, at).map(({ when }): Condition => ({ test: 'not', of: when }));
    return one.to === to ? [{ test: 'all', of: [...earlier, one.when] }] : [];
  });
  return { test: 'any', of: ways };
}

/** A trigger that waits for time to pass cannot run forever at once, and the trigger of a clock fires only once. */
function takesNoTime({ trigger }: Transition): boolean {
  return trigger !== null && lapsesOf(trigger).length === 0 && possible(trigger, atOnce).true;
}

const atOnce: KnownTruth = (test) => (test.test === 'after' && test.wait.amount > 0 ? false : null);

/** The most cycles to examine in one workflow. */
const atMost = 50;

/** Every cycle of triggered transitions that visits no state twice. */
function circlesOf({ states, transitions }: Workflow): CircleStep[][] {
  const automatic = Object.values(transitions).filter(takesNoTime);
  const circles: CircleStep[][] = [];
  const order = Object.keys(states);
  for (const start of order) walk(start, start, [], new Set([start]));
  return circles;

  /** Cycles through earlier states have already been found. */
  function walk(start: string, at: string, path: readonly CircleStep[], passed: ReadonlySet<string>): void {
    for (const step of automatic) {
      if (!step.from.includes(at)) continue;
      for (const next of targetsOf(step)) {
        // The engine never fires a transition that stays in its state.
        if (next === at) continue;
        if (circles.length >= atMost) return;
        if (next === start) circles.push([...path, { step, to: next }]);
        else if (!passed.has(next) && order.indexOf(next) > order.indexOf(start)) {
          walk(start, next, [...path, { step, to: next }], new Set([...passed, next]));
        }
      }
    }
  }
}
