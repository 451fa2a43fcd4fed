/** Computes one line of a schedule for each of its groups, with the rule that explains the amount. */
import type { AssessedLine } from './assessment.ts';
import type { FeeLine, FeeSchedule } from '../model/fee.ts';
import { holds } from '../conditions/evaluate.ts';
import {
  atMost,
  toAmount,
  money,
  moneyShown,
  numberShown,
  percentOf,
  percentShown,
  roundAmount,
  zero,
  type Amount,
} from './amounts.ts';
import { keptWithin, leftOf, namesIn } from './deductions.ts';
import { daysOfTerm, yearOfRecord } from './due-days.ts';
import { monthsOfTerm } from './months.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { message, type MessageValue, type PortalText } from '../../locales/message.ts';
import {
  groupsOf,
  isMoneyIn,
  linesOf,
  productOf,
  quantityOf,
  sumOf,
  valueOf,
  withLine,
  type LineScope,
  type RowGroup,
} from './quantities.ts';
import { rateByPercentage, rateByTable, ruleWithin, clampAmount, type RatedAmount } from './tables.ts';

/**
 * The line for each group, in the order of the groups. A line that does not apply, or whose facts are missing, is
 * left out.
 */
export function assessLine(
  line: FeeLine,
  schedule: FeeSchedule,
  { scope, before }: Pick<LineScope, 'scope' | 'before'>,
): AssessedLine[] {
  return groupsOf(line, scope).flatMap((group) => {
    const reading = { scope, group, before };
    const base = line.base.length === 0 ? null : sumOf(line.base, reading);
    if (line.base.length > 0 && base === null) return [];
    if (!holds(line.when, withLine(scope, group, base))) return [];
    const charge = chargeOf(line, schedule, reading, base);
    if (charge === null) return [];
    const { amount, rule, rate } = charge;
    const isMoney = isMoneyIn(line.base, reading);
    return [
      {
        id: group === null ? line.id : `${line.id}/${group.key}`,
        title: titleOf(line, group),
        rule,
        base: base === null ? null : isMoney ? money(base) : base.toFixed(),
        isBaseMoney: isMoney,
        rate,
        isRateMoney: line.rate.by === 'amount',
        amount: money(amount),
        isCharged: line.isCharged,
        tags: line.tags,
        source: line.source,
        certainty: line.certainty,
      },
    ];
  });
}

/** The rounded amount, which is below zero if the line takes something off; null if there is nothing to charge. */
function chargeOf(
  line: FeeLine,
  schedule: FeeSchedule,
  lineScope: LineScope,
  base: Amount | null,
): RatedAmount | null {
  if (line.rate.by === 'limits') {
    const kept = keptWithin(line.rate, line, schedule, lineScope.before);
    if (kept === null) return null;
    const rule = withLines(moneyShown(kept.sum), line, schedule, lineScope);
    return { amount: kept.amount, rule: ruleWithin(rule, kept.bounds), rate: null };
  }
  const rated = rateOf(line, schedule, lineScope, base);
  if (rated === null) return null;
  const { amount, rule } = reduced(rated, line, schedule, lineScope);
  const charge = { amount: roundAmount(amount, schedule.round), rule, rate: rated.rate };
  if (line.rebate === null) return charge;
  const left = leftOf(line.rebate, schedule, lineScope.before);
  const taken = atMost(charge.amount, left);
  if (taken.lte(zero)) return null;
  const isCapped = taken.lt(charge.amount);
  const capped = isCapped ? ruleWithin(rule, { min: null, max: money(left) }) : rule;
  return { ...charge, amount: zero.minus(taken), rule: capped };
}

/** The product of rate, share, part of the year and number of times; null if there is nothing to charge. */
function rateOf(
  line: FeeLine,
  schedule: FeeSchedule,
  lineScope: LineScope,
  base: Amount | null,
): RatedAmount | null {
  const once = rateOnce(line, schedule, lineScope, base);
  if (once === null) return null;
  const shared = inProportion(share(once, line, lineScope, base), line, lineScope);
  if (shared === null || line.per.length === 0) return shared;
  const times = productOf(line.per, lineScope);
  if (times.eq(zero)) return null;
  const factors = line.per.map((one) => numberShown(quantityOf(one, lineScope) ?? zero));
  const rule =
    line.rate.by === 'amount' && line.proRata === null
      ? moneyShown(shared.amount)
      : message(assessmentMessages.ruleInParentheses, { rule: shared.rule });
  return { amount: shared.amount.times(times), rule: timesRule(factors, rule), rate: shared.rate };
}

