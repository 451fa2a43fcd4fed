/** Divides a total into instalments with their due days; the parts come to the whole, to the last centavo. */
import type { AssessedLine } from '../assessment.ts';
import { dateAfter } from '../days.ts';
import type { CountedDay, DueDay, FeeSchedule, InstalmentDay, InstalmentRule } from '../fee.ts';
import { holds } from '../evaluate.ts';
import { readField } from '../field-value.ts';
import type { Portal } from '../portal.ts';
import type { Scope } from '../scope.ts';
import { isDate, localDate } from '../working-days.ts';
import { add, exactly, rounded, zero, type Amount } from './amounts.ts';
import { instalmentPhrases } from './phrases.ts';
import { linesOf } from './quantities.ts';

export interface Instalment {
  readonly title: string;
  readonly due: string | null;
  readonly divided: Amount;
  /** What is due with it beside its part. */
  readonly rest: Amount;
  /** Of both, what late charges are computed on. */
  readonly late: Amount;
}

type Reading = Scope & { readonly portal: Portal };

/** @param today ISO date, whose year counts for what is no record yet */
export function divide(
  schedule: FeeSchedule,
  lines: readonly AssessedLine[],
  { scope, today }: { readonly scope: Reading; readonly today: string },
): Instalment[] {
  const charged = lines.filter(({ isCharged }) => isCharged);
  const total = sum(charged);
  const lateOf = schedule.late?.of ?? [];
  const rule = schedule.instalments;
  if (rule === null || !holds(rule.when, scope)) {
    const due = schedule.due === null ? null : dayOf(schedule.due, yearOfRecord(scope, today), scope);
    const late = due === null ? zero : sum(linesOf(lateOf, charged));
    return [{ title: instalmentPhrases.whole({}), due, divided: zero, rest: total, late }];
  }
  const divided = linesOf(rule.of, charged);
  const others = charged.filter((line) => !divided.includes(line));
  const days = planOf(rule, scope);
  const parts = partsOf(sum(divided), days.length, schedule);
  const lateParts = partsOf(sum(linesOf(lateOf, divided)), days.length, schedule);
  // The year must not move when the same record is assessed again.
  const year = yearOf(rule, scope) ?? yearOfRecord(scope, today);
  return days.map((day, at) => ({
    title: day.title ?? nameOf(at + 1, days.length),
    due: dayOf(day.due, year, scope),
    divided: parts[at] ?? zero,
    rest: at === 0 ? sum(others) : zero,
    late: (lateParts[at] ?? zero).plus(at === 0 ? sum(linesOf(lateOf, others)) : zero),
  }));
}

function nameOf(number: number, count: number): string {
  return count === 1 ? instalmentPhrases.whole({}) : instalmentPhrases.part({}, { number, count });
}

function sum(lines: readonly AssessedLine[]): Amount {
  return add(lines.map(({ amount }) => exactly(amount)));
}

/** Equal parts, rounded; one of them takes what the rounding left. */
function partsOf(total: Amount, count: number, { round, instalments }: FeeSchedule): Amount[] {
  const part = rounded(total.div(count), round);
  const remainder = total.minus(part.times(count - 1));
  const taker = instalments?.remainder === 'first' ? 0 : count - 1;
  return Array.from({ length: count }, (_, at) => (at === taker ? remainder : part));
}

/** The plan that the answer names, else the first. */
function planOf({ by, plans }: InstalmentRule, scope: Reading): readonly InstalmentDay[] {
  const name = by === null ? '' : String(readField(by, scope) ?? '');
  return (Object.hasOwn(plans, name) ? plans[name] : Object.values(plans)[0]) ?? [];
}

function yearOf({ year }: InstalmentRule, scope: Reading): string | null {
  const said = year === null ? undefined : readField(year, scope);
  return typeof said === 'number' || (typeof said === 'string' && /^\d{4}$/.test(said)) ? String(said) : null;
}

function yearOfRecord({ context }: Reading, today: string): string {
  return (context?.record.createdAt || today).slice(0, 4);
}

/** Null where the date from which it is counted is not known. */
function dayOf(due: DueDay, year: string, scope: Reading): string | null {
  const { days } = scope.portal;
  if ('from' in due) return countedDay(due, scope);
  const named = 'named' in due ? days.named[due.named] : undefined;
  const day = 'day' in due ? due.day : (named?.years[year] ?? named?.day ?? '12-31');
  return day.length === 10 ? day : `${year}-${day}`;
}

function countedDay({ from, plus }: CountedDay, scope: Reading): string | null {
  const { portal, context } = scope;
  const begun =
    context === undefined || context.record.createdAt === ''
      ? null
      : localDate(Date.parse(context.record.createdAt), portal.timeZone);
  const said = from === null ? begun : readField(from, scope);
  const date = typeof said === 'string' ? said.slice(0, '2026-11-27'.length) : null;
  if (!isDate(date)) return null;
  return plus === null ? date : dateAfter(portal.days, date, plus);
}
