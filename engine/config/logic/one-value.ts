/** Tests of the same subject: computes which of them one value can satisfy at the same time. */
import { compare } from '../../portal/conditions/field-value.ts';
import type { Condition, ConditionOf, Operator } from '../../portal/model/condition.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { daysBetween } from '../../portal/time/spans.ts';
import { dayIn, isWithin, shiftDay } from '../../portal/time/today.ts';
import { dayAfter } from '../../portal/time/working-days.ts';

/** Tests of one subject, with every combination of results that some value gives. */
export interface ValueTests {
  readonly keys: readonly string[];
  readonly truths: readonly (readonly boolean[])[];
}

/** Tests with the same key are equal. */
export const keyOf = onceForEach((test: Condition) => JSON.stringify(test));

/** Groups the tests by subject. A test whose subject is unique is left out, because it may be true or false. */
export function testsBySubject(tests: readonly Condition[]): ValueTests[] {
  const bySubject = Map.groupBy(tests, (test) => subjectOf(test) ?? keyOf(test));
  return [...bySubject.values()].filter(({ length }) => length > 1).map(valueTestsOf);
}

/** Beyond so many literals that sets can have or lack, nothing is known of the tests. */
const mostInASet = 10;

function valueTestsOf(tests: readonly Condition[]): ValueTests {
  const distinct = [...new Map(tests.map((test) => [keyOf(test), test])).values()];
  const keys = distinct.map(keyOf);
  const [first] = distinct;
  if (first === undefined || subjectOf(first) === null) return { keys, truths: [[true], [false]] };
  const literals = distinctLiterals(distinct);
  if (literals.length > mostInASet) return { keys: [], truths: [[]] };
  const mixtures = daysFor(distinct).flatMap((today) =>
    valuesFor(distinct, today, literals).map((value) => distinct.map((test) => holdsFor(test, value, today))),
  );
  return { keys, truths: [...new Map(mixtures.map((one) => [one.join(), one])).values()] };
}

/** The subject of a test whose result depends on one value only; null for any other test. */
function subjectOf(test: Condition): string | null {
  if (test.test === 'checklist') return 'checklist';
  if (test.test === 'between') return 'today';
  if (test.test === 'applies') return 'applies';
  if (test.test !== 'compare' || test.each !== undefined) return null;
  if (heldAgainst(test, anyDay) !== null) return JSON.stringify(test.subject);
  return isRelation(test) ? JSON.stringify(relationOf(test).between) : null;
}

/** The possible relations of two numbers or dates: the operators that are true at the same time. */
const relations: readonly (readonly Operator[])[] = [
  [],
  ['below', 'atMost'],
  ['above', 'atLeast'],
  ['atLeast', 'atMost'],
  ['is', 'atLeast', 'atMost'],
  ['before'],
  ['after'],
  ['is'],
];

function isRelation(test: Condition): boolean {
  return (
    test.test === 'compare' &&
    heldAgainst(test, anyDay) === null &&
    relations.some((one) => one.includes(test.operator))
  );
}

/** The operator for swapped operands. */
const mirrored: Readonly<Partial<Record<Operator, Operator>>> = {
  below: 'above',
  above: 'below',
  atMost: 'atLeast',
  atLeast: 'atMost',
  before: 'after',
  after: 'before',
};

/** Puts two compared fields into a fixed order, whichever the test names first. */
function relationOf({ subject, operator, operand }: ConditionOf<'compare'>): {
  readonly between: readonly unknown[];
  readonly operator: Operator;
} {
  if (subject.from !== 'field' || !('field' in operand)) return { between: [subject, operand], operator };
  const [one, other] = [JSON.stringify(subject.path), JSON.stringify(operand.field)];
  if (one <= other) return { between: [one, other], operator };
  return { between: [other, one], operator: mirrored[operator] ?? operator };
}

/**
 * Compares days as numbers, relative to today. Returns null if the operand is read from elsewhere, because it may have
 * any value.
 */
function heldAgainst(
  { operator, operand }: ConditionOf<'compare'>,
  today: string,
): { readonly operator: Operator; readonly value: unknown } | null {
  if ('today' in operand) {
    const value = daysBetween(today, shiftDay(today, operand.today) ?? today);
    if (operator === 'before') return { operator: 'below', value };
    return operator === 'after' ? { operator: 'above', value } : null;
  }
  if (!('value' in operand)) return null;
  const value = Array.isArray(operand.value)
    ? operand.value.map((one) => numberOfDay(one, today))
    : numberOfDay(operand.value, today);
  if (operator !== 'before' && operator !== 'after') return { operator, value };
  return typeof value === 'number' ? { operator: operator === 'before' ? 'below' : 'above', value } : null;
}

