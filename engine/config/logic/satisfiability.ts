/** Decides whether conditions over a record can be true, by trying every combination of the unknown facts. */
import type { Scope } from '../../portal/conditions/scope.ts';
import type { Condition, ConditionOf } from '../../portal/model/condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import {
  knownState,
  type KnownTruth,
  possible,
  simplified,
  testsOf,
} from '../../portal/conditions/possible.ts';
import { keyOf, testsBySubject, type ValueTests } from './one-value.ts';
import { expectedStates, isWhole } from './reach.ts';
import { canHold, isState, knownForVisitor, knownVisitor, type Viewpoint } from './visitor-facts.ts';

/** The most combinations to try; beyond that, each fact may be true or false. */
const triedAtMost = 2000;
/** The same limit if parent and child records are tried too. */
const familiesAtMost = 20_000;
/** The same limit for the unknown facts of one visitor: eight facts. */
const visitorsAtMost = 2 ** 8;

const nothingKnown: KnownTruth = () => null;

/** Returns all combinations of these results, or null if there are more than `atMost`. */
export function worldsOf(asked: readonly ValueTests[], atMost: number): KnownTruth[] | null {
  if (asked.reduce((count, { truths }) => count * truths.length, 1) > atMost) return null;
  let all: ReadonlyMap<string, boolean>[] = [new Map()];
  for (const { keys, truths } of asked) {
    all = all.flatMap((one) =>
      truths.map(
        (values) => new Map([...one, ...keys.map((key, at) => [key, values[at] ?? false] as const)]),
      ),
    );
  }
  return all.map((world) => (test) => world.get(keyOf(test)) ?? null);
}

/** Each test once, with its possible results for this visitor, independent of the other tests. */
export function testsForVisitor(
  tests: readonly Condition[],
  standing: Viewpoint,
  given: KnownTruth = nothingKnown,
): ValueTests[] {
  return [...new Map(tests.map((test) => [keyOf(test), test]))].map(([key, test]) => {
    const truth = given(test);
    if (truth !== null) return { keys: [key], truths: [[truth]] };
    return { keys: [key], truths: canHold(test, standing) ? [[true], [false]] : [[false]] };
  });
}

/** Returns true if parts of the condition exclude each other, whatever the record is like. */
export function contradictsItself(condition: Condition): boolean {
  const asked = testsBySubject(testsOf(condition));
  if (asked.length === 0 || !possible(condition, nothingKnown).true) return false;
  return !canHoldInSome(condition, asked, { left: triedAtMost });
}

/** Returns true if the condition is certainly true while the given ones are. */
export function follows(condition: Condition, given: readonly Condition[]): boolean {
  const parts = condition.test === 'all' ? condition.of : [condition];
  const known = given.flatMap((one) => (one.test === 'all' ? one.of : [one]));
  return parts.every((part) => {
    if (known.some((one) => JSON.stringify(one) === JSON.stringify(part))) return true;
    const otherwise: Condition = { test: 'all', of: [...known, { test: 'not', of: part }] };
    return !possible(otherwise, nothingKnown).true || contradictsItself(otherwise);
  });
}

/** Gives one subject after the other each of its values. What is already decided is not tried further. */
function canHoldInSome(
  condition: Condition,
  [subject, ...others]: readonly ValueTests[],
  tries: { left: number },
): boolean {
  if (subject === undefined) return true;
  return subject.truths.some((values) => {
    tries.left -= 1;
    if (tries.left < 0) return true;
    const world = new Map(subject.keys.map((key, at) => [key, values[at] ?? false]));
    const known: KnownTruth = (test) => world.get(keyOf(test)) ?? null;
    const rest = simplified(condition, known);
    return possible(rest, nothingKnown).true && canHoldInSome(rest, others, tries);
  });
}

/** One possible world: the visitor, the state of the record, and the results of the tests. */
export interface World extends Scope {
  readonly state: string;
  readonly truths: KnownTruth;
}

/**
 * Every combination of results that this visitor's department and the record type allow.
 * @param given the known result of a test, or null if it is unknown
 * @returns null if there are too many to try
 */
