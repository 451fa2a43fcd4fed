/** The matching cost of a regular expression on the server and in a browser. */
import { isAmbiguous } from '../../portal/patterns/is-ambiguous.ts';
import { linearPattern, type LinearPattern } from '../../portal/patterns/linear-pattern.ts';

export interface PatternCost {
  /** The server matches it in linear time. */
  readonly server: LinearPattern;
  /** A browser, which backtracks, can take hours for a short text. */
  readonly isAmbiguous: boolean;
}

const known = new Map<string, PatternCost>();

/** @param pattern a valid regular expression */
export function patternCost(pattern: string): PatternCost {
  const found = known.get(pattern) ?? { server: linearPattern(pattern), isAmbiguous: isAmbiguous(pattern) };
  known.set(pattern, found);
  return found;
}
