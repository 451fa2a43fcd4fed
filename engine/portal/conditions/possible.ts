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

const always: Condition = { test: 'always' };
const never: Condition = { test: 'not', of: always };

/** The condition with its known tests replaced by their results. */
export function simplified(condition: Condition, known: KnownTruth): Condition {
  switch (condition.test) {
    case 'always':
      return condition;
    case 'not': {
      const inner = simplified(condition.of, known);
      if (inner.test === 'always') return never;
      return inner.test === 'not' ? inner.of : { test: 'not', of: inner };
    }
    case 'all':
    case 'any': {
      const isAll = condition.test === 'all';
      const parts = condition.of.map((part) => simplified(part, known));
      const [neutral, deciding] = isAll ? [isAlways, isNever] : [isNever, isAlways];
      if (parts.some(deciding)) return isAll ? never : always;
      const rest = parts.filter((part) => !neutral(part));
      if (rest.length === 0) return isAll ? always : never;
      return { test: condition.test, of: rest };
    }
    default: {
      const value = known(condition);
      return value === null ? condition : value ? always : never;
    }
  }
}

function isAlways({ test }: Condition): boolean {
  return test === 'always';
}

function isNever(condition: Condition): boolean {
  return condition.test === 'not' && condition.of.test === 'always';
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
