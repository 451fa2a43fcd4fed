/** Checks that nobody can pay back more than was paid. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { PaymentRule } from '../../../portal/model/fee.ts';
import type { EffectOf, Transition } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isNever } from '../../../portal/access/access.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkRefunds(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const rules = Object.values(portal.fees).flatMap(({ refunds }) => refunds ?? []);
  for (const { of } of rules) {
    const type = portal.recordTypes[of];
    if (type === undefined || isNever(type.access.create)) continue;
    const place = spanIn(context, { kind: 'record', name: of }, 'access', 'create');
    findings.add('fee/refund-not-limited', place, { name: of });
  }
  for (const { transitions } of Object.values(portal.workflows)) {
    for (const step of Object.values(transitions)) {
      const created = step.then.filter((effect) => effect.effect === 'create');
      for (const effect of created) {
        const rule = rules.find(({ of }) => of === effect.type);
        if (rule !== undefined && !isLimited(step, effect, rule))
          findings.add('fee/refund-not-limited', step.place, { name: effect.type });
      }
    }
  }
  return findings.all();
}

function isLimited({ needs }: Transition, { data }: EffectOf<'create'>, { amount }: PaymentRule): boolean {
  const given = data[amount];
  if (given === undefined || !('input' in given)) return false;
  return needs.some(({ condition }) => limitsToPaid(condition, given.input));
}

function limitsToPaid(condition: Condition, input: string): boolean {
  if (condition.test === 'all') return condition.of.some((one) => limitsToPaid(one, input));
  if (condition.test !== 'compare' || condition.operator !== 'atMost') return false;
  const { subject, operand } = condition;
  const isAnswer = subject.from === 'input' && subject.name === input;
  return isAnswer && 'field' in operand && operand.field.keys.join('.') === 'assessment.paid';
}
