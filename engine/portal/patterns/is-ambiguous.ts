/** Finds patterns for which a backtracking engine may hang, because a text can match in too many ways. */
import type { AST } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';
import { parsePattern, patternFlags } from './linear-pattern.ts';

type Characters = ReturnType<typeof toUnicodeSet>['chars'];

/** An automaton with one state for each place in the pattern that reads a character. */
interface Automaton {
  readonly characters: Characters[];
  /** The number of ways from one state to another. */
  readonly next: Map<number, number>[];
  readonly limits: Limits;
}

/** A part of the pattern: its first and last states, and whether it can match nothing. */
interface PatternPart {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

const nothing: PatternPart = { first: [], last: [], canBeEmpty: true };

/** Repetitions up to these numbers are written out; more count as endless. */
interface Limits {
  readonly repetitions: number;
  readonly optional: number;
  readonly states: number;
}

/** Enough to recognise an apparent loop that ends. */
const few: Limits = { repetitions: 20, optional: 8, states: 200 };
/** Enough to count the ways through bounded repetitions. */
const many: Limits = { repetitions: 100, optional: 100, states: 600 };
/** Writes nothing out: every repetition is a loop. */
const none: Limits = { repetitions: 0, optional: 0, states: 0 };

/** A browser takes about this many steps in a tenth of a second. */
const mostWays = 20_000_000;
/** Longer texts are left out: for these, three or four overlapping parts take seconds, not hours. */
const countedText = 100;

/**
 * A backtracking engine, such as a browser's, can take hours for such a pattern if the match fails.
 * @param pattern a regular expression that is well formed with the flag `u`
 */
export function isAmbiguous(pattern: string): boolean {
  const { alternatives } = parsePattern(pattern);
  // A lookahead is analysed separately, because the engine evaluates it before the rest of the pattern.
  return [alternatives, ...assertionsIn(alternatives)].some(isAmbiguousChoice);
}

function isAmbiguousChoice(alternatives: readonly AST.Alternative[]): boolean {
  if (hasTwoWaysAround(automatonOf(alternatives, few))) return true;
  if (waysThrough(alternatives) <= mostWays) return false;
  return repeatsAmbiguously(alternatives) || hasManyWays(automatonOf(alternatives, many));
}

/** The alternatives of every lookahead and lookbehind, including nested ones. */
function assertionsIn(alternatives: readonly AST.Alternative[]): (readonly AST.Alternative[])[] {
  return alternatives.flatMap(({ elements }) => elements).flatMap(assertionsOf);
}

function assertionsOf(element: AST.Element): (readonly AST.Alternative[])[] {
  if (element.type === 'Quantifier') return assertionsOf(element.element);
  if (!('alternatives' in element)) return [];
  const inside = assertionsIn(element.alternatives);
  return element.type === 'Assertion' ? [element.alternatives, ...inside] : inside;
}

/** The maximum number of ways through these parts for any text; a loop has infinitely many. */
function waysThrough(alternatives: readonly AST.Alternative[]): number {
  const ways = alternatives.map(({ elements }) =>
    elements.reduce((product, element) => product * waysThroughElement(element), 1),
  );
  return ways.reduce((sum, one) => sum + one, 0);
}

function waysThroughElement(element: AST.Element): number {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return waysThrough(element.alternatives);
  if (element.type !== 'Quantifier') return 1;
  const { min, max } = element;
  const once = waysThroughElement(element.element);
  if (max === Infinity) return Infinity;
  return once === 1 ? max - min + 1 : (max - min + 1) * once ** max;
}

/**
 * The ways multiply with each repetition. A bounded repetition may still have so many rounds that it is as bad as a
 * loop.
 */
function repeatsAmbiguously(alternatives: readonly AST.Alternative[]): boolean {
  return quantifiersIn(alternatives).some((quantifier) => {
    if (quantifier.max < 2 || waysThroughElement(quantifier) <= mostWays) return false;
    const automaton: Automaton = { characters: [], next: [], limits: none };
    const part = addElement(automaton, quantifier.element);
    if (quantifier.max !== Infinity && part.canBeEmpty && part.first.length > 0) return true;
    connect(automaton, part.last, part.first);
    return hasTwoWaysAround(automaton);
  });
}

function quantifiersIn(alternatives: readonly AST.Alternative[]): AST.Quantifier[] {
  return alternatives
    .flatMap(({ elements }) => elements)
    .flatMap((element) => {
      if (element.type === 'Quantifier') return [element, ...quantifiersBelow(element.element)];
      return quantifiersBelow(element);
    });
}

function quantifiersBelow(element: AST.Element): AST.Quantifier[] {
  return element.type === 'Group' || element.type === 'CapturingGroup'
    ? quantifiersIn(element.alternatives)
    : [];
}

/** Counts the ways to read a text of one repeated character. */
function hasManyWays({ characters, next, start }: Automaton & { readonly start: PatternPart }): boolean {
  const samples = new Set(characters.flatMap(({ ranges }) => ranges.slice(0, 3).map(({ min }) => min)));
  return [...samples].slice(0, 60).some((character) => {
    const reads = characters.map((set) => set.has(character));
    let ways = new Map<number, number>();
    for (const state of start.first) if (reads[state]) ways.set(state, (ways.get(state) ?? 0) + 1);
    let steps = 0;
    for (let length = 1; length < countedText && ways.size > 0; length += 1) {
      const longer = new Map<number, number>();
      for (const [state, count] of ways) {
        steps += count;
        for (const [to, times] of next[state] ?? [])
          if (reads[to]) longer.set(to, (longer.get(to) ?? 0) + count * times);
      }
      if (steps > mostWays) return true;
      ways = longer;
    }
    return false;
  });
}

function automatonOf(
  alternatives: readonly AST.Alternative[],
  limits: Limits,
): Automaton & { readonly start: PatternPart } {
  const automaton: Automaton = { characters: [], next: [], limits };
  return { ...automaton, start: addChoice(automaton, alternatives) };
}

function addChoice(automaton: Automaton, alternatives: readonly AST.Alternative[]): PatternPart {
  const parts = alternatives.map(({ elements }) =>
    elements.reduce((before, element) => follow(automaton, before, addElement(automaton, element)), nothing),
  );
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
  };
}

