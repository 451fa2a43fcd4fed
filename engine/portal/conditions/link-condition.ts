/** The part of a rule that is met by who comes through a link that was sent to him. */
import type { Condition, ConditionOf } from '../model/condition.ts';

export type LinkCondition = ConditionOf<'link'>;

/** @returns null where no link meets the rule */
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
