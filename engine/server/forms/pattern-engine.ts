/**
 * Matches the patterns of forms against untrusted answers, in linear time and within a budget for each set of
 * answers.
 */
import type { RegExpLike } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';
import { linearPattern } from '../../portal/patterns/linear-pattern.ts';
import { HttpError } from '../http/errors.ts';
import { message } from '../../locales/message.ts';
import { formMessages } from '../../locales/forms.ts';

export interface PatternEngine {
  /** Begins a new set of answers. */
  readonly start: () => void;
  /** ajv calls this for each pattern instead of `new RegExp`. */
  readonly regExp: ((pattern: string, flags: string) => RegExpLike) & { code: string };
}

/** Characters of texts times size of their patterns, for one set of answers: at most half a second. */
const budget = 10_000_000;

/** Its patterns throw HttpError 413 if the answers contain more text than the budget allows. */
export function createPatternEngine(): PatternEngine {
  let left = budget;
  const regExp = (pattern: string) => ({
    test(text: string) {
      const matcher = matcherOf(pattern);
      left -= text.length * matcher.size;
      if (left < 0) throw tooMuchText();
      return matcher.test(text);
    },
    // The name under which ajv stores it.
    toString: () => pattern,
  });
  return {
    start: () => {
      left = budget;
    },
    regExp: Object.assign(regExp, { code: 'linear' }),
  };
}

interface Matcher {
  readonly size: number;
  test(this: void, text: string): boolean;
}

const matchers = new Map<string, Matcher>();
const mostMatchers = 1000;

function matcherOf(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const matcher = compile(pattern);
  matchers.set(pattern, matcher);
  const [oldest] = matchers.keys();
  if (matchers.size > mostMatchers && oldest !== undefined) matchers.delete(oldest);
  return matcher;
}

/**
 * `check` refuses patterns that are not linear, but records may have forms from older versions that accepted them.
 * The server skips those patterns; the browser still checks them.
 */
function compile(pattern: string): Matcher {
  const linear = linearPattern(pattern);
  if (linear.is === 'linear') {
    const all = linear.all.map(({ source, isNegated }) => ({ compiled: RE2JS.compile(source), isNegated }));
    return {
      size: linear.size,
      test: (text) => all.every(({ compiled, isNegated }) => compiled.test(text) !== isNegated),
    };
  }
  process.emitWarning(`The server does not try the pattern ${pattern} of an older form: it is not linear.`);
  return { size: 0, test: () => true };
}

function tooMuchText(): HttpError {
  return new HttpError({ status: 413, code: 'too-much-text', message: message(formMessages.tooMuchText) });
}