/** The distance of a date from today; any other value as it is. */
function numberOfDay(value: unknown, today: string): unknown {
  return isDay(value) ? daysBetween(today, value) : value;
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

const anyDay = '2027-01-01';

/** Four years, so that one has a 29 February. */
const years = [2025, 2026, 2027, 2028];

/** The days to try as today: months differ in length, and named days are fixed in the year. */
function daysFor(tests: readonly Condition[]): string[] {
  const seasons = tests.flatMap((test) => (test.test === 'between' ? [test.from, test.until] : []));
  const hasMonths = tests.some(
    (test) => test.test === 'compare' && 'today' in test.operand && (test.operand.today.months ?? 0) !== 0,
  );
  // Today may be before or after a fixed day.
  const fixed = tests.flatMap((test) =>
    test.test === 'compare' && 'value' in test.operand ? [test.operand.value].flat().filter(isDay) : [],
  );
  const beside = fixed.flatMap((day) => [-2000, -1, 0, 1, 2000].map((step) => dayAfter(day, step)));
  if (seasons.length === 0 && !hasMonths) return [anyDay, ...beside];
  const moved = seasons.flatMap((day) => Object.keys(day.years).map(Number));
  const around = [...new Set([...years, ...moved, ...moved.map((year) => year + 1)])];
  // Results change only near the ends of months and near the named days.
  const turns = around.flatMap((year) => [
    ...seasons.map((day) => dayIn(day, year)),
    ...Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-01`),
  ]);
  return [
    ...new Set([
      ...beside,
      ...turns.flatMap((day) => [-4, -3, -2, -1, 0, 1].map((step) => dayAfter(day, step))),
    ]),
  ];
}

/** The possible combinations of filed, passed and returned: a checklist with a returned item has not passed. */
const checklists = [[], ['filed'], ['passed'], ['filed', 'passed'], ['returned'], ['filed', 'returned']];

/** Returns at least one value for each possible combination of results. */
function valuesFor(tests: readonly Condition[], today: string, ofSets: readonly unknown[]): unknown[] {
  if (tests.some(({ test }) => test === 'checklist')) return checklists;
  if (tests.some(({ test }) => test === 'applies')) return [true, false];
  if (tests.some(isRelation)) return [...relations];
  const against = tests.flatMap((test) => (test.test === 'compare' ? (heldAgainst(test, today) ?? []) : []));
  const literals = [...new Set(against.flatMap(({ value }) => value))];
  const numbers = literals
    .map(Number)
    .filter((one) => !Number.isNaN(one))
    .toSorted((a, b) => a - b);
  const between = numbers.flatMap((one, at) => [(one + (numbers[at - 1] ?? one - 2)) / 2, one]);
  const single = [
    undefined,
    true,
    false,
    Symbol('another'),
    ...literals,
    ...between,
    (numbers.at(-1) ?? 0) + 1,
  ];
  return ofSets.length > 0 ? [...single, ...subsetsOf(ofSets)] : single;
}

/** The literals that sets are asked for. Of those that the same tests name, one is enough. */
function distinctLiterals(tests: readonly Condition[]): unknown[] {
  const ofSets = tests.flatMap((test) =>
    test.test === 'compare' && ['has', 'hasAny'].includes(test.operator) && 'value' in test.operand
      ? [[test.operand.value].flat() as unknown[]]
      : [],
  );
  const naming = (literal: unknown) => ofSets.map((values) => values.includes(literal)).join();
  return [...new Map(ofSets.flat().map((one) => [naming(one), one])).values()];
}

function subsetsOf(values: readonly unknown[]): unknown[][] {
  return values.reduce<unknown[][]>((all, one) => all.flatMap((some) => [some, [...some, one]]), [[]]);
}

function holdsFor(test: Condition, value: unknown, today: string): boolean {
  if (test.test === 'between') return isWithin(test, today);
  if (test.test === 'applies') return value === test.is;
  if (test.test === 'compare' && isRelation(test))
    return Array.isArray(value) && value.includes(relationOf(test).operator);
  if (test.test === 'checklist') return Array.isArray(value) && value.includes(test.is);
  const against = test.test === 'compare' ? heldAgainst(test, today) : null;
  return against !== null && compare(value, against.operator, against.value);
}
