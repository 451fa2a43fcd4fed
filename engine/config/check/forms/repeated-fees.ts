/** Reports a line of a fee schedule that computes the same fee as another line, so that people pay it twice. */
import type { FeeLine } from '../../../portal/model/fee.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { contradictsItself } from '../../logic/satisfiability.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';
import { isExemption } from './zero-fees.ts';

export function checkRepeatedFees({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { lines } of Object.values(portal.fees)) {
    for (const alike of Map.groupBy(lines.filter(isPaid), computationOf).values()) {
      for (const [at, line] of alike.entries()) {
        const other = alike
          .slice(0, at)
          .find((before) => isSameFee(before, line) && areDueTogether(before, line));
        if (other !== undefined) findings.add('fee/twice', line.place, { name: line.id, other: other.id });
      }
    }
  }
  return findings.all();
}

function isPaid(line: FeeLine): boolean {
  return line.isCharged && !isExemption(line);
}

function computationOf({ forEach, base, rate, per, proRata, share, less, rebate }: FeeLine): string {
  return JSON.stringify([forEach, base, rate, per, proRata, share, less, rebate]);
}

/** Different fees may have the same amount, percentage or rate, but hardly the same table for the same base. */
function isSameFee(one: FeeLine, other: FeeLine): boolean {
  return one.rate.by === 'table' || one.title === other.title;
}

function areDueTogether(one: FeeLine, other: FeeLine): boolean {
  return !contradictsItself({ test: 'all', of: [one.when, other.when] });
}
