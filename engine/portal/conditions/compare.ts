/** The comparisons of the grammar over plain values. If one side is missing, the comparison is false. */
import type { Operator } from '../model/condition.ts';

/**
 * Compares a value with an operand.
 * @param left the value of the subject; undefined, null, '' and an empty list are missing
 * @param right the operand; undefined if its source is missing
 */
export function compare(left: unknown, operator: Operator, right: unknown): boolean {
  return comparisonOf(operator)(left, right);
}

/** The comparison function of this operator, for callers that use it often. */
export function comparisonOf(operator: Operator): (left: unknown, right: unknown) => boolean {
  if (operator === 'exists') return (left, right) => isPresent(left) === right;
  const isTrue = comparisons[operator];
  return (left, right) => isPresent(left) && right !== undefined && right !== null && isTrue(left, right);
}

export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}

const comparisons: Readonly<Record<Exclude<Operator, 'exists'>, (left: unknown, right: unknown) => boolean>> =
  {
    is: (left, right) => left === right,
    in: (left, right) => Array.isArray(right) && right.includes(left),
    has: (left, right) => Array.isArray(left) && left.includes(right),
    hasAny: (left, right) =>
      Array.isArray(left) && Array.isArray(right) && left.some((one) => right.includes(one)),
    above: (left, right) => number(left) > number(right),
    below: (left, right) => number(left) < number(right),
    atLeast: (left, right) => number(left) >= number(right),
    atMost: (left, right) => number(left) <= number(right),
    before: (left, right) => isDate(left) && isDate(right) && day(left) < day(right),
    after: (left, right) => isDate(left) && isDate(right) && day(left) > day(right),
  };

/**
 * Money is stored as digits in a text, so a number in a text counts as a number. Everything else is NaN, for which
 * every comparison is false.
 */
function number(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return Number.NaN;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

function day(value: string): string {
  return value.slice(0, 10);
}
