/** What a table says of a base: a bracket's amount or percentage, or the parts of a marginal scale added up. */
import type { FeeRow, FeeTable } from '../fee.ts';
import {
  add,
  atLeast,
  atMost,
  exactly,
  percentOf,
  spokenMoney,
  spokenNumber,
  spokenPercent,
  zero,
  type Amount,
} from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { english, say } from '../say.ts';

export interface Rated {
  /** Not rounded. */
  readonly amount: Amount;
  readonly rule: string;
  readonly rate: string | null;
}

/** @returns null where no row is for this base */
export function rateByTable(table: FeeTable, base: Amount): Rated | null {
  return table.mode === 'marginal' ? marginal(table, base) : flat(table, base);
}

function flat(table: FeeTable, base: Amount): Rated | null {
  const at =
    table.bound === 'from'
      ? table.rows.findLastIndex(({ limit }) => limit === null || base.gte(limit))
      : table.rows.findIndex(({ limit }) => limit === null || base.lte(limit));
  const row = table.rows[at];
  if (row === undefined) return null;
  const bracket = spokenBracket(table, at);
  if ('amount' in row.rate) {
    const amount = exactly(row.rate.amount);
    return { amount, rule: `${bracket}: ${spokenMoney(amount)}`, rate: null };
  }
  const percent = exactly(row.rate.percent);
  const rate = spokenPercent(percent);
  const percentOfBase = say(english, assessmentMessages.rateOfAmount, { rate, amount: spokenMoney(base) });
  return bounded({ amount: percentOf(base, percent), rule: `${bracket}: ${percentOfBase}`, rate }, row);
}

function bounded(rated: Rated, { min, max }: FeeRow): Rated {
  const amount = within(rated.amount, { min, max });
  const rule = [rated.rule, spokenBounds({ min, max })].filter(Boolean).join(', ');
  return { ...rated, amount, rule };
}

interface Bounds {
  readonly min: string | null;
  readonly max: string | null;
}

/** The amount, raised to the least and lowered to the most; where those contradict the most counts. */
export function within(amount: Amount, { min, max }: Bounds): Amount {
  const raised = min === null ? amount : atLeast(amount, exactly(min));
  return max === null ? raised : atMost(raised, exactly(max));
}

/** `at least 500.00, at most 8,000.00`, or ''. A floor of nothing is said in its own words. */
export function spokenBounds({ min, max }: Bounds): string {
  const least =
    min === null
      ? ''
      : exactly(min).eq(zero)
        ? say(english, assessmentMessages.neverBelow, said(min))
        : say(english, assessmentMessages.atLeast, said(min));
  const most = max === null ? '' : say(english, assessmentMessages.atMost, said(max));
  return [least, most].filter(Boolean).join(', ');
}

function said(limit: string): { readonly amount: string } {
  return { amount: spokenMoney(exactly(limit)) };
}

/** `1,000,000 or more, below 2,000,000`: of money, of people or of square metres. */
function spokenBracket({ bound, rows }: FeeTable, at: number): string {
  const [own = null, before = null, after = null] = [at, at - 1, at + 1].map((one) => spokenLimit(rows[one]));
  if (bound === 'upTo') {
    if (own === null)
      return before === null
        ? say(english, assessmentMessages.anyAmount)
        : say(english, assessmentMessages.aboveLimit, { limit: before });
    if (before === null) return say(english, assessmentMessages.upToLimit, { limit: own });
    return `${say(english, assessmentMessages.aboveLimit, { limit: before })}, ${say(english, assessmentMessages.andUpToLimit, { limit: own })}`;
  }
  const least = own === null ? '' : say(english, assessmentMessages.limitOrMore, { limit: own });
  if (after === null) return at === 0 ? say(english, assessmentMessages.anyAmount) : least;
  if (at === 0) return say(english, assessmentMessages.belowLimit, { limit: after });
  return `${least}, ${say(english, assessmentMessages.andBelowLimit, { limit: after })}`;
}

function spokenLimit(row: FeeRow | undefined): string | null {
  return row?.limit == null ? null : spokenNumber(exactly(row.limit));
}

function marginal(table: FeeTable, base: Amount): Rated {
  const parts = partsOf(table, base);
  const rule = parts.map(({ rule: one }) => one).join(' + ');
  const [only, ...more] = parts;
  return {
    amount: add(parts.map(({ amount }) => amount)),
    rule:
      rule === ''
        ? say(english, assessmentMessages.rateOfAmount, { rate: '0.00', amount: spokenMoney(base) })
        : rule,
    rate: more.length === 0 ? (only?.rate ?? null) : null,
  };
}

/** Each row's part of the base, with what is due for it; rows that the base does not reach are left out. */
function partsOf({ bound, rows }: FeeTable, base: Amount): Rated[] {
  return rows.flatMap((row, at): Rated[] => {
    const lower = exactly((bound === 'from' ? row.limit : rows[at - 1]?.limit) ?? '0');
    const upper = bound === 'from' ? (rows[at + 1]?.limit ?? null) : row.limit;
    if (base.lte(lower)) return [];
    const part = (upper === null ? base : atMost(base, exactly(upper))).minus(lower);
    return [bounded(rateOfPart(row, part, lower), row)];
  });
}

function rateOfPart({ rate }: FeeRow, part: Amount, above: Amount): Rated {
  if ('amount' in rate) {
    const amount = exactly(rate.amount);
    return { amount, rule: spokenMoney(amount), rate: null };
  }
  const percent = exactly(rate.percent);
  const values = { rate: spokenPercent(percent), amount: spokenMoney(part) };
  const rule = above.eq(zero)
    ? say(english, assessmentMessages.rateOfAmount, values)
    : say(english, assessmentMessages.rateOfAmountAbove, { ...values, limit: spokenNumber(above) });
  return { amount: percentOf(part, percent), rule, rate: values.rate };
}
