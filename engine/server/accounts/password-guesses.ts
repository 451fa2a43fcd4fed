/**
 * Estimates how many guesses a password withstands from somebody who knows the person, and which part is easy to
 * guess.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { filipinoWords } from './filipino-words.ts';

/** Longer passwords are rated by their beginning, because the time for a rating grows faster than the length. */
const LONGEST = 64;
/** Letters written as digits or signs, such as `0` for `o`. Each additional one doubles the time of a check. */
const SUBSTITUTIONS = 6;
/** Guesses for a number of the person: a telephone, document or account number. */
const OWN_NUMBER = 10_000;

export interface Guesses {
  /** As a power of ten. */
  readonly log10: number;
  readonly weakness: Weakness;
}

/** The main component of a password. */
export type Weakness = 'number' | 'repeat' | 'row' | 'own' | 'date' | 'word';

/**
 * Takes the cheapest of several ways to guess it: unchanged; in pairs (`aabbcc`, `a1b2c3`); without repeated
 * characters; without signs, which are guessed separately; without telephone numbers.
 * @param own words of the person and of the portal, the most obvious first
 */
export async function guessesOf(password: string, own: readonly string[]): Promise<Guesses> {
  const { zxcvbn, disguises } = await estimator();
  const text = password.slice(0, LONGEST);
  const words = possibleIn(text, own, disguises);
  const whole = zxcvbn.check(text, words);
  const asItIs = { log10: whole.guessesLog10, weakness: weaknessOf(whole) };
  const cost = (part: string): number => (part === '' ? 0 : zxcvbn.check(part, words).guessesLog10);
  const [even = '', odd = ''] = [0, 1].map((rest) => [...text].filter((_, at) => at % 2 === rest).join(''));
  const ways: Guesses[] = [asItIs, { log10: cost(even) + cost(odd), weakness: 'row' }];
  const without = (pattern: RegExp, more: (removed: number) => number, weakness: Weakness): void => {
    const rest = text.replaceAll(pattern, '');
    if (rest !== text) ways.push({ log10: cost(rest) + more(text.length - rest.length), weakness });
  };
  without(/(.)(?=\1)/gu, (removed) => removed / 2, asItIs.weakness);
  // People write the same few signs between and after words.
  const costOfSign = /\p{L}{4}/u.test(text) ? 0.5 : 1;
  without(/[\p{P}\p{S}]/gu, (removed) => 0.5 + removed * costOfSign, asItIs.weakness);
  without(/\+?\d(?:[\s().-]{0,2}\d){6,}/g, () => Math.log10(OWN_NUMBER), 'number');
  return ways.reduce((best, way) => (way.log10 < best.log10 ? way : best));
}

/**
 * The words whose letters all occur in the text, or as substitutes such as `4` for `a`. A short list saves copies in
 * the estimator.
 */
function possibleIn(
  text: string,
  words: readonly string[],
  disguises: Readonly<Record<string, readonly string[]>>,
): string[] {
  const plain = text.toLowerCase();
  const disguised = Object.keys(disguises).filter((letter) =>
    disguises[letter]?.some((one) => plain.includes(one)),
  );
  const letters = new Set([...plain, ...disguised]);
  return words.filter((word) => [...word].every((letter) => letters.has(letter)));
}

type GuessEstimate = ReturnType<ZxcvbnFactory['check']>;

/** The type of the longest part that is not random. */
function weaknessOf({ sequence }: GuessEstimate): Weakness {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce')
    .toSorted((a, b) => b.token.length - a.token.length);
  if (longest === undefined) return 'word';
  if ('dictionaryName' in longest && longest['dictionaryName'] === 'userInputs') return 'own';
  return weaknesses[longest.pattern] ?? 'word';
}

const weaknesses: Readonly<Record<string, Weakness>> = {
  repeat: 'repeat',
  date: 'date',
  sequence: 'row',
  spatial: 'row',
};

interface Estimator {
  readonly zxcvbn: ZxcvbnFactory;
  /** Letter → its substitutes. */
  readonly disguises: Readonly<Record<string, readonly string[]>>;
}

let kept: Promise<Estimator> | undefined;

/** The word lists are loaded when the first password is chosen. */
function estimator(): Promise<Estimator> {
  kept ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(([core, common, english]) => {
    const dictionary = { ...common.dictionary, ...english.dictionary, filipino: [...filipinoWords] };
    const options = { dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions: SUBSTITUTIONS };
    return { zxcvbn: new core.ZxcvbnFactory(options), disguises: new core.Options().l33tTable };
  });
  return kept;
}
