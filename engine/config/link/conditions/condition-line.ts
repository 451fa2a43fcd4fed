/** Words of a fee line's own conditions: `base`, what its rate is applied to, and `group`, what its rows have in common. */
import type { Condition } from '../../../portal/model/condition.ts';
import { isComparison } from './comparison.ts';
import type { ConditionPlace } from './condition-place.ts';
import { entries, isMapping, type Cursor } from '../reading/cursor.ts';
import { report, type LinkContext } from '../reading/link-context.ts';
import { literal, linkOperand } from './operand.ts';

interface LineWord {
  readonly word: string;
  readonly value: Cursor;
  readonly context: LinkContext;
  readonly place: ConditionPlace;
}

/** They are read where other conditions find the answers of a transition; a fee line has none of those. */
export const lineWords = { base: linkLineWord, group: linkLineWord };

function linkLineWord({ word, value, context, place }: LineWord): Condition {
  const subject = { from: 'input', name: word } as const;
  if (!isMapping(value.value)) {
    const operator = Array.isArray(value.value) ? 'in' : 'is';
    return { test: 'compare', subject, operator, operand: { value: literal(value) } };
  }
  const of = entries(value).flatMap(([operator, operand]): Condition[] =>
    isComparison(operator)
      ? [{ test: 'compare', subject, operator, operand: linkOperand(operand, context, place) }]
      : [],
  );
  if (of.length === 0) report(context, 'condition/no-comparison', value, { name: word });
  return { test: 'all', of };
}
