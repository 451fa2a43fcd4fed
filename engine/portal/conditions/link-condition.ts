/** The part of a rule that a visitor meets by opening a link that was sent to them. */
import type { Condition, ConditionOf } from '../model/condition.ts';

export type LinkCondition = ConditionOf<'link'>;

/** @returns null if no link meets the rule */
export function linkConditionOf(by: Condition | null): LinkCondition | null {
  switch (by?.test) {
    case 'link':
      return by;
    case 'all':
    case 'any':
      return by.of.map(linkConditionOf).find((found) => found !== null) ?? null;
    default:
      return null;
  }
}
