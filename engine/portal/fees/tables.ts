/** Looks up a base in a table: the amount or percentage of a bracket, or the sum over a marginal scale. */
import type { FeeRow, FeeTable } from '../model/fee.ts';
import {
  add,
  atLeast,
  atMost,
  toAmount,
  moneyShown,
  percentOf,
  percentShown,
  zero,
  type Amount,
} from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { message, type Message, type MessageValue } from '../../locales/message.ts';

export interface RatedAmount {
  /** Not rounded. */
  readonly amount: Amount;
  readonly rule: MessageValue;
  readonly rate: string | null;
}

/** Writes an amount of the base: as money, or as a number of people or square metres. */
type BaseFormat = (amount: Amount) => MessageValue;

/** @returns null if no row matches this base */
export function rateByTable(table: FeeTable, base: Amount, shown: BaseFormat): RatedAmount | null {
  return table.mode === 'marginal' ? marginal(table, base, shown) : flat(table, base, shown);
}

function flat(table: FeeTable, base: Amount, shown: BaseFormat): RatedAmount | null {
  const at =
    table.bound === 'from'
      ? table.rows.findLastIndex(({ limit }) => limit === null || base.gte(limit))
      : table.rows.findIndex(({ limit }) => limit === null || base.lte(limit));
  const row = table.rows[at];
  if (row === undefined) return null;
  const bracket = bracketOf(table, at, shown);
  const inBracket = (rate: MessageValue) => message(assessmentMessages.bracketRate, { bracket, rate });
  if ('amount' in row.rate) {
    const amount = toAmount(row.rate.amount);
    return { amount, rule: inBracket(moneyShown(amount)), rate: null };
  }
  const rated = rateByPercentage(toAmount(row.rate.percent), base);
  return bounded({ ...rated, rule: inBracket(rated.rule) }, row);
}

/** A percentage of the base. */
export function rateByPercentage(percent: Amount, base: Amount): RatedAmount {
  const rule = message(assessmentMessages.rateOfAmount, {
    rate: percentShown(percent),
    amount: moneyShown(base),
  });
  return { amount: percentOf(base, percent), rule, rate: rateShown(percent) };
}

/** `0.5%`, as a line stores its rate. */
function rateShown(percent: Amount): string {
  return `${percent.toFixed()}%`;
}

function bounded(rated: RatedAmount, bounds: RateBounds): RatedAmount {
  return { ...rated, amount: clampAmount(rated.amount, bounds), rule: ruleWithin(rated.rule, bounds) };
}

interface RateBounds {
  readonly min: string | null;
  readonly max: string | null;
}

/** Applies minimum and maximum to the amount; if they contradict each other, the maximum wins. */
export function clampAmount(amount: Amount, { min, max }: RateBounds): Amount {
  const raised = min === null ? amount : atLeast(amount, toAmount(min));
  return max === null ? raised : atMost(raised, toAmount(max));
}

/** `…, at least ₱500.00, at most ₱8,000.00`. A minimum of zero has its own words. */
export function ruleWithin(rule: MessageValue, { min, max }: RateBounds): MessageValue {
  const raised = min === null ? rule : ruleFrom(rule, toAmount(min));
  if (max === null) return raised;
  return message(assessmentMessages.ruleAtMost, { rule: raised, amount: moneyShown(toAmount(max)) });
}

function ruleFrom(rule: MessageValue, least: Amount): Message {
  const values = { rule, amount: moneyShown(least) };
  return least.eq(zero)
    ? message(assessmentMessages.ruleNeverBelow, values)
    : message(assessmentMessages.ruleAtLeast, values);
}

/** `₱1,000,000.00 or more, below ₱2,000,000.00` */
function bracketOf({ bound, rows }: FeeTable, at: number, shown: BaseFormat): Message {
  const [own = null, before = null, after = null] = [at, at - 1, at + 1].map((one) =>
    limitOf(rows[one], shown),
  );
  const [lower, upper] = bound === 'upTo' ? [before, own] : [at === 0 ? null : own, after];
  if (lower === null && upper === null) return message(assessmentMessages.anyAmount);
  if (bound === 'upTo') {
    if (upper === null) return message(assessmentMessages.aboveLimit, { limit: lower ?? '' });
    return lower === null
      ? message(assessmentMessages.upToLimit, { limit: upper })
      : message(assessmentMessages.aboveUpToLimit, { from: lower, to: upper });
  }
  if (upper === null) return message(assessmentMessages.limitOrMore, { limit: lower ?? '' });
  return lower === null
    ? message(assessmentMessages.belowLimit, { limit: upper })
    : message(assessmentMessages.limitOrMoreBelow, { from: lower, to: upper });
}

function limitOf(row: FeeRow | undefined, shown: BaseFormat): MessageValue | null {
  return row?.limit == null ? null : shown(toAmount(row.limit));
}

function marginal(table: FeeTable, base: Amount, shown: BaseFormat): RatedAmount {
  const [first, ...more] = partsOf(table, base, shown);
  if (first === undefined) {
    const nothing = { rate: moneyShown(zero), amount: shown(base) };
    return { amount: zero, rule: message(assessmentMessages.rateOfAmount, nothing), rate: null };
  }
  const rule = more.reduce<MessageValue>(
    (sum, part) => message(assessmentMessages.ruleSum, { sum, part: part.rule }),
    first.rule,
  );
  const amount = add([first, ...more].map((part) => part.amount));
  return { amount, rule, rate: more.length === 0 ? first.rate : null };
}

/** The part of the base in each row, with its charge. Rows that the base does not reach are left out. */
function partsOf({ bound, rows }: FeeTable, base: Amount, shown: BaseFormat): RatedAmount[] {
  return rows.flatMap((row, at): RatedAmount[] => {
    const lower = toAmount((bound === 'from' ? row.limit : rows[at - 1]?.limit) ?? '0');
    const upper = bound === 'from' ? (rows[at + 1]?.limit ?? null) : row.limit;
    if (base.lte(lower)) return [];
    const part = (upper === null ? base : atMost(base, toAmount(upper))).minus(lower);
    return [bounded(rateOfPart(row, part, lower, shown), row)];
  });
}

function rateOfPart({ rate }: FeeRow, part: Amount, above: Amount, shown: BaseFormat): RatedAmount {
  if ('amount' in rate) {
    const amount = toAmount(rate.amount);
    return { amount, rule: moneyShown(amount), rate: null };
  }
  const percent = toAmount(rate.percent);
  const rated = rateByPercentage(percent, part);
  if (above.eq(zero)) return rated;
  const values = { rate: percentShown(percent), amount: shown(part), limit: shown(above) };
  return { ...rated, rule: message(assessmentMessages.rateOfAmountAbove, values) };
}
