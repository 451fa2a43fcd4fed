/** What takes something off earlier lines: rebates, and the largest sum of lines. No bill falls below zero. */
import type { FeeLine, FeeSchedule, LineRate, Money } from '../model/fee.ts';
import { add, atLeast, toAmount, zero, type Amount } from './amounts.ts';
import type { AssessedLine } from './assessment.ts';
import { linesOf } from './quantities.ts';

/** What a rebate on these lines can take at most. */
export function leftOf(
  names: readonly string[],
  schedule: FeeSchedule,
  before: readonly AssessedLine[],
): Amount {
  const charged = before.filter(({ isCharged }) => isCharged);
  return atLeast(sumOf(withDeductions(names, schedule, charged)), zero);
}

interface KeptSum {
  /** The difference; below zero for a sum above its maximum. */
  readonly amount: Amount;
  readonly sum: Amount;
  /** The limit that the sum does not keep. */
  readonly bounds: { readonly min: Money | null; readonly max: Money | null };
}

/** @returns null if the sum keeps its limits, or there is no line to add up */
export function keptWithin(
  { atLeast: min, atMost: max }: Extract<LineRate, { by: 'limits' }>,
  { base, isCharged }: FeeLine,
  schedule: FeeSchedule,
  before: readonly AssessedLine[],
): KeptSum | null {
  const counted = before.filter((one) => one.isCharged || !isCharged);
  const lines = withDeductions(namesIn(base), schedule, counted);
  if (lines.length === 0) return null;
  // A minimum does not bring back what an office has waived.
  const whole = sumOf(lines.filter(({ isWaiver }) => isWaiver !== true));
  if (min !== null && whole.lt(min))
    return { amount: toAmount(min).minus(whole), sum: whole, bounds: { min, max: null } };
  const sum = sumOf(lines);
  if (max !== null && sum.gt(max))
    return { amount: toAmount(max).minus(sum), sum, bounds: { min: null, max } };
  return null;
}

/**
 * These lines, and all that earlier rebates and maximums take off any of them. If each takes no more than is left, all
 * together take no more than there is.
 */
function withDeductions(
  names: readonly string[],
  { lines }: FeeSchedule,
  before: readonly AssessedLine[],
): AssessedLine[] {
  const meant = linesOf(names, before);
  const takers = lines.filter(({ rebate, rate, base }) => {
    const from = rate.by === 'limits' ? namesIn(base) : (rebate ?? []);
    return linesOf(from, meant).length > 0;
  });
  const taken = takers.flatMap(({ id }) => linesOf([id], before));
  return [...new Set([...meant, ...taken.filter(({ amount }) => toAmount(amount).lt(zero))])];
}

/** The tags and ids of earlier lines that a base adds up. */
export function namesIn(base: FeeLine['base']): string[] {
  return base.flatMap((one) => ('lines' in one ? one.lines : []));
}

function sumOf(lines: readonly AssessedLine[]): Amount {
  return add(lines.map(({ amount }) => toAmount(amount)));
}
