/** One line of a schedule, computed for each of its groups, and said in words. */
import type { AssessedLine } from '../assessment.ts';
import type { FeeLine, FeeSchedule } from '../fee.ts';
import { holds } from '../evaluate.ts';
import {
  exactly,
  money,
  percentOf,
  rounded,
  spokenMoney,
  spokenNumber,
  spokenPercent,
  zero,
  type Amount,
} from './amounts.ts';
import { assessmentMessages } from '../../locales/assessment.ts';
import { english, say } from '../say.ts';
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
} from './quantities.ts';
import { rateByTable, spokenBounds, within, type Rated } from './tables.ts';

/** Lines in the order of their groups; one that does not apply, or whose facts are not there, is left out. */
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
    const rated = rateOf(line, schedule, reading, base);
    if (rated === null) return [];
    const { amount, rule } = reduced(rated, line, schedule, reading);
    const isMoney = isMoneyIn(line.base, reading);
    return [
      {
        id: group === null ? line.id : `${line.id}/${group.key}`,
        title: group === null || group.label === '' ? line.title : `${line.title}: ${group.label}`,
        rule,
        base: base === null ? null : isMoney ? money(base) : base.toFixed(),
        isBaseMoney: isMoney,
        rate: rated.rate,
        amount: money(rounded(amount, schedule.round)),
        isCharged: line.isCharged,
        tags: line.tags,
        source: line.source,
        certainty: line.certainty,
      },
    ];
  });
}

/** What rate, share and number of times give; null where there is nothing to charge. */
function rateOf(line: FeeLine, schedule: FeeSchedule, reading: LineScope, base: Amount | null): Rated | null {
  const once = rateOnce(line, schedule, reading, base);
  if (once === null) return null;
  const shared = share(once, line, reading, base);
  if (line.per.length === 0) return shared;
  const times = productOf(line.per, reading);
  if (times.eq(zero)) return null;
  const factors = line.per.map((one) => spokenNumber(quantityOf(one, reading) ?? zero));
  const rule = line.rate.by === 'amount' ? spokenMoney(shared.amount) : `(${shared.rule})`;
  return { amount: shared.amount.times(times), rule: [...factors, rule].join(' × '), rate: shared.rate };
}

function rateOnce(
  { rate: by }: FeeLine,
  schedule: FeeSchedule,
  reading: LineScope,
  base: Amount | null,
): Rated | null {
  if (by.by === 'amount') {
    const digits = valueOf(by.amount, reading, base);
    if (digits === null) return null;
    const amount = exactly(digits);
    return { amount, rule: say(english, assessmentMessages.fixedAmount), rate: money(amount) };
  }
  if (by.by === 'percent') {
    const digits = valueOf(by.percent, reading, base);
    return digits === null ? null : percentage(exactly(digits), base ?? zero);
  }
  const name = valueOf(by.table, reading, base);
  const table = name === null ? undefined : schedule.tables[name];
  return table === undefined ? null : rateByTable(table, base ?? zero);
}

function percentage(percent: Amount, base: Amount): Rated {
  const rate = spokenPercent(percent);
  return {
    amount: percentOf(base, percent),
    rule: say(english, assessmentMessages.rateOfAmount, { rate, amount: spokenMoney(base) }),
    rate,
  };
}

function share(rated: Rated, line: FeeLine, reading: LineScope, base: Amount | null): Rated {
  const digits = line.share === null ? null : valueOf(line.share, reading, base);
  if (digits === null || exactly(digits).eq(100)) return rated;
  const percent = exactly(digits);
  const rule = `${say(english, assessmentMessages.shareOf, { rate: spokenPercent(percent) })} (${rated.rule})`;
  return { ...rated, amount: percentOf(rated.amount, percent), rule };
}

/** What was paid already is taken off, then the line's own bounds hold. */
function reduced(
  rated: Rated,
  line: FeeLine,
  schedule: FeeSchedule,
  reading: LineScope,
): Pick<Rated, 'amount' | 'rule'> {
  const less = sumOf(line.less, reading) ?? zero;
  const of = spokenLines(line, schedule, reading);
  const said =
    line.less.length === 0
      ? ''
      : `, ${say(english, assessmentMessages.lessAmount, { amount: spokenMoney(less) })}`;
  const bounds = spokenBounds(line);
  return {
    amount: within(rated.amount.minus(less), line),
    rule: `${rated.rule}${of}${said}${bounds === '' ? '' : `, ${bounds}`}`,
  };
}

/** What a sum of lines is a sum of: the tag's title, or the titles of the lines. */
function spokenLines({ base }: FeeLine, { tags }: FeeSchedule, { before }: LineScope): string {
  const names = base.flatMap((one) => ('lines' in one ? one.lines : []));
  const titles = names.flatMap((name) => tags[name] ?? linesOf([name], before).map(({ title }) => title));
  return titles.length === 0 ? '' : ` (${titles.join(', ')})`;
}
