/** Checks that every state can be reached, that every state leads to an end, and that no state waits in vain. */
import { knownState, type KnownTruth, possible, testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { State, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  firstUnreachedStates,
  reachedFrom,
  reachedStates,
  targetsOf,
  waysOut,
  wholeWorkflows,
} from '../../logic/reach.ts';
import { accountsOf, knownForVisitor } from '../../logic/visitor-facts.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { mustAct } from '../routes/worklists.ts';
import { canBeCreatedBelow } from './triggers.ts';

export function checkStates(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(context.portal)) {
    const reached = reachedStates(workflow);
    const first = firstUnreachedStates(workflow);
    const turning = withoutEnd(workflow);
    const isDead = (name: string) =>
      reached.has(name) && !isEnd(workflow.states[name]) && waysOut(workflow, name).length === 0;
    for (const { key: name, isFinal } of Object.values(workflow.states)) {
      const file = { kind: 'workflow', name: workflow.name } as const;
      const place = spanIn(context, file, 'states', name);
      const isLeft = waysOut(workflow, name).length > 0;
      // States after an unreached one are not reported again. A step between it and a dead state is the wrong way round.
      if (first.has(name) && !waysOut(workflow, name).some((way) => targetsOf(way).some(isDead)))
        findings.add('workflow/unreached-state', place, { name, after: first.get(name) ?? [] });
      if (!reached.has(name)) continue;
      if (isDead(name)) {
        const swapped = Object.values(workflow.transitions).find(
          (way) => targetsOf(way).includes(name) && !way.from.some((one) => reached.has(one)),
        );
        findings.add('workflow/no-way-out', place, { name, swapped: swapped?.name ?? null });
      } else if (isFinal && isLeft) findings.add('workflow/left-after-the-end', place, { name });
    }
    const [name] = turning;
    if (name === undefined) continue;
    const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'states', name);
    findings.add('workflow/never-ends', place, { names: turning });
  }
  return findings.all();
}

/** The smallest group of states that lead only to one another, if the workflow has an end. */
function withoutEnd(workflow: Workflow): string[] {
  const isLast = (name: string) => isEnd(workflow.states[name]);
  const states = [...reachedStates(workflow)];
  if (!states.some(isLast)) return [];
  const rounds = states
    .filter((name) => waysOut(workflow, name).length > 0)
    .map((name) => [...reachedFrom(workflow, [name])])
    .filter((round) => round.every((name) => !isLast(name) && waysOut(workflow, name).length > 0));
  return rounds.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

export function checkDeadEnds(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    for (const state of Object.values(workflow.states)) {
      if (state.isFinal || !reachedStates(workflow).has(state.key)) continue;
      const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'states', state.key);
      const ends = blockingEnds(portal, workflow, state);
      const stuck = ends.find(({ isNeutral }) => !isNeutral);
      const [doubtful] = ends;
      const unreached = [...firstUnreachedStates(workflow).keys()];
      if (stuck !== undefined)
        findings.add('workflow/stuck', place, { name: state.key, ...stuck, unreached });
      else if (doubtful !== undefined)
        findings.add('workflow/uncounted-end', place, { name: state.key, ...doubtful });
      const idle = idleIn(portal, workflow, state);
      if (idle.length > 0) findings.add('workflow/cannot-act', place, { name: state.key, departments: idle });
    }
  }
  return findings.all();
}

interface ChildEnd {
  readonly type: string;
  readonly end: string;
  /** True if other ways are open, but all of them lead to bad ends of the record. */
  readonly isHalf: boolean;
  /** True if such an end may be meant to refuse the record: its tone is neither good nor bad. */
  readonly isNeutral: boolean;
}

/**
 * The ends of children that block every transition out of the state for ever: neither in the end nor in a state that
 * can follow it does the child meet what the transitions need. A child that is done should not block all ways to a
 * good end either. Nor may any child block them in a state that waits for children, if only the owner has a way out.
 */
function blockingEnds(portal: Portal, workflow: Workflow, state: State): ChildEnd[] {
  const ways = waysOut(workflow, state.key);
  if (state.isSettled || ways.length === 0) return [];
  const mayEndWell = endsWell(workflow, state);
  return Object.entries(portal.workflows).flatMap(([type, below]) => {
    if (!canBeCreatedBelow(portal, type, workflow.of)) return [];
    return [...reachedStates(below)].flatMap((end): ChildEnd[] => {
      const ended = below.states[end];
      if (!isEnd(ended)) return [];
      const after = [...reachedFrom(below, [end])];
      const isOpen = (way: Transition) => !after.every((one) => isShutBy(way, { type, state: one }));
      if (!ways.some(isOpen)) return [{ type, end, isHalf: false, isNeutral: false }];
      const isLeftAlone = state.waitsFor === 'children' && !followsParent(below, end);
      if (!mayEndWell || endsWell(workflow, state, isOpen)) return [];
      if (isLeftAlone && ways.filter(isOpen).every(isOfOwner))
        return [{ type, end, isHalf: true, isNeutral: false }];
      if (!isDone(ended) || ways.every(isOpen)) return [];
      return [{ type, end, isHalf: true, isNeutral: !isGoodEnd(ended) }];
    });
  });
}

