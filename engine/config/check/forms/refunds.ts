/**
 * Checks that nobody can pay back more than was paid: each refund is compared with the bill, and the bill counts it at
 * once.
 */
import { isNever } from '../../../portal/access/access.ts';
import { knownState, possible } from '../../../portal/conditions/possible.ts';
import { boundDays } from '../../../portal/forms/form-days.ts';
import { decimalsOfAmount } from '../../../portal/forms/value-type.ts';
import type { Condition, DayShift, Operand } from '../../../portal/model/condition.ts';
import type { FeeSchedule, PaymentRule } from '../../../portal/model/fee.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { EffectDefinition, EffectOf, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reachedFrom, reachedStates, targetsOf, wholeWorkflows } from '../../logic/reach.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

interface RefundCheck {
  readonly context: CheckContext;
  readonly findings: DiagnosticSet;
  /** The record type of the refunds. */
  readonly name: string;
  /** The schedules that count them. */
  readonly schedules: readonly RefundSchedule[];
}

type RefundSchedule = FeeSchedule & { readonly refunds: PaymentRule };

export function checkRefunds(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const counting = Object.values(context.portal.fees).filter(hasRefunds);
  for (const [name, schedules] of Map.groupBy(counting, ({ refunds }) => refunds.of)) {
    const check = { context, findings, name, schedules };
    const type = context.portal.recordTypes[name];
    if (type === undefined) continue;
    checkType(check, type);
    for (const workflow of wholeWorkflows(context.portal)) {
      if (workflow.of === name) checkCounted(check, workflow);
      checkWorkflow(check, workflow);
    }
  }
  return findings.all();
}

function hasRefunds(schedule: FeeSchedule): schedule is RefundSchedule {
  return schedule.refunds !== null;
}

function checkType({ context, findings, name }: RefundCheck, { access }: RecordType): void {
  const file = { kind: 'record', name } as const;
  if (!isNever(access.create))
    findings.add('fee/refund-not-limited', spanIn(context, file, 'access', 'create'), { name });
  if (!isNever(access.update))
    findings.add('fee/refund-changes', spanIn(context, file, 'access', 'update'), { name });
}

function checkCounted({ context, findings, name, schedules }: RefundCheck, workflow: Workflow): void {
  for (const { name: schedule, refunds } of schedules) {
    if (isCountedAtOnce(workflow, refunds)) continue;
    const place = spanIn(context, { kind: 'fee', name: schedule }, 'refunds', 'where');
    findings.add('fee/refund-counted-later', place, { name, state: workflow.initial });
  }
}

/** Which refunds count depends on their state only. They count from the first one, and never again once they do not. */
function isCountedAtOnce(workflow: Workflow, { where }: PaymentRule): boolean {
  const reached = [...reachedStates(workflow)];
  const truths = new Map(reached.map((state) => [state, possible(where, knownState(state))]));
  const counts = (state: string) => truths.get(state)?.false === false;
  return (
    counts(workflow.initial) &&
    reached.every((state) => counts(state) || truths.get(state)?.true === false) &&
    Object.values(workflow.transitions).every(
      (step) => step.from.every(counts) || !targetsOf(step).some(counts),
    )
  );
}

function checkWorkflow(check: RefundCheck, workflow: Workflow): void {
  const { context, findings, name } = check;
  const steps = Object.values(workflow.transitions);
  for (const step of steps) checkStep(check, step);
  checkSchedules(check, workflow);
  const created = steps.flatMap(({ then }) => createdBy(then, name));
  // Warnings of clocks ask nobody for an amount.
  if (createdBy(effectsOf(workflow), name).length > created.length) {
    const place = spanIn(context, { kind: 'workflow', name: workflow.name }, 'clocks');
    findings.add('fee/refund-not-limited', place, { name });
  }
}

/** A bill holds what its last schedule counts, so each schedule that follows a refund counts it. */
function checkSchedules({ context, findings, name, schedules }: RefundCheck, workflow: Workflow): void {
  const assessed = schedulesIn(workflow);
  const [counting] = schedules.filter((one) => assessed.has(one.name));
  if (counting === undefined) return;
  for (const other of schedulesIn(withRefund(workflow, name))) {
    const schedule = context.portal.fees[other];
    if (schedule === undefined || schedule.refunds?.of === name) continue;
    const place = spanIn(
      context,
      { kind: 'fee', name: other },
      ...(schedule.payments === null ? [] : ['payments']),
    );
    findings.add('fee/refund-left-out', place, { name, schedule: other, other: counting.name });
  }
}

