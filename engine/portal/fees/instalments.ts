/** Divides a total into instalments with due days. The instalments add up exactly to the total. */
import type { AssessedLine } from './assessment.ts';
import { dateAfter } from '../time/days.ts';
import type { CountedDay, DueDay, FeeSchedule, InstalmentDay, InstalmentRule } from '../model/fee.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import type { Portal } from '../model/portal.ts';
import type { EvaluationScope } from '../conditions/scope.ts';
import { dayIn } from '../time/today.ts';
import { dayOfValue, localDate } from '../time/working-days.ts';
import { add, atLeast, atMost, toAmount, roundAmount, zero, type Amount } from './amounts.ts';
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

type FeeScope = EvaluationScope & { readonly portal: Portal };

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
  const days = planOf(rule, scope)
    .map(({ title, due }) => ({ title, due: dayOf(due, year, scope) }))
    .toSorted((a, b) => (a.due === b.due ? 0 : (a.due ?? never) < (b.due ?? never) ? -1 : 1));
  const parts = partsOf(sum(divided), days.length, schedule);
  const lateParts = fitted(partsOf(sum(linesOf(lateOf, divided)), days.length, schedule), parts);
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

/** Equal rounded parts of what is left; one of them absorbs the rounding difference. A credit is not divided. */
function partsOf(total: Amount, count: number, { round, instalments }: FeeSchedule): Amount[] {
  const isCredit = total.lte(zero);
  const part = isCredit ? total : roundAmount(total.div(count), round);
  let left = total;
  const parts = Array.from({ length: count }, (_, at) => {
    const most = at === count - 1 || isCredit ? left : atMost(part, left);
    left = left.minus(most);
    return most;
  });
  return instalments?.remainder === 'first' && !isCredit ? parts.toReversed() : parts;
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

function yearOf({ year }: InstalmentRule, scope: FeeScope): number | null {
  const said = String((year === null ? undefined : readField(year, scope)) ?? '');
  return /^[1-9]\d{3}$/.test(said) ? Number(said) : null;
}

function yearOfRecord(scope: FeeScope, today: string): number {
  return Number((begunOn(scope) ?? today).slice(0, 4));
}

/** The date on which the record was created, in the portal's time zone; null before a record exists. */
function begunOn({ portal, context }: FeeScope): string | null {
  const at = context?.record.createdAt ?? '';
  return at === '' ? null : localDate(Date.parse(at), portal.timeZone);
}

/** Null if the reference date is unknown. */
function dayOf(due: DueDay, year: number, scope: FeeScope): string | null {
  const { named } = scope.portal.days;
  if ('from' in due) return countedDay(due, scope);
  if ('day' in due) return dayIn({ day: due.day, years: {} }, year);
  return dayIn((Object.hasOwn(named, due.named) ? named[due.named] : undefined) ?? yearEnd, year);
}

const yearEnd = { day: '12-31', years: {} };

function countedDay({ from, plus }: CountedDay, scope: FeeScope): string | null {
  const { days, timeZone } = scope.portal;
  const date = from === null ? begunOn(scope) : dayOfValue(readField(from, scope), timeZone);
  return date === null || plus === null ? date : dateAfter(days, date, plus);
}
