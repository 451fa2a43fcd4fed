/** Says the rates of a tariff: `2% of gross sales, at least ₱500`. */
import { assessmentMessages } from '../../locales/assessment.ts';
import { say, type Words } from '../language/say.ts';
import type { MonthCount } from '../model/fee.ts';
import type { TariffLine, TariffRate } from './tariff.ts';

export interface RateSpeech {
  readonly words: Words;
  readonly money: (amount: string) => string;
}

/** Titles may have commas of their own. */
export function saySum(parts: readonly string[]): string {
  return parts.join(' + ');
}

/** One of the rates of the line. */
export function sayRate({ words, money }: RateSpeech, line: TariffLine, rate: TariffRate): string {
  const { base, per, proRata, isRebate, share, less, min, max } = line;
  const value = [sayValue({ words, money }, rate, saySum(base)), ...per].join(' × ');
  const parts = [
    isRebate ? say(words, assessmentMessages.lessDeductions, { what: value }) : value,
    proRata !== null && sayMonths(words, proRata),
    share !== null && say(words, assessmentMessages.shareOfThat, { percent: share }),
    less.length > 0 && say(words, assessmentMessages.lessDeductions, { what: saySum(less) }),
    min !== null && min !== '0' && say(words, assessmentMessages.atLeast, { amount: money(min) }),
    max !== null && say(words, assessmentMessages.atMost, { amount: money(max) }),
  ].filter((part) => part !== false);
  const said = new Intl.ListFormat(words.language, { type: 'unit', style: 'short' }).format(parts);
  return rate.for === null ? said : say(words, assessmentMessages.rateFor, { what: rate.for, rate: said });
}

const sayMonth: Readonly<Record<MonthCount, (words: Words) => string>> = {
  'month begun': (words) => say(words, assessmentMessages.perMonthBegun),
  'full month': (words) => say(words, assessmentMessages.perFullMonth),
  'calendar month': (words) => say(words, assessmentMessages.perCalendarMonth),
};

function sayMonths(words: Words, { months: count, per }: NonNullable<TariffLine['proRata']>): string {
  const months = sayMonth[per](words);
  return count === 1 ? months : say(words, assessmentMessages.partOfMonths, { count, months });
}

function sayValue(
  { words, money }: RateSpeech,
  { amount, percent, table, field }: TariffRate,
  of: string,
): string {
  if (field !== undefined) {
    const said = say(words, assessmentMessages.asInAnswer, { title: field });
    return of === '' ? said : `${said} (${of})`;
  }
  if (amount === undefined && percent === undefined && table === undefined) return of;
  if (amount !== undefined) return money(amount);
  if (table !== undefined) return say(words, assessmentMessages.byBracketTable, { title: table });
  return of === '' || percent === '0'
    ? say(words, assessmentMessages.percentage, { percent: percent ?? '' })
    : say(words, assessmentMessages.percentageOf, { percent: percent ?? '', what: of });
}