/** Returns true if the child comes to this end only because of the record above it. */
function followsParent({ transitions }: Workflow, end: string): boolean {
  const ways = Object.values(transitions).filter((one) => targetsOf(one).includes(end));
  return ways.every(
    ({ trigger }) => trigger !== null && testsOf(trigger).some(({ test }) => test === 'parent'),
  );
}

/** Returns true if only the owner can take it, such as to cancel the record: nobody else goes on with it. */
function isOfOwner({ by }: Transition): boolean {
  return by !== null && !possible(by, knownForOthers).true;
}

const knownForOthers: KnownTruth = (test) => (test.test === 'party' && test.role === 'owner' ? false : null);

function isEnd(state: State | undefined): boolean {
  return state?.isFinal === true || state?.isSettled === true;
}

function isGoodEnd(state: State | undefined): boolean {
  return isEnd(state) && state?.tone === 'good';
}

/** A settled record is done well enough to go on, unless its tone warns. */
function isDone(state: State | undefined): boolean {
  return isGoodEnd(state) || (state?.isSettled === true && ['neutral', 'info'].includes(state.tone));
}

/** Returns true if these transitions lead from the state to a good end. */
function endsWell(workflow: Workflow, { key }: State, isOpen?: (way: Transition) => boolean): boolean {
  return [...reachedFrom(workflow, [key], isOpen)].some((one) => isGoodEnd(workflow.states[one]));
}

interface ChildState {
  readonly type: string;
  readonly state: string;
}

function isShutBy({ trigger, needs }: Transition, { type, state }: ChildState): boolean {
  const known: KnownTruth = (test) => {
    if (test.test !== 'children' || test.type !== type || test.quantifier.every === null) return null;
    return possible(test.quantifier.every, knownState(state)).true ? null : false;
  };
  return [trigger, ...needs.map(({ condition }) => condition)].some(
    (one) => one !== null && !possible(one, known).true,
  );
}

/**
 * Offices that the state waits for, but that can neither take a transition, change or review the record, nor act on
 * its children.
 */
function idleIn(portal: Portal, workflow: Workflow, state: State): string[] {
  const type = portal.recordTypes[workflow.of];
  const role = state.waitsFor;
  // A party may have to act elsewhere, such as to pay at a counter.
  const isParty = role === 'owner' || Object.hasOwn(type?.parties ?? {}, role ?? '');
  if (type === undefined || role === null || role === 'children' || isParty) return [];
  const steps = Object.values(workflow.transitions).filter(({ from }) => from.includes(state.key));
  const asked = [...steps.map(({ by }) => by), type.access.update, type.checklist?.review ?? null];
  const deeds = asked.filter((one) => one !== null);
  return Object.keys(portal.departments).filter((department) => {
    const visitor = visitorOf(portal, department);
    if (visitor === null || !mustAct(role, { portal, type, visitor })) return false;
    const canDo = (condition: Condition) =>
      mayHold(condition, { portal, type, department, state: state.key });
    return !deeds.some(canDo) && !actsBelow(portal, workflow.of).some(canDo);
  });
}

/** The conditions for creating children and for their transitions. */
function actsBelow(portal: Portal, parent: string): Condition[] {
  const types = Object.keys(portal.workflows).filter((one) => canBeCreatedBelow(portal, one, parent));
  const below = portal.recordTypes[parent]?.access.below;
  return types.flatMap((type) => {
    const steps = Object.values(portal.workflows[type]?.transitions ?? {});
    const create = portal.recordTypes[type]?.access.create;
    const begins: Condition[] =
      create === undefined || below === undefined ? [] : [{ test: 'all', of: [create, below] }];
    return [...steps.flatMap(({ by }) => by ?? []), ...begins];
  });
}

interface DepartmentInState {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly department: string;
  readonly state: string;
}

function mayHold(condition: Condition, { portal, type, department, state }: DepartmentInState): boolean {
  return accountsOf(portal, department, [condition]).some(
    (visitor) => possible(condition, knownState(state, knownForVisitor({ portal, visitor, type }))).true,
  );
}
