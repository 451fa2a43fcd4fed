/**
 * Checks that the date a clock counts from can be known, in its record or a record above, before the clock has ended.
 */
import { isNever } from '../../../portal/access/access.ts';
import { knownState, type KnownTruth, possible } from '../../../portal/conditions/possible.ts';
import type { Clock, Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Condition, FieldPath } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { checklistType } from '../../../portal/workflow/new-records.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesOfClock } from '../../link/workflows/clocks.ts';
import { knownParent, statesOfBirth, type WorkflowPair } from '../../logic/births.ts';
import { isWhole, reachedFrom, targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { formsOf, givenAtCreation } from '../forms/fields.ts';

export function checkClockDates(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(context.portal)) {
    for (const clock of Object.values(workflow.clocks)) {
      const { name } = clock;
      const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'clocks', name, 'from');
      const holder = context.portal.workflows[clock.from?.ancestor ?? workflow.of] ?? workflow;
      const step = stepAnswering(holder, clock.from);
      const isLate = step !== null && !isInTime(context.portal, { workflow, holder, clock, step });
      const said = holder === workflow ? step?.name : `${holder.of}.${step?.name}`;
      if (isLate) findings.add('clock/date-too-late', place, { name, step: said ?? '' });
      const reason = step === null ? whyNeverAnswered(context.portal, holder.of, clock.from) : null;
      if (reason !== null) findings.add('clock/date-never-known', place, { name, reason });
    }
  }
  return findings.all();
}

/** The transition of this workflow whose answer is the date. */
export function stepAnswering(
  { transitions }: Pick<Workflow, 'transitions'>,
  from: FieldPath | null,
): Transition | null {
  const [first = ''] = from?.keys ?? [];
  const isBelowName = from !== null && from.keys.length > 1;
  const step = isBelowName && Object.hasOwn(transitions, first) ? transitions[first] : undefined;
  return step?.saves === true ? step : null;
}

/** Why no record of this type ever has the date; null if one can have it. */
export function whyNeverAnswered(portal: Portal, of: string, from: FieldPath | null): string | null {
  const type = portal.recordTypes[of];
  const [name = ''] = from?.keys ?? [];
  if (type === undefined || from === null) return null;
  const forms = formsOf(portal, type).filter(({ schema }) =>
    Object.hasOwn(Object(schema['properties']), name),
  );
  const [shown] = forms.map((form) => (Object.hasOwn(form.from, name) ? form.from[name] : undefined));
  if (shown !== undefined && forms.every((form) => Object.hasOwn(form.from, name))) {
    return `"${name}" is not stored in the record, it is only shown from "${shown}"`;
  }
  if (name === 'assessment' && isAssessed(portal.workflows[of])) return null;
  const isAsked = !isNever(type.access.create) || !isNever(type.access.update) || type.prefill.length > 0;
  return isAsked || givenAtCreation(portal, of).has(name) ? null : `nobody may answer "${name}"`;
}

/** A step computes the fees of the record. The assessment has days of its own, such as the next one to pay. */
function isAssessed(workflow: Workflow | undefined): boolean {
  return Object.values(workflow?.transitions ?? {}).some(({ then }) =>
    then.some(({ effect }) => effect === 'assess'),
  );
}

interface ClockDate {
  readonly workflow: Workflow;
  readonly clock: Clock;
  /** The workflow with the transition that asks for the date: the same workflow, or one above it. */
  readonly holder: Workflow;
  readonly step: Transition;
}

/** Returns true if the transition can be taken before the clock starts or while it runs. */
function isInTime(portal: Portal, { workflow, clock, holder, step }: ClockDate): boolean {
  const { states, transitions } = workflow;
  const isOpen = (state: string) => states[state]?.isFinal !== true && !clock.stops.includes(state);
  const alive = new Set(statesOfClock(clock, transitions).filter(isOpen));
  if (holder !== workflow) {
    const there = statesAtStep(portal, { above: holder, below: workflow }, step);
    return there === null || [...reachedFrom(workflow, [...there])].some((state) => alive.has(state));
  }
  const targets = targetsOf(step).filter(isOpen);
  if (step.from.some((state) => alive.has(state)) && targets.length > 0) return true;
  const after = reachedFrom(workflow, targetsOf(step));
  return clock.starts.some((state) => after.has(state));
}

/**
 * The states of a child when, or after, the record above takes this transition.
 * @returns null if unknown, because the child can be elsewhere too or the engine creates it
 */
function statesAtStep(portal: Portal, { above, below }: WorkflowPair, step: Transition): Set<string> | null {
  const type = portal.recordTypes[below.of];
  const isOnlyThere = type?.parents.length === 1 && type.parents[0] === above.of;
  if (!isOnlyThere || below.of === checklistType || ![above, below].every(isWhole)) return null;
  const born = statesOfBirth(portal, { above, below });
  if (born.size === 0) return null;
  const after = reachedFrom(above, targetsOf(step));
  const isBornAfter = [...born].some((state) => after.has(state));
  const found = new Set(isBornAfter ? [below.initial] : []);
  for (const { state, other } of statesOfBoth({ above, below }, born)) {
    if (step.from.includes(state) && mayBeTaken(step, knownAbove(state, below.of, other))) found.add(other);
  }
  return found;
}

interface Both {
  /** State of the record above. */
  readonly state: string;
  /** State of the child. */
  readonly other: string;
}

function statesOfBoth({ above, below }: WorkflowPair, born: ReadonlySet<string>): Both[] {
  const found: Both[] = [];
  const seen = new Set<string>();
  const add = (state: string, other: string): void => {
    const key = `${state} ${other}`;
    if (!seen.has(key)) found.push({ state, other });
    seen.add(key);
  };
  for (const state of born) add(state, below.initial);
  // Iterating over a list also visits what is added meanwhile.
  for (const { state, other } of found) {
    for (const to of targetsFrom(above, state, knownAbove(state, below.of, other))) add(to, other);
    const known = knownState(other, knownParent(above.of, state));
    for (const to of targetsFrom(below, other, known)) add(state, to);
  }
  return found;
}

function targetsFrom({ transitions }: Workflow, state: string, known: KnownTruth): string[] {
  return Object.values(transitions)
    .filter((one) => one.from.includes(state) && mayBeTaken(one, known))
    .flatMap(targetsOf);
}

function mayBeTaken({ by, trigger, needs }: Transition, known: KnownTruth): boolean {
  const asked = [by, trigger, ...needs.map(({ condition }) => condition)].filter((one) => one !== null);
  return asked.every((one: Condition) => possible(one, known).true);
}

/** Knows the state of the record above, and that one of its children is in the other state. */
function knownAbove(state: string, type: string, other: string): KnownTruth {
  return knownState(state, (test) => {
    if (test.test !== 'children' || test.type !== type) return null;
    const { every } = test.quantifier;
    return every !== null && !possible(every, knownState(other)).true ? false : null;
  });
}
