/** Allocates payments to instalments, with the surcharge and interest of late ones. */
import { assessmentMessages } from '../../locales/assessment.ts';
import { message, type Message } from '../../locales/message.ts';
import type { FeeSchedule, LateRule } from '../model/fee.ts';
import type { Rounding } from '../values/rounding.ts';
import {
  add,
  type Amount,
  atMost,
  money,
  moneyShown,
  percentOf,
  percentShown,
  roundAmount,
  toAmount,
  zero,
} from './amounts.ts';
import type { AssessedInstalment, LateCharges } from './assessment.ts';
import type { Instalment } from './instalments.ts';
import { monthsLate } from './months.ts';

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

export interface Payment {
  /** ISO date. */
  readonly paidOn: string;
  readonly amount: Amount;
}

interface Debt {
  readonly instalment: Instalment;
  /** The part with late charges, and the part without. */
  unpaidLate: Amount;
  unpaidRest: Amount;
  surcharge: Amount;
  unpaidSurcharge: Amount;
  interest: Amount;
  unpaidInterest: Amount;
  months: number;
  paid: Amount;
}

/**
 * The payments without the money that was paid back, which is taken from the latest ones first.
 * @returns never less than nothing; and what was paid back beyond the payments
 */
export function withoutRefunds(
  payments: readonly Payment[],
  refunds: readonly Payment[],
): { readonly kept: Payment[]; readonly beyond: Amount } {
  let back = add(refunds.map(({ amount }) => amount));
  const kept = payments
    .toSorted((a, b) => (a.paidOn === b.paidOn ? 0 : a.paidOn > b.paidOn ? -1 : 1))
    .map(({ paidOn, amount }) => {
      const taken = atMost(back, amount);
      back = back.minus(taken);
      return { paidOn, amount: amount.minus(taken) };
    })
    .toReversed();
  return { kept, beyond: back };
}

/**
 * @param today ISO date up to which late charges are computed; later payments are ignored
 * @returns the instalments, and the overpayment
 */
export function allocatePayments(
  schedule: FeeSchedule,
  instalments: readonly Instalment[],
  { payments, today }: { readonly payments: readonly Payment[]; readonly today: string },
): { readonly instalments: AssessedInstalment[]; readonly excess: Amount } {
  const debts = instalments.map(debtOf);
  const made = payments
    .filter(({ paidOn }) => paidOn <= today)
    .toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1));
  let excess = zero;
  for (const { paidOn, amount } of made) {
    for (const debt of debts) grow(debt, schedule, paidOn);
    let rest = amount;
    for (const debt of debts) rest = pay(debt, rest);
    excess = excess.plus(rest);
  }
  for (const debt of debts) grow(debt, schedule, today);
  return { instalments: debts.map((debt) => assessed(debt, schedule)), excess };
}

function debtOf(instalment: Instalment): Debt {
  const { amount, late } = instalment;
  return {
    instalment,
    unpaidLate: late,
    unpaidRest: amount.minus(late),
    surcharge: zero,
    unpaidSurcharge: zero,
    interest: zero,
    unpaidInterest: zero,
    months: 0,
    paid: zero,
  };
}

function grow(debt: Debt, { late, round }: FeeSchedule, day: string): void {
  const { due } = debt.instalment;
  if (late === null || due === null) return;
  const standing = { ...debt, unpaid: debt.unpaidLate };
  const { surcharge, interest, months } = accrue(late, round, { standing, due, day });
  debt.surcharge = debt.surcharge.plus(surcharge);
  debt.unpaidSurcharge = debt.unpaidSurcharge.plus(surcharge);
  debt.interest = debt.interest.plus(interest);
  debt.unpaidInterest = debt.unpaidInterest.plus(interest);
  debt.months = months;
}

/** @returns the rest of the money */
function pay(debt: Debt, amount: Amount): Amount {
  let left = amount;
  for (const part of ['unpaidInterest', 'unpaidSurcharge', 'unpaidLate', 'unpaidRest'] as const) {
    const taken = atMost(left, debt[part]);
    debt[part] = debt[part].minus(taken);
    left = left.minus(taken);
  }
  debt.paid = debt.paid.plus(amount.minus(left));
  return left;
}

function assessed(debt: Debt, { late }: FeeSchedule): AssessedInstalment {
  const { instalment, surcharge, interest, months } = debt;
  const { title, due, amount, divided } = instalment;
  const charges =
    late === null ? nothingLate : chargesOf(late, instalment.late, { surcharge, interest, months });
  return {
    title,
    due,
    amount: money(amount),
    divided: money(divided),
    late: money(instalment.late),
    charges,
    paid: money(debt.paid),
    balance: money(add([debt.unpaidLate, debt.unpaidRest, debt.unpaidSurcharge, debt.unpaidInterest])),
  };
}
