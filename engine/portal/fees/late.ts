/** Computes surcharge and interest on late payments. */
import type { LateCharges } from './assessment.ts';
import type { Interest, LateRule, Rounding } from '../model/fee.ts';
import {
  add,
  toAmount,
  money,
  moneyShown,
  percentOf,
  percentShown,
  roundAmount,
  zero,
  type Amount,
} from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { message, type Message } from '../../locales/message.ts';

/**
 * Months between a due day and a payment. The month after 20 April ends on 20 May; the month after 31 January ends on
 * the last day of February.
 * @param due ISO date
 * @param paidOn ISO date
 */
function monthsLate(due: string, paidOn: string, per: Interest['per'] = 'month begun'): number {
  if (paidOn <= due) return 0;
  const [dueYear = 0, dueMonth = 0, dueDay = 0] = due.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = paidOn.split('-').map(Number);
  const months = (year - dueYear) * 12 + (month - dueMonth);
  const anniversary = Math.min(dueDay, daysIn(year, month));
  if (per === 'month begun') return day > anniversary ? months + 1 : months;
  return day < anniversary ? months - 1 : months;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export interface Accrual {
  readonly surcharge: Amount;
  readonly interest: Amount;
}

/** Earlier charges stay; only new charges are added. */
export interface Arrears extends Accrual {
  readonly unpaid: Amount;
  readonly unpaidSurcharge: Amount;
  readonly months: number;
}

/**
 * The late charges of a debt up to a day: the surcharge once, and interest for each month not yet charged.
 * @returns the added amounts, and the total number of charged months
 */
export function accrue(
  rule: LateRule,
  round: Rounding,
  { standing, due, day }: { readonly standing: Arrears; readonly due: string; readonly day: string },
): Accrual & { readonly months: number } {
  const nothing = { surcharge: zero, interest: zero, months: standing.months };
  if (day <= due || standing.unpaid.lte(zero)) return nothing;
  const isFirst = standing.surcharge.eq(zero);
  const surcharge = isFirst ? roundAmount(percentOf(standing.unpaid, toAmount(rule.surcharge)), round) : zero;
  if (rule.interest === null) return { ...nothing, surcharge };
  const { percent, per, cap, isOnSurcharge } = rule.interest;
  const begun = monthsLate(due, day, per);
  const months = Math.max(standing.months, cap === null ? begun : Math.min(begun, cap));
  const base = isOnSurcharge ? add([standing.unpaid, standing.unpaidSurcharge, surcharge]) : standing.unpaid;
  const interest = roundAmount(percentOf(base, toAmount(percent)).times(months - standing.months), round);
  return { surcharge, interest, months };
}

export const nothingLate: LateCharges = {
  months: 0,
  surcharge: '0.00',
  interest: '0.00',
  total: '0.00',
  rule: null,
};

/** The charges with their rule. */
export function chargesOf(
  rule: LateRule,
  unpaid: Amount,
  { surcharge, interest, months }: Accrual & { readonly months: number },
): LateCharges {
  const total = surcharge.plus(interest);
  if (total.eq(zero)) return { ...nothingLate, months };
  return {
    months,
    surcharge: money(surcharge),
    interest: money(interest),
    total: money(total),
    rule: ruleOf(rule, unpaid, { surcharge, interest, months }),
  };
}

function ruleOf(
  rule: LateRule,
  unpaid: Amount,
  { surcharge, months }: Accrual & { readonly months: number },
): Message {
  const once = { rate: percentShown(toAmount(rule.surcharge)), amount: moneyShown(unpaid) };
  if (rule.interest === null || months === 0) return message(assessmentMessages.surcharge, once);
  const { percent, isOnSurcharge, cap } = rule.interest;
  const values = {
    ...once,
    interest: percentShown(toAmount(percent)),
    count: months,
    base: moneyShown(isOnSurcharge ? unpaid.plus(surcharge) : unpaid),
  };
  return months === cap
    ? message(assessmentMessages.surchargeAndInterestCapped, values)
    : message(assessmentMessages.surchargeAndInterest, values);
}
