/** Fires triggers in all records of a family until none is left. */
import { whyRuleless } from '../access/access.ts';
import { holds } from '../conditions/evaluate.ts';
import { countQuorum, isRewritten, quorumStepsIn } from '../conditions/quorum.ts';
import type { EvaluationScope, RecordScope } from '../conditions/scope.ts';
import type { ClockState, Transition, Workflow } from '../model/workflow.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';
import { addDuration } from '../time/days.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { evaluationScopeOf, targetOf, transitionOf, unfitDocument } from '../workflow/transition.ts';
import { inTurn, isFullFor } from '../workflow/capacity.ts';
import { clocksInPlace, dueOf, isSpent, lapsesOf, warningTime } from './clocks.ts';
import { addEvent, type DecisionDraft, engine } from './decision-draft.ts';
import { applyEffects, type EffectContext } from './effects.ts';
import { contextIn, memberOf } from './family.ts';
import { takeTransition } from './take-transition.ts';

/** In the order of the workflow. */
export function triggeredTransitions(workflow: Workflow | undefined, state: string): readonly Transition[] {
  return (workflow && triggeredByState(workflow).get(state)) ?? [];
}

const triggeredByState = onceForEach(({ transitions }: Workflow) => {
  const triggered = Object.values(transitions).filter(({ trigger }) => trigger !== null);
  const states = new Set(triggered.flatMap(({ from }) => from));
  return new Map(
    Array.from(states, (state) => [state, triggered.filter(({ from }) => from.includes(state))]),
  );
});

/**
 * The check proves that triggers end, but an unchecked configuration must not loop forever. This is the limit for one
 * step
 * of one record, plus one for each record of the family, because each may have waited for it.
 */
const mostOfOneStep = 500;

/** The limit for records of one type that create each other. The record that existed first creates the first one. */
const mostGenerations = 10;

/** The triggers never end, so nothing may be written. */
export class EndlessTriggersError extends RangeError {
  override name = 'EndlessTriggersError';
  /** Titles of the repeating steps. */
  readonly steps: readonly string[];

  constructor(steps: readonly string[]) {
    super(`The triggers of this configuration do not come to rest: ${steps.join(', ')}.`);
    this.steps = steps;
  }
}

/** @throws EndlessTriggersError if the triggers never end */
export function fireTriggers(draft: DecisionDraft): void {
  const bounds = boundsOf(draft);
  for (let hasFired = true; hasFired;) {
    hasFired = false;
    for (const id of membersOf(draft)) {
      emptySignatures(draft, id);
      updateClocks(draft, id);
    }
    for (const id of inTurn(draft.portal, draft.members)) {
      const transition = firedIn(draft, id);
      if (transition === null) continue;
      const before = draft.members.size;
      takeTransition(draft, effectContextOf(id), transition);
      hasFired = true;
      bounds.countStep(id, transition);
      if (draft.members.size > before) bounds.countMade(id, transition, membersOf(draft).slice(before));
    }
  }
}

/** Which record and step created a record. */
interface Maker {
  readonly type: string;
  readonly step: string;
}

/**
 * Counts fired triggers. Both methods throw an EndlessTriggersError above the limits for a family that comes to rest.
 */
function boundsOf({ family, members }: DecisionDraft): {
  readonly countStep: (id: string, transition: Transition) => void;
  readonly countMade: (by: string, transition: Transition, created: readonly string[]) => void;
} {
  const most = mostOfOneStep + members.size;
  const times = new Map<string, number>();
  const last = new Set<string>();
  const makers = new Map<string, readonly Maker[]>();
  return {
    countStep: (id, { name, title }) => {
      const key = `${id} ${name}`;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      // A family that comes to rest does so long before this limit.
      if (count > most / 2) last.add(title);
      if (count > most) throw new EndlessTriggersError([...last]);
    },
    countMade: (by, { title }, created) => {
      const line = [...(makers.get(by) ?? []), { type: memberOf(family, by).record.type, step: title }];
      for (const id of created) {
        const { type } = memberOf(family, id).record;
        const isEndless = line.filter((one) => one.type === type).length > mostGenerations;
        if (isEndless) throw new EndlessTriggersError([...new Set(line.map(({ step }) => step))]);
        makers.set(id, line);
      }
    },
  };
}

/** People have signed what the record said. If it is written anew, nobody has signed it. */
function emptySignatures(draft: DecisionDraft, id: string): void {
  const { record } = memberOf(draft.family, id);
  const was = draft.before.members.get(id)?.record;
  if (record.signatures.length === 0 || was === undefined || !isRewritten(was, record)) return;
  addEvent(draft, { ...record, signatures: [] }, { ...engine, what: 'unsigned', detail: {} });
}

/** Each clock that pauses, resumes or moves with its date is an event of its record. */
function updateClocks(draft: DecisionDraft, id: string): void {
  const { portal, family } = draft;
  const { record } = memberOf(family, id);
  if (!followsOthers(portal.workflows[record.type])) return;
  const next = clocksInPlace(portal, contextIn({ portal, visitor: signedOut }, family, id));
  for (const [clock, state] of Object.entries(next)) {
    const { record: current } = memberOf(family, id);
    const before = current.clocks[clock];
    if (state === before) continue;
    const clocks = { ...current.clocks, [clock]: state };
    const what = followed(before, state);
    addEvent(draft, { ...current, clocks, due: dueOf(clocks) }, { ...engine, what, detail: { clock } });
  }
}

