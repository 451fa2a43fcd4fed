/** The phrases that the rule of a line and of late charges is put together from: written in English, read in any language. */
import { say, type SaidValues, type Words } from '../say.ts';

/** The phrase in the language of the words; without values its places stay open. */
export type Phrase = (words: Words, values?: SaidValues) => string;

export const linePhrases = {
  fixed: (words) => say(words, 'Fixed amount'),
  percentOf: (words, values) => say(words, '{rate} of {amount}', values),
  percentOfPart: (words, values) => say(words, '{rate} of {amount} above {limit}', values),
  /** What it is of follows in brackets. */
  shareOf: (words, values) => say(words, '{rate} of', values),
  less: (words, values) => say(words, 'less {amount}', values),
  atLeast: (words, values) => say(words, 'at least {amount}', values),
  atMost: (words, values) => say(words, 'at most {amount}', values),
  neverBelow: (words, values) => say(words, 'never below {amount}', values),
  anyAmount: (words) => say(words, 'Any amount'),
  above: (words, values) => say(words, 'Above {limit}', values),
  upTo: (words, values) => say(words, 'Up to {limit}', values),
  below: (words, values) => say(words, 'Below {limit}', values),
  orMore: (words, values) => say(words, '{limit} or more', values),
  /** These two go on with one of those before. */
  andUpTo: (words, values) => say(words, 'up to {limit}', values),
  andBelow: (words, values) => say(words, 'below {limit}', values),
} satisfies Readonly<Record<string, Phrase>>;

export const latePhrases = {
  surcharge: (words, values) => say(words, 'Surcharge {rate} of {amount}', values),
  month: (words, values) => say(words, 'interest {rate} × 1 month of {amount}', values),
  months: (words, values) => say(words, 'interest {rate} × {count} months of {amount}', values),
  monthAtMost: (words, values) => say(words, 'interest {rate} × 1 month (the most) of {amount}', values),
  monthsAtMost: (words, values) =>
    say(words, 'interest {rate} × {count} months (the most) of {amount}', values),
} satisfies Readonly<Record<string, Phrase>>;

export const instalmentPhrases = {
  whole: (words) => say(words, 'In full'),
  part: (words, values) => say(words, 'Instalment {number} of {count}', values),
} satisfies Readonly<Record<string, Phrase>>;
