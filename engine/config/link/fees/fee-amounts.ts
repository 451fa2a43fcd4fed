/** Amounts and percentages of fee schedules, read as written: `1320.10` keeps its digits, quoted or not. */
import type { Money, Percent } from '../../../portal/model/fee.ts';
import { isPresent, written, type Cursor } from '../input/cursor.ts';
import { report, type LinkContext } from '../input/link-context.ts';

const moneyPattern = /^\d{1,15}(?:\.\d{1,2})?$/;
const percentPattern = /^\d{1,6}(?:\.\d{1,9})?$/;

/** @returns zero (reported) if it is not an amount */
export function linkMoney(at: Cursor, context: LinkContext): Money {
  const digits = written(at);
  if (moneyPattern.test(digits)) return digits;
  report(context, 'fee/not-money', at, { written: digits });
  return '0';
}

export function linkMoneyOrNone(at: Cursor, context: LinkContext): Money | null {
  return isPresent(at) ? linkMoney(at, context) : null;
}

/**
 * Warns of more than 100 percent.
 * @returns zero (reported) if it is not a percentage
 */
export function linkPercent(at: Cursor, context: LinkContext): Percent {
  const digits = written(at);
  if (!percentPattern.test(digits)) {
    report(context, 'fee/not-percent', at, { written: digits });
    return '0';
  }
  if (Number(digits) > 100) report(context, 'fee/above-whole', at, { written: digits });
  return digits;
}
