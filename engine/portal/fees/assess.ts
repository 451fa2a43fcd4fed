/**
 * Computes what is to be paid: a fee schedule over a record, exact to the centavo, with an explanation of each line.
 */
import type { AssessedLine, Assessment, LateCharges } from './assessment.ts';
import { holds } from '../conditions/evaluate.ts';
import type { FeeSchedule, PaymentRule } from '../model/fee.ts';
import { add, amountOf, atMost, toAmount, money, zero, type Amount } from './amounts.ts';
import { assessLine } from './assess-line.ts';
import { divide } from './instalments.ts';
import {
  accrue,
  allocatePayments,
  chargesOf,
  nothingLate,
  type Payment,
  withoutRefunds,
} from './allocate-payments.ts';
import { type Waiver, withWaivers } from './waivers.ts';
import type { Portal } from '../model/portal.ts';
import { contextOfChild, contextOfRelative, type PortalRecord, type RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';
import { dayOfValue } from '../time/working-days.ts';

/**
 * Assesses a record.
 * @param name of the schedule
 * @param context the record that stores the assessment: the schedule's facts are read at or above it, payments below
 * it
 * @param on `today` (ISO date), the last day for which late charges are computed
 * @throws RangeError if there is no such schedule, or no record of its type at or above the context's record
 */
export function assess(
  portal: Portal,
  name: string,
  context: RecordContext,
  { today }: { readonly today: string },
): Assessment {
  const schedule = scheduleOf(portal, name);
  const scope = { portal, visitor: signedOut, context: subjectOf(schedule, { ...context, today }) };
  const lines: AssessedLine[] = [];
  const waivers = waiversOf(portal, schedule, context);
  for (const line of schedule.lines)
    lines.push(...withWaivers(assessLine(line, schedule, { scope, before: [...lines] }), waivers));
  const [paid, refunded] = [schedule.payments, schedule.refunds].map((rule) =>
    paymentsOf(portal, rule, context).filter(({ paidOn }) => paidOn <= today),
  );
  const { kept: payments, beyond } = withoutRefunds(paid ?? [], refunded ?? []);
  const { instalments, excess } = allocatePayments(schedule, divide(schedule, lines, { scope, today }), {
    payments,
    today,
  });
  const isDue = (due: string | null, at: number) => at === 0 || (due !== null && due <= today);
  return {
    schedule: schedule.name,
    title: { text: schedule.title, kind: 'name' },
    version: schedule.version,
    ...(schedule.currency !== undefined && { currency: schedule.currency }),
    assessedOn: today,
    lines,
    subtotals: subtotalsOf(schedule, lines),
    total: money(total(lines)),
    instalments,
    lateCharges: money(sumOf(instalments.map(({ charges }) => charges.total))),
    paid: money(
      sumOf(instalments.map((one) => one.paid))
        .plus(excess)
        .minus(beyond),
    ),
    ...(schedule.refunds !== null && { refunded: money(add((refunded ?? []).map(({ amount }) => amount))) }),
    // No instalment is below zero. The rest of a credit is owed back, like an overpayment.
    balance: money(
      sumOf(instalments.map(({ balance }) => balance))
        .minus(excess)
        .plus(beyond)
        .plus(atMost(total(lines), zero)),
    ),
    dueNow: money(
      sumOf(instalments.filter(({ due }, at) => isDue(due, at)).map(({ balance }) => balance)).plus(beyond),
    ),
    nextDue: firstUnpaid(instalments),
  };
}

/**
 * The late charges of an instalment of which nothing was paid by a day.
 * @param instalment its due day, and the part of it on which late charges are computed
 * @throws RangeError if there is no such schedule
 */
export function lateCharges(
  portal: Portal,
  name: string,
  instalment: { readonly due: string | null; readonly late: string },
  { paidOn }: { readonly paidOn: string },
): LateCharges {
  const { late, round } = scheduleOf(portal, name);
  if (late === null || instalment.due === null) return nothingLate;
  const unpaid = toAmount(instalment.late);
  const standing = { unpaid, surcharge: zero, unpaidSurcharge: zero, interest: zero, months: 0 };
  return chargesOf(late, unpaid, accrue(late, round, { standing, due: instalment.due, day: paidOn }));
}

function firstUnpaid(instalments: Assessment['instalments']): string | null {
  const open = instalments.filter(({ balance }) => toAmount(balance).gt(zero));
  return open.flatMap(({ due }) => due ?? []).toSorted()[0] ?? null;
}

function sumOf(amounts: readonly string[]): Amount {
  return add(amounts.map(toAmount));
}

function scheduleOf(portal: Portal, name: string): FeeSchedule {
  const schedule = Object.hasOwn(portal.fees, name) ? portal.fees[name] : undefined;
  if (schedule === undefined) throw new RangeError(`There is no fee schedule "${name}".`);
  return schedule;
}

/** The record that the schedule is about, with its ancestors. */
function subjectOf({ name, of }: FeeSchedule, context: RecordContext): RecordContext {
  if (context.record.type === of) return context;
  const at = context.ancestors.findIndex(({ type }) => type === of);
  const record = context.ancestors[at];
  if (record === undefined) {
    throw new RangeError(`"${name}" assesses a ${of}, and none stands at or above ${context.record.slug}.`);
  }
  return contextOfRelative(context, { record, ancestors: context.ancestors.slice(at + 1) });
}

function total(lines: readonly AssessedLine[]): Amount {
  return add(lines.filter(({ isCharged }) => isCharged).map(({ amount }) => toAmount(amount)));
}

function subtotalsOf({ tags }: FeeSchedule, lines: readonly AssessedLine[]): Assessment['subtotals'] {
  return Object.entries(tags).flatMap(([tag, title]) => {
    const own = lines.filter((line) => line.isCharged && line.tags[0] === tag);
    if (own.length === 0) return [];
    return [{ tag, title: { text: title, kind: 'name' }, amount: money(total(own)) }];
  });
}

function paymentsOf(portal: Portal, rule: PaymentRule | null, context: RecordContext): Payment[] {
  if (rule === null) return [];
  const { amount, paidOn } = rule;
  return recordsBelow(portal, rule, context).flatMap((child) => {
    const paid = amountOf(child.data[amount]);
    const day = dayOfValue(child.data[paidOn] ?? child.createdAt, portal.timeZone);
    return paid === null || day === null ? [] : [{ paidOn: day, amount: paid }];
  });
}

function waiversOf(portal: Portal, { waivers }: FeeSchedule, context: RecordContext): Waiver[] {
  if (waivers === null) return [];
  return recordsBelow(portal, waivers, context).map(({ data }) => ({
    lines: [data[waivers.lines]].flat().map(String),
    reason: String(data[waivers.reason] ?? ''),
  }));
}

/** The records of this type directly below that meet the condition. */
function recordsBelow(
  portal: Portal,
  { of, where }: Pick<PaymentRule, 'of' | 'where'>,
  context: RecordContext,
): PortalRecord[] {
  return context.children.filter(
    (child) =>
      child.type === of &&
      holds(where, { portal, visitor: signedOut, context: contextOfChild(context, child) }),
  );
}