function schedulesIn(workflow: Workflow): Set<string> {
  return new Set(effectsOf(workflow).flatMap((one) => (one.effect === 'assess' ? [one.schedule] : [])));
}

/** Without the steps that a record can take only before one of its steps makes a refund. */
function withRefund(workflow: Workflow, name: string): Workflow {
  const creates = ({ then }: Transition) => createdBy(then, name).length > 0;
  const creating = Object.values(workflow.transitions).filter(creates);
  if (creating.length === 0) return workflow;
  const next = creating.flatMap((step) => (step.extends === null ? targetsOf(step) : step.from));
  const states = reachedFrom(workflow, next);
  const left = Object.entries(workflow.transitions).filter(
    ([, step]) => creates(step) || step.from.some((one) => states.has(one)),
  );
  return { ...workflow, transitions: Object.fromEntries(left) };
}

function createdBy(effects: readonly EffectDefinition[], type: string): EffectOf<'create'>[] {
  return effects.flatMap((one) => (one.effect === 'create' && one.type === type ? one : []));
}

function checkStep({ context, findings, name, schedules }: RefundCheck, step: Transition): void {
  const { then, place } = step;
  const created = createdBy(then, name);
  const last = created.at(-1);
  if (last === undefined) return;
  const after = then.slice(then.indexOf(last));
  const assessed = schedules.filter((schedule) =>
    after.some((one) => one.effect === 'assess' && one.schedule === schedule.name),
  );
  const form = context.portal.forms[step.input ?? ''];
  if (assessed.length === 0) {
    const names = schedules.map((schedule) => schedule.name);
    findings.add('fee/refund-not-assessed', place, { name, schedules: names });
  }
  for (const { refunds } of assessed.length === 0 ? schedules : assessed) {
    const { [refunds.amount]: amount, [refunds.paidOn]: day } = last.data;
    if (created.length > 1 || !isLimited(step, last, refunds))
      findings.add('fee/refund-not-limited', place, { name });
    if (amount !== undefined && 'input' in amount && !isNeverBelowZero(form, amount.input))
      findings.add('fee/refund-below-zero', place, { name, question: amount.input });
    if (day !== undefined && !isNeverAhead(form, day)) findings.add('fee/refund-day-ahead', place, { name });
  }
}

function isLimited(
  { needs }: Transition,
  { data, forEachInput, forEachKindOf }: EffectOf<'create'>,
  { amount }: PaymentRule,
): boolean {
  const given = data[amount];
  if (given === undefined || !('input' in given) || forEachInput !== null || forEachKindOf !== null)
    return false;
  return needs.some(({ condition }) => limitsToPaid(condition, given.input));
}

function limitsToPaid(condition: Condition, input: string): boolean {
  if (condition.test === 'all') return condition.of.some((one) => limitsToPaid(one, input));
  if (condition.test !== 'compare' || condition.operator !== 'atMost') return false;
  const { subject, operand } = condition;
  const isAnswer = subject.from === 'input' && subject.name === input;
  if (!isAnswer || !('field' in operand)) return false;
  return operand.field.ancestor === null && operand.field.keys.join('.') === 'assessment.paid';
}

function isNeverBelowZero(form: Form | undefined, name: string): boolean {
  const question = mappingOf(mappingOf(form?.schema['properties'])[name]);
  const least = Number(question['minimum'] ?? question['exclusiveMinimum'] ?? -1);
  return decimalsOfAmount(question['pattern']) !== null || least >= 0;
}

/** A day that a question accepts, or that the step writes, is not after today. */
function isNeverAhead(form: Form | undefined, day: Operand): boolean {
  if ('today' in day) return isBack(day.today);
  if (!('input' in day)) return false;
  const last = mappingOf(form?.uiSchema[day.input])['ui:notAfter'];
  return isMapping(last) ? isBack(last['by'] as DayShift) : boundDays.some((one) => one === last);
}

function isBack({ days, months = 0 }: DayShift): boolean {
  return days <= 0 && months <= 0;
}
