/** Reports lines of fee schedules that may fall below zero. */
import { add, toAmount } from '../../../portal/fees/amounts.ts';
import type { FeeLine } from '../../../portal/model/fee.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkFeesBelowZero(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { name, lines } of Object.values(context.portal.fees)) {
    for (const [at, line] of lines.entries()) {
      if (line.less.length === 0 || line.min !== null || line.rebate !== null || isAlwaysMore(line)) continue;
      const place = spanIn(context, { kind: 'fee', name }, 'lines', at, 'less');
      findings.add('fee/below-zero', place, { name: line.id });
    }
  }
  return findings.all();
}

/** A constant amount that is not smaller than what is subtracted from it. */
function isAlwaysMore({ rate, less, per, share, proRata }: FeeLine): boolean {
  const isWhole = per.length === 0 && share === null && proRata === null;
  if (!isWhole || rate.by !== 'amount' || !('value' in rate.amount)) return false;
  const numbers = less.flatMap((one) => ('number' in one ? toAmount(one.number) : []));
  return numbers.length === less.length && toAmount(rate.amount.value).gte(add(numbers));
}
