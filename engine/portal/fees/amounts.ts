/** Exact decimal amounts. Only the rules that ask for it round them. */
import { Big } from 'big.js';
import type { MessageValue } from '../../locales/message.ts';
import type { Money } from '../model/fee.ts';
import type { Rounding } from '../values/rounding.ts';

export type Amount = Big;

export const zero: Amount = new Big(0);

const modes = {
  'half up': Big.roundHalfUp,
  'half even': Big.roundHalfEven,
  up: Big.roundUp,
  down: Big.roundDown,
};

/** @returns null if the value is not a number; money is stored as digits in a text */
export function amountOf(value: unknown): Amount | null {
  if (typeof value === 'number' && Number.isFinite(value)) return new Big(value);
  if (typeof value === 'string' && /^-?\d{1,18}(\.\d{1,10})?$/.test(value)) return new Big(value);
  return null;
}

/** Digits that were checked when the configuration was compiled. */
export function toAmount(digits: string): Amount {
  return amountOf(digits) ?? zero;
}

export function add(amounts: readonly Amount[]): Amount {
  return amounts.reduce((total, one) => total.plus(one), zero);
}

export function percentOf(amount: Amount, percent: Amount): Amount {
  return amount.times(percent).times('0.01');
}

/** Rounds to the smallest unit of the rule; `half up` rounds a half away from zero. */
export function roundAmount(amount: Amount, { to, mode }: Rounding): Amount {
  const unit = toAmount(to);
  if (unit.eq(zero)) return amount;
  // Twenty decimals hold the exact quotient of any amount and such a unit (0.01, 0.05, 1).
  return amount.div(unit).round(0, modes[mode]).times(unit);
}

/** Two decimals; a half is rounded away from zero. */
export function money(amount: Amount): Money {
  return amount.toFixed(2, Big.roundHalfUp);
}

/** As money of the portal's currency. */
export function moneyShown(amount: Amount): MessageValue {
  return { amount: money(amount) };
}

/** `12`, `80.5`, `1500`: a number of things, not money. */
export function numberShown(amount: Amount): MessageValue {
  return { digits: amount.toFixed() };
}

export function percentShown(percent: Amount): MessageValue {
  return { percent: percent.toFixed() };
}

/** The amount, raised to the minimum if it is lower. */
export function atLeast(amount: Amount, least: Amount): Amount {
  return amount.lt(least) ? least : amount;
}

/** The amount, lowered to the maximum if it is higher. */
export function atMost(amount: Amount, most: Amount): Amount {
  return amount.gt(most) ? most : amount;
}