/** `12 × 3 × ₱150.00` */
function timesRule(factors: readonly MessageValue[], rule: MessageValue): MessageValue {
  return factors.reduceRight<MessageValue>(
    (product, number) => message(assessmentMessages.ruleTimes, { number, rule: product }),
    rule,
  );
}

function rateOnce(
  line: FeeLine,
  schedule: FeeSchedule,
  lineScope: LineScope,
  base: Amount | null,
): RatedAmount | null {
  const { rate: by } = line;
  if (by.by === 'amount') {
    const digits = valueOf(by.amount, lineScope, base);
    if (digits === null) return null;
    const amount = toAmount(digits);
    return { amount, rule: message(assessmentMessages.fixedAmount), rate: money(amount) };
  }
  if (by.by === 'percent') {
    const digits = valueOf(by.percent, lineScope, base);
    return digits === null ? null : rateByPercentage(toAmount(digits), base ?? zero);
  }
  if (by.by === 'limits') return null;
  const name = valueOf(by.table, lineScope, base);
  const table = name === null ? undefined : schedule.tables[name];
  const shown = isMoneyIn(line.base, lineScope) ? moneyShown : numberShown;
  return table === undefined ? null : rateByTable(table, base ?? zero, shown);
}

function share(rated: RatedAmount, line: FeeLine, lineScope: LineScope, base: Amount | null): RatedAmount {
  const digits = line.share === null ? null : valueOf(line.share, lineScope, base);
  if (digits === null || toAmount(digits).eq(100)) return rated;
  const percent = toAmount(digits);
  const rule = message(assessmentMessages.shareOf, { rate: percentShown(percent), rule: rated.rule });
  return { ...rated, amount: percentOf(rated.amount, percent), rule };
}

/** The part for the months of the term; null if no month counts, or the term is not known. */
function inProportion(
  rated: RatedAmount,
  { rate, proRata }: FeeLine,
  { scope }: LineScope,
): RatedAmount | null {
  if (proRata === null) return rated;
  const known = daysOfTerm(proRata, yearOfRecord(scope, scope.context?.today ?? ''), scope);
  const count = known === null ? 0 : monthsOfTerm(known.first, known.last, proRata.per);
  if (count === 0) return null;
  const { months } = proRata;
  const whole = rate.by === 'amount' ? moneyShown(rated.amount) : rated.rule;
  const rule =
    months === 1
      ? message(assessmentMessages.monthsEach, { count, rule: whole })
      : message(assessmentMessages.monthsOf, { count, months, rule: whole });
  return { ...rated, amount: rated.amount.times(count).div(months), rule };
}

/** Subtracts what was already paid, then applies the bounds of the line. */
function reduced(
  rated: RatedAmount,
  line: FeeLine,
  schedule: FeeSchedule,
  lineScope: LineScope,
): Pick<RatedAmount, 'amount' | 'rule'> {
  const less = sumOf(line.less, lineScope) ?? zero;
  const ofLines = withLines(rated.rule, line, schedule, lineScope);
  const lessened =
    line.less.length === 0
      ? ofLines
      : message(assessmentMessages.ruleLess, { rule: ofLines, amount: moneyShown(less) });
  return { amount: clampAmount(rated.amount.minus(less), line), rule: ruleWithin(lessened, line) };
}

/** `15% of ₱500.00 (Regulatory fees)` */
function withLines(
  rule: MessageValue,
  line: FeeLine,
  schedule: FeeSchedule,
  lineScope: LineScope,
): MessageValue {
  const lines = linesShown(line, schedule, lineScope);
  return lines === null ? rule : message(assessmentMessages.ruleOfLines, { rule, lines });
}

/** The parts of a sum of lines: the tag's title, or the titles of the lines. Null for any other base. */
function linesShown({ base }: FeeLine, { tags }: FeeSchedule, { before }: LineScope): MessageValue | null {
  const titles = namesIn(base).flatMap((name): MessageValue[] => {
    const tag = tags[name];
    return tag === undefined ? linesOf([name], before).map(({ title }) => title) : [named(tag)];
  });
  if (titles.length === 0) return null;
  return titles.reduce((list, title) => message(assessmentMessages.linesInList, { list, title }));
}

function titleOf({ title, forEach }: FeeLine, group: RowGroup | null): MessageValue {
  if (group === null || group.label === '') return named(title);
  const isTitled = Object.hasOwn(forEach?.labels ?? {}, group.key);
  const label = isTitled ? { text: group.label, kind: 'choice' } : group.label;
  return message(assessmentMessages.lineOfGroup, { title: named(title), group: label });
}

function named(text: string): PortalText {
  return { text, kind: 'name' };
}