export function truthsOf(
  conditions: readonly Condition[],
  standing: Viewpoint,
  given?: KnownTruth,
): KnownTruth[] | null {
  return worldsOf(
    testsForVisitor(conditions.flatMap(testsOf).filter(isOpen), standing, given),
    visitorsAtMost,
  );
}

/** Returns true if neither the visitor nor the state decides the test. */
function isOpen(test: Condition): boolean {
  if (test.test !== 'compare') return test.test !== 'always';
  return test.subject.from !== 'visitor' && test.subject.from !== 'flag' && !isState(test);
}

/** Evaluates the condition in this world. A test without a known result is false. */
export function holdsIn(condition: Condition, { portal, visitor, state, truths }: World): boolean {
  const ofVisitor = knownVisitor({ portal, visitor });
  const known = knownState(state, (test) => ofVisitor(test) ?? truths(test) ?? false);
  return possible(condition, known).true;
}

/**
 * Returns the reachable states of this record type in which `isTrue` can be true.
 * @param asked all conditions that `isTrue` evaluates, so that a test has the same result in all of them
 * @returns `['']` if the type has no workflow
 */
export function statesWhere(
  { portal, visitor, type }: Viewpoint,
  asked: readonly Condition[],
  isTrue: (known: KnownTruth, state: string) => boolean,
): string[] {
  const workflow = portal.workflows[type.type];
  if (workflow !== undefined && !isWhole(workflow)) return Object.keys(workflow.states);
  const worlds = worldsOf(testsBySubject(asked.flatMap(testsOf)), triedAtMost) ?? [nothingKnown];
  const stands = knownForVisitor({ portal, visitor, type });
  return (workflow === undefined ? [''] : expectedStates(workflow)).filter((state) =>
    worlds.some((world) =>
      isTrue(
        knownState(state, (test) => stands(test) ?? world(test)),
        state,
      ),
    ),
  );
}

/** When the conditions are evaluated: all at once in one state, or one after the other. */
export type RelativeQuestion =
  | { readonly state: string }
  /** Tests whose result may differ the next time; all others keep their result. */
  | { readonly turns: (test: Condition) => boolean };

/**
 * Returns whether all conditions can be true.
 * @returns true if there are too many combinations to try
 */
export function canHoldTogether(
  conditions: readonly Condition[],
  { portal, type, ...asking }: { readonly portal: Portal; readonly type: string } & RelativeQuestion,
): boolean {
  const turns = 'turns' in asking ? asking.turns : () => false;
  const tests = conditions.flatMap(testsOf).filter((test) => test.test !== 'always' && !turns(test));
  const families = familiesOf(tests.filter(isChildren), portal);
  if (families === null) return true;
  const parents = parentsOf(tests.filter(isParent), { portal, type });
  const around = families.reduce((count, one) => count * one.length, parents.length);
  const worlds = worldsOf(testsBySubject(tests), familiesAtMost / around);
  if (worlds === null) return true;
  return someOf(families, (children) =>
    parents.some((parent) =>
      worlds.some((world) => {
        const relatives = knownAround(children.flat(), parent, world);
        const others: KnownTruth = (test) => (turns(test) ? null : relatives(test));
        const known = 'state' in asking ? knownState(asking.state, others) : others;
        return conditions.every((condition) => possible(condition, known).true);
      }),
    ),
  );
}

/** A parent or child record, with its results of the conditions; null for an unknown result. */
interface Relative {
  readonly type: string;
  readonly answers: ReadonlyMap<string, boolean | null>;
}

function knownAround(children: readonly Relative[], parent: Relative | null, own: KnownTruth): KnownTruth {
  return (test) => {
    if (isChildren(test)) return knownOfChildren(test, children) ?? own(test);
    return isParent(test) ? (knownOfParent(test, parent) ?? own(test)) : own(test);
  };
}

/** Nothing is known about records above the parent. */
function knownOfParent({ type, of }: ConditionOf<'parent'>, parent: Relative | null): boolean | null {
  if (parent === null || (type !== null && type !== parent.type)) return null;
  return parent.answers.get(keyOf(of)) ?? null;
}