function addElement(automaton: Automaton, element: AST.Element): PatternPart {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass': {
      const state = automaton.characters.push(toUnicodeSet(element, patternFlags).chars) - 1;
      automaton.next.push(new Map());
      return { first: [state], last: [state], canBeEmpty: false };
    }
    case 'CapturingGroup':
    case 'Group':
      return addChoice(automaton, element.alternatives);
    case 'Quantifier':
      return addRepeated(automaton, element);
    default:
      return nothing;
  }
}

function addRepeated(automaton: Automaton, { element, min, max }: AST.Quantifier): PatternPart {
  const { limits } = automaton;
  const canWriteOut = (count: number): boolean =>
    count <= limits.repetitions && automaton.characters.length <= limits.states;
  const written = canWriteOut(min) ? min : 1;
  let whole = nothing;
  for (let count = 0; count < written; count += 1)
    whole = follow(automaton, whole, addElement(automaton, element));
  if (max === min) return whole;
  if (max - written > limits.optional || !canWriteOut(max))
    return follow(automaton, whole, addLoop(automaton, element));
  // Each copy follows the one before: `a{0,3}` is `(a(aa?)?)?`, which reads a text in only one way.
  let before = whole;
  const last = [...whole.last];
  for (let count = written; count < max; count += 1) {
    before = follow(automaton, before, addElement(automaton, element));
    last.push(...before.last);
  }
  return { first: before.first, last: [...new Set(last)], canBeEmpty: whole.canBeEmpty };
}

function addLoop(automaton: Automaton, element: AST.Element): PatternPart {
  const part = addElement(automaton, element);
  connect(automaton, part.last, part.first);
  return { ...part, canBeEmpty: true };
}

function follow(automaton: Automaton, before: PatternPart, after: PatternPart): PatternPart {
  connect(automaton, before.last, after.first);
  return {
    first: before.canBeEmpty ? [...before.first, ...after.first] : before.first,
    last: after.canBeEmpty ? [...before.last, ...after.last] : after.last,
    canBeEmpty: before.canBeEmpty && after.canBeEmpty,
  };
}

function connect({ next }: Automaton, from: readonly number[], to: readonly number[]): void {
  for (const one of from) for (const other of to) next[one]?.set(other, (next[one].get(other) ?? 0) + 1);
}

/**
 * Two readers start in one state, read the same text in different ways, and meet again in a state of the same loop.
 */
function hasTwoWaysAround(automaton: Automaton): boolean {
  const { characters, next } = automaton;
  const reachable = next.map((_, state) => reachableFrom(automaton, state));
  const isAround = (from: number, to: number): boolean => reachable[to]?.has(from) === true;
  const seen = new Set<string>();
  const open = characters.flatMap((_, state) => (isAround(state, state) ? [[state, state] as const] : []));
  for (const [one, other] of open) {
    for (const [to, ways] of next[one] ?? []) {
      if (!isAround(one, to)) continue;
      if (one === other && ways > 1) return true;
      for (const [too] of next[other] ?? []) {
        if (!isAround(other, too) || !overlap(characters, to, too)) continue;
        if (to === too) {
          if (one !== other) return true;
          continue;
        }
        const key = `${Math.min(to, too)} ${Math.max(to, too)}`;
        if (!seen.has(key)) open.push([to, too]);
        seen.add(key);
      }
    }
  }
  return false;
}

function overlap(characters: readonly Characters[], one: number, other: number): boolean {
  const [left, right] = [characters[one], characters[other]];
  return left !== undefined && right !== undefined && !left.isDisjointWith(right);
}

function reachableFrom({ next }: Automaton, state: number): ReadonlySet<number> {
  const reached = new Set(next[state]?.keys());
  for (const one of reached) for (const to of next[one]?.keys() ?? []) reached.add(to);
  return reached;
}
