/** Checks that every trigger can be true: what it waits for can be created, expire, run out or reach its states. */
import type { Condition, ConditionOf } from '../../../portal/model/condition.ts';
import { isNever } from '../../../portal/access/access.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { EffectDefinition, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { checklistType } from '../../../portal/workflow/new-records.ts';
import { lapsesOf } from '../../../portal/life/clocks.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesOfClock } from '../../link/workflows/clocks.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { knownState, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { statesOfBirth } from '../../logic/births.ts';
import { expectedStates, reachedFrom, reachedStates, targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { canHoldTogether } from '../../logic/satisfiability.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';

export function checkTriggers(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    for (const transition of Object.values(workflow.transitions)) {
      const { name, place } = transition;
      const reason = whyNever({ portal, workflow, transition });
      if (reason !== null) findings.add('workflow/never-fires', place, { name, reason });
      const follower = followerOfCreation(workflow);
      if (follower !== undefined && leadsBack(workflow, transition))
        findings.add('workflow/created-again', place, {
          name,
          state: workflow.initial,
          follower: follower.name,
          target: follower.to,
        });
      for (const word of ['trigger', 'by'] as const) {
        if (!testsOf(transition[word] ?? { test: 'always' }).some(hasNoTime)) continue;
        const file = { kind: 'workflow', name: workflow.name } as const;
        findings.add('workflow/no-wait', spanIn(context, file, 'transitions', name, word), { name });
      }
    }
  }
  return findings.all();
}

/** The step that follows the creation of a record: `created` is the only trigger about the record's own state. */
function followerOfCreation({ initial, transitions }: Workflow): Transition | undefined {
  return Object.values(transitions).find(
    ({ from, trigger }) =>
      from.includes(initial) &&
      trigger !== null &&
      testsOf(trigger).some((one) => one.test === 'compare' && one.subject.from === 'record') &&
      possible(trigger, knownState(initial)).true,
  );
}

/** Returns true if a record that has left its initial state comes back to it with this step. */
function leadsBack(workflow: Workflow, step: Transition): boolean {
  const { initial } = workflow;
  return (
    targetsOf(step).includes(initial) &&
    step.from.some((state) => state !== initial && reachedStates(workflow).has(state))
  );
}

function hasNoTime(test: Condition): boolean {
  if (test.test === 'after') return test.wait.amount === 0;
  return test.test === 'link' && test.within.amount === 0;
}

interface TriggerContext {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly transition: Transition;
}

/** Why the trigger of the transition can never be true; null if it can, or if there is no trigger. */
function whyNever(fired: TriggerContext): string | null {
  const { trigger } = fired.transition;
  if (trigger === null) return null;
  const { from } = fired.transition;
  // Another check reports a state that cannot be reached.
  if (!from.some((state) => reachedStates(fired.workflow).has(state))) return null;
  const isOnce = lapsesOf(trigger).length > 0;
  if (!isOnce && !targetsOf(fired.transition).some((target) => from.some((state) => state !== target))) {
    return 'it leads to the state that the record is in';
  }
  const reasons = new Map(testsOf(trigger).map((test) => [test, whyTestNever(test, fired)]));
  const { true: comes } = possible(trigger, (test) => ((reasons.get(test) ?? null) === null ? null : false));
  const canHold = (state: string) =>
    canHoldTogether([trigger], { portal: fired.portal, type: fired.workflow.of, state });
  if (comes && from.some(canHold)) return null;
  const elsewhere = Object.keys(fired.workflow.states).flatMap((name) => (canHold(name) ? [{ name }] : []));
  const reason = [...reasons.values()].find((one) => one !== null);
  return (
    reason ?? (elsewhere.length > 0 ? `it is true only in ${namesOf(elsewhere)}` : 'it contradicts itself')
  );
}

export function whyTestNever(test: Condition, fired: TriggerContext): string | null {
  switch (test.test) {
    case 'children':
      return whyNoChildren(test, fired);
    case 'parent':
      return whyNoParent(test, fired);
    case 'lapsed':
      return whyNoLapse(test.clock, fired);
    case 'unreachable':
      return whyNoRefusal(test.step, fired);
    case 'expired':
      return whyNoExpiry(test.document, fired);
    case 'applies':
      return isOfKinds(fired) ? null : `a record of type "${fired.workflow.of}" has no kind`;
    default:
      return null;
  }
}

function whyNoChildren(
  { type, quantifier }: ConditionOf<'children'>,
  { portal, workflow, transition }: TriggerContext,
): string | null {
  const { every, any, atLeast } = quantifier;
  if (any === null && atLeast === 0) return null;
  if (!canBeCreatedBelow(portal, type, workflow.of)) {
    return `nothing creates a "${type}" below a "${workflow.of}", and nobody may start one there`;
  }
  const least = any === null ? atLeast : Math.max(1, atLeast);
  const makers = makersOf(portal, type, workflow.of);
  if (makers !== null) {
    const inTime = makers.filter((maker) => isMadeBefore(workflow, maker, transition));
    if (inTime.length === 0) return `a "${type}" is created only after it (${namesOf(makers)})`;
    const most = mostMade(workflow, inTime, type);
    if (least > most)
      return `at most ${most} "${type}" are created below a "${workflow.of}" (${namesOf(inTime)})`;
  }
  const most = mostOfKinds(portal, type, workflow.of);
  if (least > most)
    return `at most ${most} "${type}" are created below a "${workflow.of}", one for each kind`;
  const below = portal.workflows[type];
  const states = below === undefined ? [''] : expectedStates(below);
  const asked = [every, any].filter((one) => one !== null);
  const isMet = asked.every((one) => states.some((state) => possible(one, knownState(state)).true));
  return isMet ? null : `no "${type}" ever meets its condition`;
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => `"${name}"`).join(', ');
}

