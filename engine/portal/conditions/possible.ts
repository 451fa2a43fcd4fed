/** Decides what a condition can still become while only a part of the record is known. */
import type { Condition, ConditionOf } from '../model/condition.ts';

export interface Possible {
  readonly true: boolean;
  readonly false: boolean;
}

/** The result of one test, or null if it is unknown. */
export type KnownTruth = (condition: Condition) => boolean | null;

/** Treats the parts as independent, so that everything reported as impossible is impossible. */
export function possible(condition: Condition, known: KnownTruth): Possible {
  switch (condition.test) {
    case 'always':
      return { true: true, false: false };
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => possible(part, known));
      const isAll = condition.test === 'all';
      return {
        true: isAll ? parts.every((part) => part.true) : parts.some((part) => part.true),
        false: isAll ? parts.some((part) => part.false) : parts.every((part) => part.false),
      };
    }
    case 'not': {
      const inner = possible(condition.of, known);
      return { true: inner.false, false: inner.true };
    }
    default: {
      const value = known(condition);
      return { true: value !== false, false: value !== true };
    }
  }
}

/** Every test of a condition, at any depth. */
export function testsOf(condition: Condition): Condition[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.flatMap(testsOf);
    case 'not':
      return testsOf(condition.of);
    default:
      return [condition];
  }
}

/** Knows the state of a record, and the facts that the caller adds. */
export function knownState(state: string, others?: KnownTruth): KnownTruth {
  return knownColumns({ state }, others);
}

/** Knows these columns of a record, and the facts that the caller adds. */
export function knownColumns(
  columns: Readonly<Partial<Record<'state' | 'kind' | 'office', string>>>,
  others: KnownTruth = () => null,
): KnownTruth {
  const known = new Map<string, string>(Object.entries(columns));
  return (condition) => {
    if (condition.test !== 'compare') return others(condition);
    const { subject, operator, operand } = condition;
    if (operator !== 'is' && operator !== 'in') return others(condition);
    const column = subject.from === 'record' ? known.get(subject.name) : undefined;
    if (column === undefined || !('value' in operand)) return others(condition);
    return Array.isArray(operand.value) ? operand.value.includes(column) : operand.value === column;
  };
}

/**
 * The condition for a record in one of these states: tests of the state that have one result in all of them are
 * decided.
 */
export function inStates(condition: Condition, states: readonly string[]): Condition {
  switch (condition.test) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map((part) => inStates(part, states)) };
    case 'not':
      return { ...condition, of: inStates(condition.of, states) };
    case 'compare': {
      const [result = null, ...others] = new Set(states.map((state) => knownState(state)(condition)));
      if (result === null || others.length > 0) return condition;
      return result ? { test: 'always' } : { test: 'not', of: { test: 'always' } };
    }
    default:
      return condition;
  }
}

export type LinkCondition = ConditionOf<'link'>;

/** @returns null if no link meets the rule */
export function linkConditionOf(by: Condition | null): LinkCondition | null {
  switch (by?.test) {
    case 'link':
      return by;
    case 'all':
    case 'any':
      return by.of.map(linkConditionOf).find((found) => found !== null) ?? null;
    default:
      return null;
  }
}
