/** Surcharge and interest on what was not paid in time. */
import type { LateCharges } from '../assessment.ts';
import type { Interest, LateRule, Rounding } from '../fee.ts';
import {
  add,
  exactly,
  money,
  percentOf,
  rounded,
  spokenMoney,
  spokenPercent,
  zero,
  type Amount,
} from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { english, say } from '../say.ts';

/**
 * Months between a due day and a payment. The month after 20 April ends with 20 May, the one after 31 January with the last of February.
 * @param due ISO date
 * @param paidOn ISO date
 */
export function monthsLate(due: string, paidOn: string, per: Interest['per'] = 'month begun'): number {
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

/** What has been charged before is kept; only what is new is added. */
export interface Standing extends Accrual {
  readonly unpaid: Amount;
  readonly unpaidSurcharge: Amount;
  readonly months: number;
}

/**
 * What is added to a debt up to a day: the surcharge once, interest for each month that was not counted before.
 * @returns the added amounts and the months counted in all
 */
export function accrue(
  rule: LateRule,
  round: Rounding,
  { standing, due, day }: { readonly standing: Standing; readonly due: string; readonly day: string },
): Accrual & { readonly months: number } {
  const nothing = { surcharge: zero, interest: zero, months: standing.months };
  if (day <= due || standing.unpaid.lte(zero)) return nothing;
  const isFirst = standing.surcharge.eq(zero);
  const surcharge = isFirst ? rounded(percentOf(standing.unpaid, exactly(rule.surcharge)), round) : zero;
  if (rule.interest === null) return { ...nothing, surcharge };
  const { percent, per, cap, isOnSurcharge } = rule.interest;
  const begun = monthsLate(due, day, per);
  const months = Math.max(standing.months, cap === null ? begun : Math.min(begun, cap));
  const base = isOnSurcharge ? add([standing.unpaid, standing.unpaidSurcharge, surcharge]) : standing.unpaid;
  const interest = rounded(percentOf(base, exactly(percent)).times(months - standing.months), round);
  return { surcharge, interest, months };
}

export const nothingLate: LateCharges = {
  months: 0,
  surcharge: '0.00',
  interest: '0.00',
  total: '0.00',
  rule: null,
};

/** The charges with their rule in words. */
export function spokenCharges(
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
    rule: sentence(rule, unpaid, { surcharge, interest, months }),
  };
}

function sentence(
  rule: LateRule,
  unpaid: Amount,
  { surcharge, months }: Accrual & { readonly months: number },
): string {
  const rate = spokenPercent(exactly(rule.surcharge));
  const first = say(english, assessmentMessages.surcharge, { rate, amount: spokenMoney(unpaid) });
  if (rule.interest === null || months === 0) return first;
  const { percent, isOnSurcharge, cap } = rule.interest;
  const amount = spokenMoney(isOnSurcharge ? unpaid.plus(surcharge) : unpaid);
  const [one, several] =
    months === cap
      ? [assessmentMessages.interestOneMonthCapped, assessmentMessages.interestMonthsCapped]
      : [assessmentMessages.interestOneMonth, assessmentMessages.interestMonths];
  const interest = months === 1 ? one : several;
  return `${first}; ${say(english, interest, { rate: spokenPercent(exactly(percent)), count: months, amount })}`;
}
