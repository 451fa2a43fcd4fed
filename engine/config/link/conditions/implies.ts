/** Decides whether one condition implies another, as far as their structure shows it. */
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../../../portal/model/condition.ts';

/** True: `second` is true whenever `first` is. False: unknown. */
export function implies(first: Condition, second: Condition): boolean {
  if (second.test === 'always' || isDeepStrictEqual(first, second)) return true;
  if (second.test === 'all') return second.of.every((part) => implies(first, part));
  if (first.test === 'any') return first.of.length > 0 && first.of.every((part) => implies(part, second));
  if (second.test === 'any' && second.of.some((part) => implies(first, part))) return true;
  return first.test === 'all' && first.of.some((part) => implies(part, second));
}