/** The transitions of the parent that create such a record; null if it may be created at any time. */
function makersOf(portal: Portal, type: string, parent: string): Transition[] | null {
  const workflow = portal.workflows[parent];
  if (workflow === undefined || beginsByItself(portal, type, parent)) return null;
  const isWarned = Object.values(workflow.clocks).some(({ warn }) =>
    warn?.then.some((one) => creates(one, type)),
  );
  if (isWarned) return null;
  return Object.values(workflow.transitions).filter(({ then }) => then.some((one) => creates(one, type)));
}

/**
 * Returns true if `maker` can be taken, and the record can then reach a state of `waiting`, before `waiting` was
 * taken.
 */
export function isMadeBefore(workflow: Workflow, maker: Transition, waiting: Transition): boolean {
  const isOther = (one: Transition) => one !== waiting;
  const before = reachedFrom(workflow, [workflow.initial], isOther);
  if (!maker.from.some((state) => before.has(state)))
    return !maker.from.some((state) => reachedStates(workflow).has(state));
  const after = reachedFrom(workflow, targetsOf(maker), isOther);
  return maker !== waiting && waiting.from.some((state) => after.has(state));
}

/** The most records that can be created; infinite if a transition creates several or can be repeated. */
function mostMade(workflow: Workflow, makers: readonly Transition[], type: string): number {
  return makers
    .map((maker) => {
      const made = maker.then.filter((one) => creates(one, type));
      const again = reachedFrom(workflow, targetsOf(maker));
      if (maker.from.some((state) => again.has(state))) return Infinity;
      return made.map((one) => mostOfEffect(maker, one)).reduce((sum, one) => sum + one, 0);
    })
    .reduce((sum, one) => sum + one, 0);
}

/** One for each chosen account; the rows of an answer and the kinds of a set may be any number. */
function mostOfEffect({ pick }: Transition, effect: EffectDefinition): number {
  if (effect.effect !== 'create') return 0;
  if (effect.forEachInput !== null && pick !== null) return pick.atMost ?? Infinity;
  return effect.forEachKindOf !== null || effect.forEachInput !== null ? Infinity : 1;
}

/**
 * Returns true if such children can be created: by an effect, by the engine for the kinds of a set, or by a person.
 */
export function canBeCreatedBelow(portal: Portal, type: string, parent: string): boolean {
  const recordType = portal.recordTypes[type];
  if (recordType === undefined) return false;
  return (
    beginsByItself(portal, type, parent) ||
    effectsOf(portal.workflows[parent]).some((one) => creates(one, type))
  );
}

/** The possible kinds of such a child; null means any. */
export function kindsBelow(portal: Portal, type: string, parent: string): RequirementKind[] | null {
  if (mayBegin(portal, type, parent)) return null;
  const created = effectsOf(portal.workflows[parent]).flatMap((one) =>
    one.effect === 'create' && one.type === type ? [one.forEachKindOf] : [],
  );
  const sets = [...created, ...setsUnder(portal, type, parent)];
  return sets.includes(null) ? null : Object.values(portal.kinds).filter(({ set }) => sets.includes(set));
}

/** The most records below one parent if each kind has one; infinite if several can be of one kind. */
function mostOfKinds(portal: Portal, type: string, parent: string): number {
  const steps = Object.values(portal.workflows[type]?.transitions ?? {});
  // A kind that no longer applied gets another record when it applies again.
  const isRenewed = steps.some(({ trigger }) =>
    testsOf(trigger ?? { test: 'always' }).some(({ test }) => test === 'applies'),
  );
  return isRenewed ? Infinity : (kindsBelow(portal, type, parent)?.length ?? Infinity);
}

