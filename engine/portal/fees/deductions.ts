/** What takes something off earlier lines: rebates, waivers, and the largest sum of lines. No bill falls below zero. */
import type { FeeLine, FeeSchedule, LineRate, Money } from '../model/fee.ts';
import { add, atLeast, atMost, roundAmount, toAmount, zero, type Amount } from './amounts.ts';
import type { AssessedLine } from './assessment.ts';
import { linesOf } from './quantities.ts';

/** What can be taken off these lines at most. */
export function leftOf(
  names: readonly string[],
  schedule: FeeSchedule,
  before: readonly AssessedLine[],
): Amount {
  const left = leftOfEach(schedule, before);
  const whole = add(linesOf(names, [...left.keys()]).map((line) => left.get(line) ?? zero));
  return atLeast(roundAmount(whole, { to: '0.01', mode: 'down' }), zero);
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
  const names = namesIn(base);
  const lines = linesOf(names, before).filter((one) => one.isCharged || !isCharged);
  if (lines.length === 0) return null;
  // A minimum does not bring back what an office has waived.
  const whole = sumOf(lines.filter(({ isWaiver }) => isWaiver !== true));
  if (min !== null && whole.lt(min))
    return { amount: toAmount(min).minus(whole), sum: whole, bounds: { min, max: null } };
  const sum = sumOf(lines);
  const above = max === null ? zero : sum.minus(max);
  const taken = isCharged ? atMost(above, leftOf(names, schedule, before)) : above;
  return taken.gt(zero) ? { amount: zero.minus(taken), sum, bounds: { min: null, max } } : null;
}

/**
 * What is left of each charged line after the earlier deductions. A deduction from several lines is taken from each in
 * proportion to what is left of it.
 */
function leftOfEach(schedule: FeeSchedule, before: readonly AssessedLine[]): Map<AssessedLine, Amount> {
  const left = new Map<AssessedLine, Amount>();
  let last: AssessedLine | undefined;
  for (const line of before.filter(({ isCharged }) => isCharged)) {
    const amount = toAmount(line.amount);
    if (amount.gt(zero)) {
      left.set(line, amount);
      last = line;
    } else if (line.isWaiver === true && last !== undefined) {
      left.set(last, zero);
    } else {
      const from = linesOf(takenFrom(schedule, line), [...left.keys()]);
      takeFrom(left, from, zero.minus(amount));
    }
  }
  return left;
}

/** The tags and ids from which the line takes its amount. */
function takenFrom({ lines }: FeeSchedule, { id }: AssessedLine): readonly string[] {
  const line = lines.find((one) => one.id === id);
  return line?.rebate ?? (line?.rate.by === 'limits' ? namesIn(line.base) : []);
}

function takeFrom(left: Map<AssessedLine, Amount>, lines: readonly AssessedLine[], amount: Amount): void {
  const whole = add(lines.map((line) => left.get(line) ?? zero));
  let rest = amount;
  for (const [at, line] of lines.entries()) {
    const own = left.get(line) ?? zero;
    const isLast = at === lines.length - 1;
    const taken = isLast || whole.eq(zero) ? rest : atMost(amount.times(own).div(whole), rest);
    left.set(line, own.minus(taken));
    rest = rest.minus(taken);
  }
}

/** The tags and ids of earlier lines that a base adds up. */
export function namesIn(base: FeeLine['base']): string[] {
  return base.flatMap((one) => ('lines' in one ? one.lines : []));
}

function sumOf(lines: readonly AssessedLine[]): Amount {
  return add(lines.map(({ amount }) => toAmount(amount)));
}
