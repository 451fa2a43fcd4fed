/** Translates JavaScript regular expressions into RE2 syntax, which takes linear time for any text. */
import { RegExpParser } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { toUnicodeSet, type ReadonlyFlags } from 'regexp-ast-analysis';

export type LinearPattern =
  | {
      readonly is: 'linear';
      /** A text matches if it matches each of these in RE2 syntax, or does not match a negated one. */
      readonly all: readonly { readonly source: string; readonly isNegated: boolean }[];
      /**
       * Characters in the pattern with repetitions written out: the maximum number of active states of the engine.
       */
      readonly size: number;
    }
  | { readonly is: 'not-linear'; readonly word: string };

type Alternatives = readonly Pick<AST.Alternative, 'elements'>[];

interface LinearSource {
  readonly source: string;
  readonly size: number;
}

/** Flags of the patterns in forms. */
export const patternFlags: ReadonlyFlags = { unicode: true };

/** RE2 refuses more repetitions. Those of nested groups multiply. */
const mostRepetitions = 1000;

/** Larger patterns compile slowly. */
const largest = 5000;

const parser = new RegExpParser();

/** @throws SyntaxError if it is malformed */
export function parsePattern(pattern: string): AST.Pattern {
  return parser.parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/**
 * The translation matches the same texts. Not linear: lookahead except at the start after `^`, lookbehind,
 * backreferences, modifiers, more than 1,000 repetitions,
 * and a size above 5,000.
 * @param pattern a regular expression that is well formed with the flag `u`
 */
export function linearPattern(pattern: string): LinearPattern {
  try {
    const all = togetherOf(parsePattern(pattern));
    const size = sizeOf(all);
    if (size > largest) throw new NotLinear(pattern);
    return { is: 'linear', all, size };
  } catch (error) {
    if (error instanceof NotLinear) return { is: 'not-linear', word: error.message };
    throw error;
  }
}

class NotLinear extends Error {}

/** `^(?=a)b` matches a text that both `^a` and `^b` match. */
function togetherOf({ alternatives }: AST.Pattern): (LinearSource & { readonly isNegated: boolean })[] {
  const [start, ...others] = alternatives.length === 1 ? (alternatives[0]?.elements ?? []) : [];
  const isAnchored = start?.type === 'Assertion' && start.kind === 'start';
  const first = others.findIndex((element) => !isLookahead(element));
  const ahead = others.slice(0, first === -1 ? others.length : first).filter(isLookahead);
  if (!isAnchored || ahead.length === 0) return [{ ...choiceOf(alternatives, 1), isNegated: false }];
  const rest = { elements: others.slice(ahead.length) };
  const parts = [...ahead, { alternatives: [rest], negate: false }];
  return parts.map((part) => {
    const { source, size } = choiceOf(part.alternatives, 1);
    return { source: String.raw`\A${source}`, size, isNegated: part.negate };
  });
}

function isLookahead(element: AST.Element): element is AST.LookaheadAssertion {
  return element.type === 'Assertion' && element.kind === 'lookahead';
}

/** @param times the maximum number of repetitions by the enclosing groups */
function choiceOf(alternatives: Alternatives, times: number): LinearSource {
  const parts = alternatives.map(({ elements }) => {
    const translated = elements.map((element) => elementOf(element, times));
    return { source: translated.map(({ source }) => source).join(''), size: sizeOf(translated) };
  });
  return { source: `(?:${parts.map(({ source }) => source).join('|')})`, size: sizeOf(parts) };
}

function elementOf(element: AST.Element, times: number): LinearSource {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return { source: charactersOf(element), size: 1 };
    case 'CapturingGroup':
      return choiceOf(element.alternatives, times);
    case 'Group':
      if (element.modifiers) throw new NotLinear(element.raw);
      return choiceOf(element.alternatives, times);
    case 'Quantifier':
      return quantified(element, times);
    case 'Assertion':
      return { source: boundaryOf(element), size: 0 };
    default:
      throw new NotLinear(element.raw);
  }
}

function quantified({ element, min, max, raw }: AST.Quantifier, times: number): LinearSource {
  const most = Math.max(1, Number.isFinite(max) ? max : min);
  if (most * times > mostRepetitions) throw new NotLinear(raw);
  const { source, size } = elementOf(element, most * times);
  return { source: `(?:${source}){${min},${Number.isFinite(max) ? max : ''}}`, size: size * most };
}

/** Written as code points, because the two syntaxes mean different characters by `.` and `\s`. */
function charactersOf(element: AST.Character | AST.CharacterSet | AST.CharacterClass): string {
  const ranges = toUnicodeSet(element, patternFlags).chars.ranges.map(
    ({ min, max }) => `${code(min)}-${code(max)}`,
  );
  return ranges.length === 0 ? String.raw`[^\x{0}-\x{10FFFF}]` : `[${ranges.join('')}]`;
}

function code(point: number): string {
  return String.raw`\x{${point.toString(16)}}`;
}

function boundaryOf(assertion: AST.Assertion): string {
  if (assertion.kind === 'start') return String.raw`\A`;
  if (assertion.kind === 'end') return String.raw`\z`;
  if (assertion.kind === 'word') return assertion.negate ? String.raw`\B` : String.raw`\b`;
  throw new NotLinear(assertion.raw);
}

function sizeOf(parts: readonly LinearSource[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
