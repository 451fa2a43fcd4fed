/** Finds patterns for which the number of ways to match a text can double with each character. */
import type { AST } from '@eslint-community/regexpp';
import { toUnicodeSet } from 'regexp-ast-analysis';
import { parsePattern, patternFlags } from './linear-pattern.ts';

type Characters = ReturnType<typeof toUnicodeSet>['chars'];

/** An automaton with one state for each place of the pattern that reads a character. */
interface Automaton {
  readonly characters: Characters[];
  /** From, then to: how many ways lead there. */
  readonly next: Map<number, number>[];
}

/** A part of the pattern: the states that it can begin and end in, and whether it can read nothing. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

const nothing: Part = { first: [], last: [], canBeEmpty: true };

/** Up to so many repetitions are written out, and so many that may be left out; more count as endless. */
const fewRepetitions = 20;
const fewOptional = 8;
const fewStates = 200;

/**
 * A backtracking engine, such as a browser's, can take hours for such a pattern, where it can also fail.
 * @param pattern a regular expression that is well formed with the flag `u`
 */
export function isAmbiguous(pattern: string): boolean {
  const automaton: Automaton = { characters: [], next: [] };
  addChoice(automaton, parsePattern(pattern).alternatives);
  return hasTwoWaysAround(automaton);
}

function addChoice(automaton: Automaton, alternatives: readonly AST.Alternative[]): Part {
  const parts = alternatives.map(({ elements }) =>
    elements.reduce((before, element) => follow(automaton, before, addElement(automaton, element)), nothing),
  );
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
  };
}

function addElement(automaton: Automaton, element: AST.Element): Part {
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
    case 'Assertion':
      if ('alternatives' in element) addChoice(automaton, element.alternatives);
      return nothing;
    default:
      return nothing;
  }
}

function addRepeated(automaton: Automaton, { element, min, max }: AST.Quantifier): Part {
  const canWriteOut = (count: number): boolean =>
    count <= fewRepetitions && automaton.characters.length <= fewStates;
  const written = canWriteOut(min) ? min : 1;
  let whole = nothing;
  for (let count = 0; count < written; count += 1)
    whole = follow(automaton, whole, addElement(automaton, element));
  if (max === min) return whole;
  if (max - written > fewOptional || !canWriteOut(max))
    return follow(automaton, whole, addLoop(automaton, element));
  for (let count = written; count < max; count += 1)
    whole = follow(automaton, whole, { ...addElement(automaton, element), canBeEmpty: true });
  return whole;
}

function addLoop(automaton: Automaton, element: AST.Element): Part {
  const part = addElement(automaton, element);
  connect(automaton, part.last, part.first);
  return { ...part, canBeEmpty: true };
}

function follow(automaton: Automaton, before: Part, after: Part): Part {
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

/** Two readers start in one state, read the same text and meet again in a state of the same loop, on different ways. */
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
