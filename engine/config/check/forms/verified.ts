/** Checks verified answers: if the owner changes them, somebody must verify them again. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { knownState, possible } from '../../../portal/conditions/possible.ts';
import { targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { knownForVisitor } from '../../logic/visitor-facts.ts';

export function checkVerified(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    const states = type.verified?.states ?? [];
    const place = spanIn(context, { kind: 'record', name: type.type }, 'verified');
    const closed = states.filter(
      (state) => mayUpdate({ portal, type }, state) && !isLeft({ portal, type }, workflow, state),
    );
    if (closed.length > 0) findings.add('verified/for-good', place, { type: type.type, states: closed });
    for (const step of bypasses({ portal, type }, workflow)) {
      findings.add('verified/by-the-owner', step.place, { name: step.name, type: type.type, states });
    }
    for (const step of pastPapers({ portal, type }, workflow)) {
      findings.add('verified/papers-unseen', step.place, { name: step.name, type: type.type });
    }
    const open =
      type.account === null || type.verified !== null ? [] : rewritable({ portal, type }, workflow);
    if (open.length === 0) continue;
    const update = spanIn(context, { kind: 'record', name: type.type }, 'access', 'update');
    findings.add('verified/not-said', update, { type: type.type, states: open });
  }
  return findings.all();
}

interface TypeInPortal {
  readonly portal: Portal;
  readonly type: RecordType;
}

/** Returns true if the owner may leave this verified state, so that they can change the answers at all. */
function isLeft(owned: TypeInPortal, { transitions }: Workflow, state: string): boolean {
  const states = owned.type.verified?.states ?? [];
  return Object.values(transitions).some(
    (step) =>
      step.from.includes(state) &&
      mayTake(owned, step, state) &&
      targetsOf(step).some((to) => !states.includes(to)),
  );
}

/**
 * Transitions after which changed answers count as verified, although papers that were asked for again are not
 * accepted.
 */
function pastPapers(owned: TypeInPortal, { transitions, states }: Workflow): Transition[] {
  const { portal, type } = owned;
  const verified = type.verified?.states ?? [];
  const hasKinds = Object.values(portal.kinds).some(
    ({ set, items }) => type.kinds.includes(set) && items.length > 0,
  );
  const isOpen = Object.keys(states).some((state) => !verified.includes(state) && mayUpdate(owned, state));
  if ((type.items.length === 0 && !hasKinds) || !isOpen) return [];
  return Object.values(transitions).filter(
    (step) =>
      step.extends === null &&
      step.from.some(
        (from) =>
          !verified.includes(from) && targetsWithoutPapers(step, from).some((to) => verified.includes(to)),
      ),
  );
}

/** The targets that the transition may have from this state while the checklist has not passed. */
function targetsWithoutPapers({ needs, by, trigger, to, toCases }: Transition, state: string): string[] {
  const known = knownState(state, (test) =>
    test.test === 'checklist' && test.is === 'passed' ? false : null,
  );
  const mayHold = (condition: Condition | null) => condition === null || possible(condition, known).true;
  if (![...needs.map((need) => need.condition), by, trigger].every(mayHold)) return [];
  return [to, ...toCases.flatMap((one) => (mayHold(one.when) ? [one.to] : []))];
}

/** Transitions with which the owner alone makes the answers count as verified. */
function bypasses(owned: TypeInPortal, { transitions }: Workflow): Transition[] {
  const states = owned.type.verified?.states ?? [];
  return Object.values(transitions).filter(
    (step) =>
      targetsOf(step).some((to) => states.includes(to)) &&
      step.from.some((from) => !states.includes(from) && mayTake(owned, step, from)),
  );
}

/**
 * Settled states, reached by a transition of somebody else or by a link, in which the owner may change every answer.
 */
function rewritable(owned: TypeInPortal, { states, transitions }: Workflow): string[] {
  const isVerifying = (step: Transition) =>
    step.by !== null && !step.from.some((from) => mayTake(owned, step, from));
  return Object.values(states)
    .filter(({ key, isSettled }) => isSettled && mayUpdate(owned, key))
    .filter(({ key }) =>
      Object.values(transitions).some((step) => targetsOf(step).includes(key) && isVerifying(step)),
    )
    .map(({ key }) => key);
}

function mayTake(owned: TypeInPortal, { by }: Transition, state: string): boolean {
  return by !== null && holdsForOwner(owned, by, state);
}

function mayUpdate(owned: TypeInPortal, state: string): boolean {
  const waitsFor = owned.portal.workflows[owned.type.type]?.states[state]?.waitsFor ?? null;
  return (waitsFor === null || waitsFor === 'owner') && holdsForOwner(owned, owned.type.access.update, state);
}

/** Returns true if the condition can be true for the owner of the record without a link that proves an address. */
function holdsForOwner({ portal, type }: TypeInPortal, condition: Condition, state: string): boolean {
  const departments =
    type.account === null ? (type.parties['owner']?.departments ?? []) : [type.account.department];
  return departments.some((department) =>
    mixtures(flagsRead([condition])).some((mixture) => {
      const visitor = visitorOf(portal, department, mixture);
      if (visitor === null) return false;
      const ofVisitor = knownForVisitor({ portal, visitor, type });
      const known = knownState(state, (test) => {
        if (test.test === 'party') return test.role === 'owner';
        return test.test === 'link' ? false : ofVisitor(test);
      });
      return possible(condition, known).true;
    }),
  );
}