function followed(before: ClockState | undefined, { state }: ClockState): string {
  if (before === undefined || before.state === state) return 'clock-moved';
  return state === 'paused' ? 'clock-paused' : 'clock-resumed';
}

function followsOthers(workflow: Workflow | undefined): boolean {
  const clocks = Object.values(workflow?.clocks ?? {});
  return clocks.some(({ rests, from }) => rests.length > 0 || from !== null);
}

/** The records that exist now. Records created in this round have their turn in the next one. */
function membersOf({ members }: DecisionDraft): string[] {
  return [...members.keys()];
}

/** Sends the warnings that are due, each once. */
export function warnOfDueDates(draft: DecisionDraft): void {
  for (const id of membersOf(draft)) {
    const { record, now } = contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, id);
    for (const clock of Object.values(draft.portal.workflows[record.type]?.clocks ?? {})) {
      const state = Object.hasOwn(record.clocks, clock.name) ? record.clocks[clock.name] : undefined;
      if (state === undefined || state.state !== 'running' || state.isWarned || (state.due ?? '') <= now)
        continue;
      const at = warningTime(draft.portal, clock, state);
      if (at === null || at > now) continue;
      const { record: current } = contextIn({ portal: draft.portal, visitor: signedOut }, draft.family, id);
      const clocks = { ...current.clocks, [clock.name]: { ...state, isWarned: true } };
      addEvent(draft, { ...current, clocks }, { ...engine, what: 'warned', detail: { clock: clock.name } });
      applyEffects(draft, { ...effectContextOf(id), isReminder: true }, clock.warn?.then ?? []);
    }
  }
}

/** Decides whether the steps that the engine takes in this record type depend on checklists. */
export function watchesChecklist({ workflows }: Portal, type: string): boolean {
  const workflow = workflows[type];
  return workflow !== undefined && readsChecklist(workflow);
}

const readsChecklist = onceForEach(({ transitions }: Workflow) => {
  const fired = Object.values(transitions).filter(
    ({ trigger, quorum }) => trigger !== null || quorum !== null,
  );
  return fired.some((one) => asksChecklist([one.trigger, one.needs, one.to]));
});

function asksChecklist(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return ('test' in part && part.test === 'checklist') || Object.values(part).some(asksChecklist);
}

function effectContextOf(id: string): EffectContext {
  return { id, visitor: signedOut, by: engine, input: {}, picked: {} };
}

function firedIn({ portal, family }: DecisionDraft, id: string): Transition | null {
  const { record: found } = memberOf(family, id);
  const { type, state } = found;
  const triggered = triggeredTransitions(portal.workflows[type], state);
  if ((triggered.length === 0 && found.signatures.length === 0) || whyRuleless(portal, found) !== null)
    return null;
  const context = contextIn({ portal, visitor: signedOut }, family, id);
  const { record } = context;
  const scope = engineScope(portal, context);
  const signed = { ...scope, isFormComplete: () => true };
  const fired = [...reachedSteps(portal, context), ...triggered].find(
    (one) =>
      !isSpent(record, one) &&
      unfitDocument(portal, record, one) === null &&
      (one.trigger === null || holds(one.trigger, scope)) &&
      // Whoever signed had the form complete, and nobody has changed it since.
      one.needs.every(({ condition }) => holds(condition, one.quorum === null ? scope : signed)) &&
      isMove({ portal, visitor: signedOut, context }, one),
  );
  return fired ?? null;
}

/**
 * Steps that enough people have taken, although the last of them did not move the record: since then somebody else has
 * left the role, or fewer people are enough.
 */
function reachedSteps(portal: Portal, context: RecordContext): readonly Transition[] {
  if (context.record.signatures.length === 0) return [];
  return quorumStepsIn(portal, context.record).filter(
    ({ quorum }) => countQuorum(portal, quorum, context).isReached,
  );
}

/**
 * A trigger that stays in its state would fire again at once. An expired clock fires it only once. Nobody moves to a
 * place that is not free.
 */
function isMove(scope: RecordScope, transition: Transition): boolean {
  const state = targetOf(scope, transition);
  const { trigger, quorum } = transition;
  // With the step that people have signed their signatures end.
  const isOnce = quorum !== null || (trigger !== null && lapsesOf(trigger).length > 0);
  return (isOnce || state !== scope.context.record.state) && !isFullFor(scope, state);
}

function engineScope(portal: Portal, context: RecordContext): EvaluationScope {
  return {
    ...evaluationScopeOf({ portal, visitor: signedOut, context }, {}),
    // The form was not validated here.
    isFormComplete: () => false,
    isUnreachable: (step, { record, parties }) => {
      const quorum = transitionOf(portal, record.type, step)?.quorum ?? null;
      return quorum !== null && countQuorum(portal, quorum, { record, parties }).isUnreachable;
    },
    isOver: (wait, since) =>
      since !== '' && addDuration(portal.days, portal.timeZone, since, wait) <= context.now,
  };
}
