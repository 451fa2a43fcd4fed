/**
 * Checks that all `needs` of a transition can be true together, for somebody who may take it, in one of its states.
 */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { reachedStates, wholeWorkflows } from '../../logic/reach.ts';
import { isMadeBefore, whyTestNever } from './triggers.ts';
import { issuersOf, writersOf } from './writers.ts';
import { possible, testsOf } from '../../../portal/conditions/possible.ts';
import { canHoldTogether, contradictsItself } from '../../logic/satisfiability.ts';
import { formOf, unfolded } from '../../logic/unfolded.ts';

export function checkNeeds(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of wholeWorkflows(portal)) {
    for (const transition of Object.values(workflow.transitions)) {
      const never = firstNever({ portal, workflow, transition });
      if (never === null) continue;
      const file = { kind: 'workflow', name: workflow.name } as const;
      const place = spanIn(context, file, 'transitions', transition.name, 'needs', never.index);
      findings.add('workflow/never-ready', place, {
        name: transition.name,
        from: transition.from,
        reason: never.reason,
      });
    }
  }
  return findings.all();
}

interface TransitionNeeds {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly transition: Transition;
}

interface ImpossibleNeed {
  readonly index: number;
  /** The reason, if a single test is the cause. */
  readonly reason: string | null;
}

/** The first need that contradicts the ones before it; null if all can be true together. */
function firstNever(needing: TransitionNeeds): ImpossibleNeed | null {
  const { portal, workflow, transition } = needing;
  const { by, trigger, needs } = transition;
  const states = transition.from.filter((state) => reachedStates(workflow).has(state));
  if (needs.length === 0 || states.length === 0) return null;
  const who = [by, trigger].filter((one) => one !== null);
  const subject = { portal, type: workflow.of, form: formOf(portal, workflow.of) };
  const isExcluded = (of: readonly Condition[]) => contradictsItself(unfolded({ test: 'all', of }, subject));
  const canHold = (conditions: readonly Condition[]) =>
    states.some((state) => canHoldTogether(conditions, { portal, type: workflow.of, state })) &&
    !isExcluded(conditions);
  const all = needs.map(({ condition }) => condition);
  // Other checks report a transition that nobody can take or that never fires.
  if (!canHold(who)) return null;
  for (const [index, condition] of all.entries()) {
    const reason = whyNever(condition, needing) ?? (isExcluded([condition]) ? outOfLimits : null);
    if (reason !== null || !canHold([...who, ...all.slice(0, index + 1)])) return { index, reason };
  }
  return null;
}

const outOfLimits = 'it contradicts itself, or the limits and the `when` of the questions that it reads';

function whyNever(condition: Condition, needs: TransitionNeeds): string | null {
  const reasons = new Map(
    testsOf(condition).map((test) => [test, whyTestNever(test, needs) ?? whyNotYet(test, needs)]),
  );
  const canBe = possible(condition, (test) => ((reasons.get(test) ?? null) === null ? null : false)).true;
  return canBe ? null : ([...reasons.values()].find((reason) => reason !== null) ?? null);
}

/** What it compares does not exist yet, because only later steps write it. A missing value makes it false. */
function whyNotYet(test: Condition, { portal, workflow, transition }: TransitionNeeds): string | null {
  if (test.test !== 'compare' || test.each !== undefined) return null;
  const { subject, operator, operand } = test;
  if (operator === 'exists' && 'value' in operand && operand.value === false) return null;
  const paths = [
    ...(subject.from === 'field' ? [subject.path] : []),
    ...('field' in operand ? [operand.field] : []),
  ];
  const read = [
    ...paths.map((path) => ({ name: path.keys.join('.'), by: writersOf(portal, workflow, path) })),
    ...(subject.from === 'document'
      ? [{ name: subject.name, by: issuersOf(portal, workflow, subject.name) }]
      : []),
  ];
  const late = read.find(({ by }) => by?.every((step) => !isMadeBefore(workflow, step, transition)) === true);
  if (late === undefined) return null;
  const steps = late.by?.map(({ name }) => `"${name}"`) ?? [];
  return steps.length === 0
    ? `no step gives the record a "${late.name}"`
    : `the record has "${late.name}" only after ${steps.join(' or ')}, which is possible only later`;
}
