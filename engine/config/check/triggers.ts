/** Every trigger can come true: what it waits for can be made, run out, expire or come to the states that it names. */
import type { Condition } from '../../portal/condition.ts';
import { isNever } from '../../portal/access.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Effect } from '../../portal/effect.ts';
import type { Transition, Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { statesOfClock } from '../link/clocks.ts';
import { Findings, type Checking } from './checking.ts';
import { knownState, possible, testsOf } from './possible.ts';
import { reachedStates, targetsOf, wholeWorkflows } from './reach.ts';

export function checkTriggers({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of wholeWorkflows(portal)) {
    for (const transition of Object.values(workflow.transitions)) {
      const { name, place } = transition;
      const reason = whyNever({ portal, workflow, transition });
      if (reason !== null) findings.add('workflow/never-fires', place, { name, reason });
    }
  }
  return findings.all();
}

interface Fired {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly transition: Transition;
}

/** Why the transition's trigger cannot come true, or null where it can, or has none. */
export function whyNever(fired: Fired): string | null {
  const { trigger } = fired.transition;
  if (trigger === null) return null;
  const { from } = fired.transition;
  if (!targetsOf(fired.transition).some((target) => from.some((state) => state !== target))) {
    return 'it leads to the state that the record is in';
  }
  const reasons = new Map(testsOf(trigger).map((test) => [test, whyTestNever(test, fired)]));
  const { true: comes } = possible(trigger, (test) => ((reasons.get(test) ?? null) === null ? null : false));
  return comes ? null : ([...reasons.values()].find((reason) => reason !== null) ?? 'it contradicts itself');
}

function whyTestNever(test: Condition, fired: Fired): string | null {
  switch (test.test) {
    case 'children':
      return whyNoChildren(test, fired);
    case 'parent':
      return whyNoParent(test, fired);
    case 'lapsed':
      return whyNoLapse(test.clock, fired);
    case 'expired':
      return whyNoExpiry(test.document, fired);
    case 'applies':
      return isOfKinds(fired) ? null : `a record of type "${fired.workflow.of}" has no kind`;
    default:
      return null;
  }
}

function whyNoChildren(
  { type, quantifier }: Extract<Condition, { test: 'children' }>,
  { portal, workflow }: Fired,
): string | null {
  const { every, any, atLeast } = quantifier;
  if (any === null && atLeast === 0) return null;
  if (!isMadeBelow(portal, type, workflow.of)) {
    return `nothing makes a "${type}" below a "${workflow.of}", and nobody may begin one there`;
  }
  const below = portal.workflows[type];
  const states = below === undefined ? [''] : [...reachedStates(below)];
  const asked = [every, any].filter((one) => one !== null);
  const isMet = asked.every((one) => states.some((state) => possible(one, knownState(state)).true));
  return isMet ? null : `no "${type}" ever comes to what it asks for`;
}

/** By an effect, by the engine for the kinds of a set, or by somebody who may begin one. */
export function isMadeBelow(portal: Portal, type: string, parent: string): boolean {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return false;
  const isUnder = Object.values(portal.sets).some(
    (set) => set.under === parent && recordType.kinds.includes(set.key),
  );
  const canBegin = recordType.parents.includes(parent) && !isNever(recordType.access.create);
  return isUnder || canBegin || effectsOf(portal.workflows[parent]).some((one) => creates(one, type));
}

export function effectsOf(workflow: Workflow | undefined): Effect[] {
  const steps = Object.values(workflow?.transitions ?? {}).flatMap((one) => one.then);
  const warnings = Object.values(workflow?.clocks ?? {}).flatMap((one) => one.warn?.then ?? []);
  return [...steps, ...warnings];
}

function creates(effect: Effect, type: string): boolean {
  return effect.effect === 'create' && effect.type === type;
}

function whyNoParent(
  { type, of }: Extract<Condition, { test: 'parent' }>,
  { portal, workflow }: Fired,
): string | null {
  const parents = type === null ? (portal.recordTypes[workflow.of]?.parents ?? []) : [type];
  const isMet = parents.some((name) => {
    const above = portal.workflows[name];
    const states = above === undefined ? [''] : [...reachedStates(above)];
    return states.some((state) => possible(of, knownState(state)).true);
  });
  return isMet ? null : 'nothing above it ever comes to what it asks for';
}

function whyNoLapse(name: string, { workflow, transition }: Fired): string | null {
  const clock = workflow.clocks[name];
  if (clock === undefined) return null;
  const running = statesOfClock(clock, workflow.transitions).filter((state) => !clock.pauses.includes(state));
  const isRunning = transition.from.some((state) => running.includes(state));
  return isRunning ? null : `the clock "${name}" does not run there`;
}

function whyNoExpiry(document: string | null, { portal, workflow }: Fired): string | null {
  const issued = effectsOf(workflow).flatMap((one) => (one.effect === 'document' ? [one.document] : []));
  if (document === null) return issued.length > 0 ? null : 'no document is issued to it';
  const ofKind = issued.includes(null) ? kindsIssuing(portal, workflow.of) : [];
  return issued.includes(document) || ofKind.includes(document) ? null : `no "${document}" is issued to it`;
}

function kindsIssuing(portal: Portal, type: string): string[] {
  const sets = portal.recordTypes[type]?.kinds ?? [];
  return Object.values(portal.kinds).flatMap(({ set, issues }) =>
    issues !== null && sets.includes(set) ? [issues] : [],
  );
}

function isOfKinds({ portal, workflow }: Fired): boolean {
  return (portal.recordTypes[workflow.of]?.kinds.length ?? 0) > 0;
}
