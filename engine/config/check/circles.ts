/** What the engine does by itself comes to an end: no record goes round in circles without anybody or any time passing. */
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Transition, Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, type Checking } from './checking.ts';
import { canHoldTogether } from './together.ts';
import { possible, type Known } from './possible.ts';
import { targetsOf, wholeWorkflows } from './reach.ts';

/**
 * A record that changes for ever passes some state again and again. So each circle of triggered transitions is looked
 * at: it goes round by itself where all its triggers can hold at once, or where the records above or below can go round
 * too and change between the triggers what they wait for.
 */
export function checkAutomaticCircles({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  const turning = wholeWorkflows(portal).flatMap((workflow) =>
    circlesOf(workflow).map((circle) => ({ type: workflow.of, circle })),
  );
  for (const { type, circle } of turning) {
    const isAlone = circle.some(changesWhatIsAsked) || canHoldTogether(circle.flatMap(conditionsOf), { portal, type });
    const isDriven = turning.some((other) => areRelated(portal, type, other.type));
    const [first] = circle;
    if (first === undefined || !(isAlone || isDriven)) continue;
    findings.add('workflow/circle', first.place, { circle: circle.map(({ name }) => name) });
  }
  for (const circle of creatingCircles(portal)) {
    const [first] = circle;
    if (first !== undefined) findings.add('workflow/circle', first.place, { circle: circle.map(({ name }) => name) });
  }
  return findings.all();
}

/** With each of these what excluded the others before may exclude them no more. */
const changing: ReadonlySet<string> = new Set(['create', 'assess', 'document', 'revoke']);

function changesWhatIsAsked({ then }: Transition): boolean {
  return then.some(({ effect }) => changing.has(effect));
}

/** Records that make records below them, which make records below them, without end. */
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

/** One stands above the other, at any distance. */
function areRelated(portal: Portal, one: string, other: string): boolean {
  if (one === other) return false;
  return isAbove(portal, one, other) || isAbove(portal, other, one);
}

function isAbove(portal: Portal, above: string, below: string): boolean {
  const seen = new Set([below]);
  for (const type of seen) {
    for (const parent of portal.recordTypes[type]?.parents ?? []) seen.add(parent);
  }
  return seen.has(above);
}

function conditionsOf({ trigger, needs }: Transition): Condition[] {
  return [...(trigger === null ? [] : [trigger]), ...needs.map((need) => need.condition)];
}

/** A trigger that waits in the state takes time, however often it comes round. */
function takesNoTime({ trigger }: Transition): boolean {
  return trigger !== null && possible(trigger, atOnce).true;
}

const atOnce: Known = (test) => (test.test === 'after' && test.wait.amount > 0 ? false : null);

/** More circles than this in one workflow are not told apart. */
const atMost = 50;

/** Every circle of triggered transitions that passes no state twice. */
function circlesOf({ states, transitions }: Workflow): Transition[][] {
  const automatic = Object.values(transitions).filter(takesNoTime);
  const circles: Transition[][] = [];
  const order = Object.keys(states);
  for (const start of order) walk(start, start, [], new Set([start]));
  return circles;

  /** States before the start have had their circles. */
  function walk(start: string, at: string, path: readonly Transition[], passed: ReadonlySet<string>): void {
    for (const step of automatic) {
      if (!step.from.includes(at)) continue;
      for (const next of targetsOf(step)) {
        // The engine fires nothing that stays where it is.
        if (next === at) continue;
        if (circles.length >= atMost) return;
        if (next === start) circles.push([...path, step]);
        else if (!passed.has(next) && order.indexOf(next) > order.indexOf(start)) {
          walk(start, next, [...path, step], new Set([...passed, next]));
        }
      }
    }
  }
}
