/** Computes the balance after payments. Late charges accrue daily, and each payment goes to the oldest debt first. */
import type { AssessedInstalment } from './assessment.ts';
import type { FeeSchedule } from '../model/fee.ts';
import { add, atMost, money, zero, type Amount } from './amounts.ts';
import type { Instalment } from './instalments.ts';
import { accrue, nothingLate, chargesOf } from './late.ts';

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
