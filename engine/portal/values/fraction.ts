/** Exact fractions. No figure is off by a binary fraction, and a third stays a third until it is rounded. */
import { digitsOfUnits, exactUnits, unitsOfOne } from './decimal.ts';
import type { Rounding } from './rounding.ts';

export interface Fraction {
  readonly numerator: bigint;
  /** Above zero. */
  readonly denominator: bigint;
}

/** @returns null if the value is not a number with at most ten decimals */
export function fractionOf(value: unknown): Fraction | null {
  const units = exactUnits(value);
  return units === null ? null : { numerator: units, denominator: unitsOfOne };
}

export function plus(one: Fraction, other: Fraction): Fraction {
  if (one.denominator === other.denominator)
    return { numerator: one.numerator + other.numerator, denominator: one.denominator };
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

export function minus(one: Fraction, other: Fraction): Fraction {
  return plus(one, { ...other, numerator: -other.numerator });
}

export function times(one: Fraction, other: Fraction): Fraction {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  };
}

/** @returns undefined if the other is zero */
export function dividedBy(one: Fraction, { numerator, denominator }: Fraction): Fraction | undefined {
  if (numerator === 0n) return undefined;
  const sign = numerator < 0n ? -1n : 1n;
  return {
    numerator: one.numerator * denominator * sign,
    denominator: one.denominator * numerator * sign,
  };
}

export function isLess(one: Fraction, other: Fraction): boolean {
  return minus(one, other).numerator < 0n;
}

/** The nearest multiple of `to`. `half up` and `up` round away from zero, `down` rounds towards it. */
export function rounded(value: Fraction, { to, mode }: Rounding): Fraction {
  const unit = fractionOf(to);
  const steps = unit === null ? undefined : dividedBy(value, unit);
  if (unit === null || steps === undefined) return value;
  return times({ numerator: wholeOf(steps, mode), denominator: 1n }, unit);
}

function wholeOf({ numerator, denominator }: Fraction, mode: Rounding['mode']): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const down = size / denominator;
  const twice = (size % denominator) * 2n;
  const isUp = {
    up: twice > 0n,
    down: false,
    'half up': twice >= denominator,
    'half even': twice > denominator || (twice === denominator && down % 2n === 1n),
  }[mode];
  return sign * (isUp ? down + 1n : down);
}

/** The digits of the value, `1325.1`: at most ten decimals. */
export function digitsOf(value: Fraction): string {
  const units = times(value, { numerator: unitsOfOne, denominator: 1n });
  return digitsOfUnits(wholeOf(units, 'half up'));
}
