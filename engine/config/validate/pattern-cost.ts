/** What a regular expression costs the server and a browser. */
import { isAmbiguous } from '../../portal/patterns/is-ambiguous.ts';
import { linearPattern, type LinearPattern } from '../../portal/patterns/linear-pattern.ts';

export interface PatternCost {
  /** The server tries it in linear time. */
  readonly server: LinearPattern;
  /** A browser, which backtracks, can take hours for a short text. */
  readonly isAmbiguous: boolean;
}

const known = new Map<string, PatternCost>();

/** @param pattern a regular expression that is well formed */
export function patternCost(pattern: string): PatternCost {
  const found = known.get(pattern) ?? { server: linearPattern(pattern), isAmbiguous: isAmbiguous(pattern) };
  known.set(pattern, found);
  return found;
}
