/** Divides a total into instalments with due days. The instalments add up exactly to the total. */
import type { AssessedLine } from './assessment.ts';
import { dateAfter } from '../time/days.ts';
import type { FeeSchedule, InstalmentDay, InstalmentRule, Percent } from '../model/fee.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import { dayOf, daysOfTerm, type FeeScope, yearOfRecord } from './due-days.ts';
import { add, atLeast, atMost, percentOf, toAmount, roundAmount, zero, type Amount } from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { message, type MessageValue } from '../../locales/message.ts';
import { linesOf } from './quantities.ts';

export interface Instalment {
  readonly title: MessageValue;
  readonly due: string | null;
  /** Never below zero: a credit reduces the instalments that follow. */
  readonly amount: Amount;
  /** The part of the amount that belongs to the divided amount. */
  readonly divided: Amount;
  /** The part of the amount on which late charges are computed. */
  readonly late: Amount;
}

/**
 * @param today ISO date; its year applies before a record exists
 * @returns the instalments by due day, with those of unknown due day last
 */
export function divide(
  schedule: FeeSchedule,
  lines: readonly AssessedLine[],
  { scope, today }: { readonly scope: FeeScope; readonly today: string },
): Instalment[] {
  const charged = lines.filter(({ isCharged }) => isCharged);
  const total = sum(charged);
  const lateOf = schedule.late?.of ?? [];
  const rule = schedule.instalments;
  if (rule === null || !holds(rule.when, scope)) {
    const due = schedule.due === null ? null : dayOf(schedule.due, yearOfRecord(scope, today), scope);
    const late = due === null ? zero : sum(linesOf(lateOf, charged));
    const whole = { title: message(assessmentMessages.singleInstalment), due, divided: zero };
    return limited([{ ...whole, amount: total, late }]);
  }
  const divided = linesOf(rule.of, charged);
  const others = charged.filter((line) => !divided.includes(line));
  // The year must not change when the same record is assessed again.
  const year = yearOf(rule, scope) ?? yearOfRecord(scope, today);
  const days = daysOf(planOf(rule, scope), year, scope).toSorted((a, b) =>
    a.due === b.due ? 0 : (a.due ?? never) < (b.due ?? never) ? -1 : 1,
  );
  const parts = partsOf(sum(divided), days, schedule);
  const lateParts = fitted(partsOf(sum(linesOf(lateOf, divided)), days, schedule), parts);
  const instalments = days.map(({ title, due }, at) => {
    const part = parts[at] ?? zero;
    const amount = at === 0 ? part.plus(sum(others)) : part;
    const late = (lateParts[at] ?? zero).plus(at === 0 ? sum(linesOf(lateOf, others)) : zero);
    const named = title === null ? nameOf(at + 1, days.length) : { text: title, kind: 'name' };
    return { title: named, due, divided: part, amount, late };
  });
  return limited(instalments);
}

/** The instalments after a credit. No part of an instalment is larger than what is left of it. */
function limited(instalments: readonly Instalment[]): Instalment[] {
  const amounts = afterCredit(instalments.map(({ amount }) => amount));
  const lates = afterCredit(instalments.map(({ late }) => late));
  return instalments.map((instalment, at) => {
    const amount = amounts[at] ?? zero;
    return {
      ...instalment,
      amount,
      divided: atMost(atLeast(instalment.divided, zero), amount),
      late: atMost(lates[at] ?? zero, amount),
    };
  });
}

/** Amounts below zero are subtracted from the following amounts until they are used up. */
function afterCredit(amounts: readonly Amount[]): Amount[] {
  let credit = zero;
  return amounts.map((amount) => {
    const left = amount.plus(credit);
    credit = atMost(left, zero);
    return atLeast(left, zero);
  });
}

/** Sorts after every date. */
const never = '9999-12-31T';

function nameOf(number: number, count: number): MessageValue {
  return count === 1
    ? message(assessmentMessages.singleInstalment)
    : message(assessmentMessages.instalmentNumber, { number, count });
}

function sum(lines: readonly AssessedLine[]): Amount {
  return add(lines.map(({ amount }) => toAmount(amount)));
}

/**
 * Rounded parts of what is left, equal or by their percentages; one of them absorbs the rounding difference. A credit is
 * not divided.
 */
function partsOf(total: Amount, days: readonly PlannedDay[], { round, instalments }: FeeSchedule): Amount[] {
  const isCredit = total.lte(zero);
  const isReversed = instalments?.remainder === 'first' && !isCredit;
  let left = total;
  const parts = (isReversed ? days.toReversed() : days).map(({ percent }, at) => {
    const part = percent === null ? total.div(days.length) : percentOf(total, toAmount(percent));
    const isLast = at === days.length - 1;
    const most = isLast || isCredit ? left : atMost(roundAmount(part, round), left);
    left = left.minus(most);
    return most;
  });
  return isReversed ? parts.toReversed() : parts;
}

/** Equal parts as far as possible: no part exceeds its limit. */
function fitted(parts: readonly Amount[], limits: readonly Amount[]): Amount[] {
  const within = parts.map((part, at) => atMost(part, atLeast(limits[at] ?? zero, zero)));
  let left = add(parts).minus(add(within));
  return within.map((part, at) => {
    const more = atLeast(atMost(left, (limits[at] ?? zero).minus(part)), zero);
    left = left.minus(more);
    return part.plus(more);
  });
}

/** The plan that the applicant chose, or else the first one. */
function planOf({ by, plans }: InstalmentRule, scope: FeeScope): readonly InstalmentDay[] {
  const name = by === null ? '' : String(readField(by, scope) ?? '');
  return (Object.hasOwn(plans, name) ? plans[name] : Object.values(plans)[0]) ?? [];
}

interface PlannedDay {
  readonly title: string | null;
  /** ISO date; null: unknown. */
  readonly due: string | null;
  readonly percent: Percent | null;
}

function daysOf(plan: readonly InstalmentDay[], year: number, scope: FeeScope): PlannedDay[] {
  return plan.flatMap((one) => {
    const { title, percent } = one;
    return datesOf(one, year, scope).map((due) => ({ title, due, percent }));
  });
}

/** The most instalments of a term: ten years of months. */
const mostInstalments = 120;

/** The due day, and the days that repeat it up to the end of the term. */
function datesOf({ due, repeat }: InstalmentDay, year: number, scope: FeeScope): (string | null)[] {
  const known = repeat === null ? null : daysOfTerm({ from: due, to: repeat.to }, year, scope);
  if (repeat === null || known === null) return [dayOf(due, year, scope)];
  const { first, last } = known;
  const found = [first];
  // Each day counts from the first one: a month after 31 January and two months after it end their months.
  for (let count = 1; count < mostInstalments; count += 1) {
    const length = { ...repeat.each, amount: repeat.each.amount * count };
    const next = dateAfter(scope.portal.days, first, length);
    if (next > last) break;
    found.push(next);
  }
  return found;
}

function yearOf({ year }: InstalmentRule, scope: FeeScope): number | null {
  const said = String((year === null ? undefined : readField(year, scope)) ?? '');
  return /^[1-9]\d{3}$/.test(said) ? Number(said) : null;
}
