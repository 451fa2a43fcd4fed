/** Compares fees that a test expects with those that the schedule gives. */
import type { RecordScope } from '../portal/conditions/scope.ts';
import { add, money, toAmount } from '../portal/fees/amounts.ts';
import { assess } from '../portal/fees/assess.ts';
import type { Assessment } from '../portal/fees/assessment.ts';
import { linesOf } from '../portal/fees/quantities.ts';
import type { Portal } from '../portal/model/portal.ts';
import { valueShown } from '../portal/text/tell.ts';
import type { Expectation } from '../config/link/cases/case.ts';
import { type UsedRules, feeKey } from './coverage.ts';

interface FeeTrial extends RecordScope {
  readonly coverage: UsedRules;
}

interface FeeFailure {
  readonly message: string;
  readonly because: readonly string[];
}

/** @returns null if the amount is the expected one */
export function tryFee(
  trial: FeeTrial,
  { schedule, of, amount }: Extract<Expectation, { expects: 'fee' }>,
): FeeFailure | null {
  const assessment = assessed(trial, schedule);
  const is = sumOf(assessment, of);
  if (is === amount) return null;
  return { message: `${of}: expected ${amount}, is ${is}`, because: sayLines(trial.portal, assessment) };
}

/** @returns null if the instalments are the expected ones */
export function tryInstalments(
  trial: FeeTrial,
  { schedule, amounts }: Extract<Expectation, { expects: 'instalments' }>,
): FeeFailure | null {
  const is = assessed(trial, schedule).instalments.map(({ divided }) => divided);
  if (is.join() === amounts.join()) return null;
  return { message: `instalments: expected ${amounts.join(', ')}, are ${is.join(', ')}`, because: [] };
}

function assessed({ portal, context, coverage }: FeeTrial, schedule: string): Assessment {
  const assessment = assess(portal, schedule, context, { today: context.today });
  for (const { id } of assessment.lines) coverage.feeLines.add(feeKey(schedule, id));
  return assessment;
}

/** @param of `total`, an id with its group, or ids and tags of lines joined by `+` */
function sumOf({ lines, total }: Assessment, of: string): string {
  if (of === 'total') return total;
  const some = of.includes('/') ? lines.filter(({ id }) => id === of) : linesOf(of.split('+'), lines);
  return money(add(some.map(({ amount }) => toAmount(amount))));
}

function sayLines(portal: Portal, { lines }: Assessment): string[] {
  return lines.map(
    ({ title, rule, amount }) => `${valueShown(portal, title)}: ${valueShown(portal, rule)} = ${amount}`,
  );
}