function knownOfChildren(
  { type, quantifier }: ConditionOf<'children'>,
  all: readonly Relative[],
): boolean | null {
  const { every, any, atLeast } = quantifier;
  const children = all.filter((one) => one.type === type);
  const meets = (condition: Condition) =>
    children.map(({ answers }) => answers.get(keyOf(condition)) ?? null);
  const counted = any === null ? children.map(() => true) : meets(any);
  const least = any === null ? atLeast : Math.max(1, atLeast);
  const enough = between(counted, (one) => one.filter(Boolean).length >= least);
  const whole = every === null ? true : between(meets(every), (one) => one.every(Boolean));
  if (enough === false || whole === false) return false;
  return enough === null || whole === null ? null : true;
}

/** Returns the answer if it does not depend on the unknown values, else null. */
function between(values: readonly (boolean | null)[], answer: (known: boolean[]) => boolean): boolean | null {
  const [low, high] = [false, true].map((unknown) => answer(values.map((value) => value ?? unknown)));
  return low === high ? (low ?? null) : null;
}

function isChildren(test: Condition): test is ConditionOf<'children'> {
  return test.test === 'children';
}

function isParent(test: Condition): test is ConditionOf<'parent'> {
  return test.test === 'parent';
}

/**
 * For each type none, one or several children, in every mixture that the conditions can distinguish; null if there
 * are too many.
 */
function familiesOf(tests: readonly ConditionOf<'children'>[], portal: Portal): Relative[][][] | null {
  const distinct = [...new Map(tests.map((test) => [keyOf(test), test])).values()];
  const families = [...Map.groupBy(distinct, ({ type }) => type)].map(([type, own]) => {
    const asked = own.flatMap(({ quantifier }) =>
      [quantifier.every, quantifier.any].filter((one) => one !== null),
    );
    const needed = own.reduce((sum, { quantifier }) => sum + Math.max(1, quantifier.atLeast), 0);
    return mixturesOf(relativesOf(type, asked, portal), Math.max(2, needed));
  });
  return families.every((one) => one !== null) ? families : null;
}

/** All mixtures of at most this number of records, with repetition; null if there are too many. */
function mixturesOf(relatives: readonly Relative[], most: number): Relative[][] | null {
  let count = 1;
  for (let size = 1; size <= most; size += 1) count = (count * (relatives.length + size)) / size;
  if (count > familiesAtMost) return null;
  return relatives.reduce<Relative[][]>(
    (all, one) =>
      all.flatMap((some) =>
        Array.from({ length: most - some.length + 1 }, (_, times) => [
          ...some,
          ...Array.from({ length: times }, () => one),
        ]),
      ),
    [[]],
  );
}

/** The record in every state and with every combination of results; records with equal results count once. */
function relativesOf(type: string, asked: readonly Condition[], portal: Portal): Relative[] {
  const workflow = portal.workflows[type];
  const worlds = worldsOf(testsBySubject(asked.flatMap(testsOf)), familiesAtMost) ?? [nothingKnown];
  const alike = new Map<string, Relative>();
  for (const state of workflow === undefined ? [''] : expectedStates(workflow)) {
    for (const world of worlds) {
      const known = knownState(state, world);
      const answers = new Map(asked.map((one) => [keyOf(one), definite(one, known)]));
      alike.set(JSON.stringify([...answers.values()]), { type, answers });
    }
  }
  return [...alike.values()];
}

function definite(condition: Condition, known: KnownTruth): boolean | null {
  const { true: yes, false: no } = possible(condition, known);
  return yes === no ? null : yes;
}

function parentsOf(
  tests: readonly ConditionOf<'parent'>[],
  { portal, type }: { readonly portal: Portal; readonly type: string },
): (Relative | null)[] {
  if (tests.length === 0) return [null];
  const asked = tests.map(({ of }) => of);
  const types = (portal.recordTypes[type]?.parents ?? []).filter(
    (one) => portal.workflows[one] !== undefined,
  );
  const parents = types.flatMap((one) => relativesOf(one, asked, portal));
  return parents.length === 0 ? [null] : parents;
}

/** Returns true if the predicate is true for some choice of one element from each list. */
function someOf<T>(choices: readonly (readonly T[])[], holds: (chosen: readonly T[]) => boolean): boolean {
  const [first, ...rest] = choices;
  if (first === undefined) return holds([]);
  return first.some((one) => someOf(rest, (others) => holds([one, ...others])));
}