/** Returns true if the engine creates it for the kinds of a set, or a person may create it. */
function beginsByItself(portal: Portal, type: string, parent: string): boolean {
  return setsUnder(portal, type, parent).length > 0 || mayBegin(portal, type, parent);
}

/** The sets for whose kinds the engine creates such a child. */
function setsUnder({ sets, recordTypes }: Portal, type: string, parent: string): string[] {
  const kinds = recordTypes[type]?.kinds ?? [];
  return kinds.filter((set) => sets[set]?.under === parent);
}

/** Returns true if a person may create such a child. */
function mayBegin({ recordTypes }: Portal, type: string, parent: string): boolean {
  const [record, above] = [recordTypes[type], recordTypes[parent]];
  if (record === undefined || above === undefined) return false;
  return record.parents.includes(parent) && !isNever(above.access.below) && !isNever(record.access.create);
}

function creates(effect: EffectDefinition, type: string): boolean {
  return effect.effect === 'create' && effect.type === type;
}

function whyNoParent(
  { type, of }: ConditionOf<'parent'>,
  { portal, workflow }: TriggerContext,
): string | null {
  const parents = type === null ? (portal.recordTypes[workflow.of]?.parents ?? []) : [type];
  const isMet = parents.some((name) =>
    statesAbove(portal, name, workflow.of).some((state) => possible(of, knownState(state)).true),
  );
  return isMet ? null : 'no record above ever meets its condition';
}

/** The states in which the parent can be once the record exists. */
function statesAbove(portal: Portal, parent: string, type: string): string[] {
  const [above, below] = [portal.workflows[parent], portal.workflows[type]];
  if (above === undefined) return [''];
  const isOfEngine = type === checklistType || setsUnder(portal, type, parent).length > 0;
  const born = below === undefined || isOfEngine ? [] : [...statesOfBirth(portal, { above, below })];
  if (born.length === 0) return expectedStates(above);
  const since = reachedFrom(above, born);
  return expectedStates(above).filter((state) => since.has(state));
}

function whyNoLapse(name: string, { workflow, transition }: TriggerContext): string | null {
  const clock = workflow.clocks[name];
  if (clock === undefined) return null;
  const running = statesOfClock(clock, workflow.transitions).filter((state) => !clock.pauses.includes(state));
  const isRunning = transition.from.some((state) => running.includes(state));
  return isRunning ? null : `the clock "${name}" does not run there`;
}

/** People make a step unreachable by taking another one with a quorum. */
function whyNoRefusal(name: string, { workflow, transition }: TriggerContext): string | null {
  const step = workflow.transitions[name];
  if (step === undefined) return null;
  const shared = step.from.filter((state) => transition.from.includes(state));
  if (shared.length === 0) return `"${name}" is not possible there`;
  const others = Object.values(workflow.transitions).filter((one) => one !== step && one.quorum !== null);
  const isRefusable = others.some(({ from }) => from.some((state) => shared.includes(state)));
  return isRefusable ? null : `no other step with a quorum is possible there`;
}

function whyNoExpiry(document: string | null, { portal, workflow }: TriggerContext): string | null {
  const issued = effectsOf(workflow).flatMap((one) => (one.effect === 'document' ? [one.document] : []));
  const ofKind = issued.includes(null) ? kindsIssuing(portal, workflow.of) : [];
  const all = [...issued.filter((one) => one !== null), ...ofKind];
  if (document === null) {
    if (all.length === 0) return 'no document is issued to the record';
    return all.some((one) => runsOut(portal, one))
      ? null
      : 'no document that is issued to the record ever expires';
  }
  if (!all.includes(document)) return `no "${document}" is issued to the record`;
  return runsOut(portal, document) ? null : `a "${document}" has no \`valid\`, so it never expires`;
}

export function kindsIssuing(portal: Portal, type: string): string[] {
  const sets = portal.recordTypes[type]?.kinds ?? [];
  return Object.values(portal.kinds).flatMap(({ set, issues }) =>
    issues !== null && sets.includes(set) ? [issues] : [],
  );
}

function runsOut({ documents, kinds }: Portal, name: string): boolean {
  const ofKinds = Object.values(kinds).some((kind) => kind.issues === name && kind.valid !== null);
  return ofKinds || documents[name] === undefined || documents[name].valid !== null;
}

function isOfKinds({ portal, workflow }: TriggerContext): boolean {
  return (portal.recordTypes[workflow.of]?.kinds.length ?? 0) > 0;
}
