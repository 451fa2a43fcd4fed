/** Says the rates of a tariff: `2% of gross sales, at least ₱500`. */
import { assessmentMessages } from '../../locales/assessment.ts';
import { say, type Words } from '../language/say.ts';
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
  const { base, per, share, less, min, max } = line;
  const parts = [
    [sayValue({ words, money }, rate, saySum(base)), ...per].join(' × '),
    share !== null && say(words, assessmentMessages.shareOfThat, { percent: share }),
    less.length > 0 && say(words, assessmentMessages.lessDeductions, { what: saySum(less) }),
    min !== null && min !== '0' && say(words, assessmentMessages.atLeast, { amount: money(min) }),
    max !== null && say(words, assessmentMessages.atMost, { amount: money(max) }),
  ].filter((part) => part !== false);
  const said = new Intl.ListFormat(words.language, { type: 'unit', style: 'short' }).format(parts);
  return rate.for === null ? said : say(words, assessmentMessages.rateFor, { what: rate.for, rate: said });
}

function sayValue({ words, money }: RateSpeech, { amount, percent, table }: TariffRate, of: string): string {
  if (amount !== undefined) return money(amount);
  if (table !== undefined) return say(words, assessmentMessages.byBracketTable, { title: table });
  return of === '' || percent === '0'
    ? say(words, assessmentMessages.percentage, { percent: percent ?? '' })
    : say(words, assessmentMessages.percentageOf, { percent: percent ?? '', what: of });
}
