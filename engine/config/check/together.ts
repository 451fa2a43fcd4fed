/** Whether conditions of a record can hold in states that follow at once, tried over small families of children and every truth of its fields. */
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import { askedTogether, knownIn, worldsOf } from './one-value.ts';
import { knownState, possible, testsOf, type Known } from './possible.ts';
import { expectedStates } from './reach.ts';

type Children = Extract<Condition, { test: 'children' }>;

/** More than this is not tried: then they can. */
const triedAtMost = 20_000;

/** Families of more are not tried. */
const mostChildren = 3;

/**
 * @param state in which all is asked at once; without it the record passes several states, and only what stays the same
 * in all of them is the same
 */
export function canHoldTogether(
  conditions: readonly Condition[],
  { portal, type, state = null }: { readonly portal: Portal; readonly type: string; readonly state?: string | null },
): boolean {
  const tests = conditions.flatMap(testsOf);
  if (state !== null && tests.some((one) => isChildren(one) && one.quantifier.atLeast > mostChildren)) return true;
  const families = childTypesOf(tests).map((child) => familiesOf(child, tests.filter(isChildren), portal));
  const parents = parentStates(tests, { portal, type });
  const around = families.reduce((count, one) => count * one.length, parents.length);
  const worlds = worldsOf(askedTogether(tests.filter(state === null ? staysTheSame : isOwn)), triedAtMost / around);
  if (worlds === null) return true;
  return someOf(families, (children) =>
    parents.some((parent) =>
      worlds.some((world) => {
        const others = knownAround({ around: new Map(children), parent, world });
        const known = state === null ? others : knownState(state, others);
        return conditions.every((condition) => possible(condition, known).true);
      }),
    ),
  );
}

interface Around {
  /** States of the children, by type. */
  readonly around: ReadonlyMap<string, readonly string[]>;
  readonly parent: Parent | null;
  readonly world: ReadonlyMap<string, boolean>;
}

function knownAround({ around, parent, world }: Around): Known {
  const own = knownIn(world);
  return (test) => {
    if (isChildren(test)) return knownOfChildren(test, around.get(test.type) ?? []);
    return test.test === 'parent' ? knownOfParent(test, parent) : own(test);
  };
}

interface Parent {
  readonly type: string;
  readonly state: string;
}

/** Of what stands higher than the parent nothing is known. */
function knownOfParent({ type, of }: Extract<Condition, { test: 'parent' }>, parent: Parent | null): boolean | null {
  if (parent === null || (type !== null && type !== parent.type)) return null;
  return definite(of, parent.state);
}

function knownOfChildren({ quantifier }: Children, states: readonly string[]): boolean | null {
  const { every, any, atLeast } = quantifier;
  const meets = (condition: Condition) => states.map((state) => definite(condition, state));
  const counted = any === null ? states.map(() => true) : meets(any);
  const least = any === null ? atLeast : Math.max(1, atLeast);
  const enough = between(counted, (one) => one.filter(Boolean).length >= least);
  const all = every === null ? true : between(meets(every), (one) => one.every(Boolean));
  if (enough === false || all === false) return false;
  return enough === null || all === null ? null : true;
}

/** The answer where it is the same whether what is unknown is true or false. */
function between(values: readonly (boolean | null)[], answer: (known: boolean[]) => boolean): boolean | null {
  const [low, high] = [false, true].map((unknown) => answer(values.map((value) => value ?? unknown)));
  return low === high ? (low ?? null) : null;
}

function definite(condition: Condition, state: string): boolean | null {
  const { true: yes, false: no } = possible(condition, knownState(state));
  return yes === no ? null : yes;
}

function isChildren(test: Condition): test is Children {
  return test.test === 'children';
}

/** Of the record itself, not of what stands above or below it. */
function isOwn({ test }: Condition): boolean {
  return test !== 'children' && test !== 'parent' && test !== 'always';
}

/** What stays as it is while the record changes its state; all else may be true now and false in the next state. */
function staysTheSame(test: Condition): boolean {
  if (test.test === 'applies') return true;
  if (test.test !== 'compare') return false;
  const { subject } = test;
  return subject.from === 'field' || (subject.from === 'record' && subject.name !== 'state');
}

function childTypesOf(tests: readonly Condition[]): string[] {
  return [...new Set(tests.filter(isChildren).map(({ type }) => type))];
}

type Family = readonly [type: string, states: readonly string[]];

/** None, one and more children, in every mixture of those states that the conditions tell apart. */
function familiesOf(type: string, tests: readonly Children[], portal: Portal): Family[] {
  const workflow = portal.workflows[type];
  const own = tests.filter((one) => one.type === type);
  const asked = own.flatMap(({ quantifier }) => [quantifier.every, quantifier.any].filter((one) => one !== null));
  const alike = new Map<string, string>();
  for (const state of workflow === undefined ? [''] : expectedStates(workflow)) {
    alike.set(JSON.stringify(asked.map((one) => definite(one, state))), state);
  }
  const most = Math.min(mostChildren, Math.max(2, ...own.map(({ quantifier }) => quantifier.atLeast)));
  let last: string[][] = [[]];
  const all: string[][] = [[]];
  for (let size = 1; size <= most; size += 1) {
    last = last.flatMap((one) => [...alike.values()].map((state) => [...one, state]));
    all.push(...last);
  }
  return all.map((states) => [type, states]);
}

function parentStates(
  tests: readonly Condition[],
  { portal, type }: { readonly portal: Portal; readonly type: string },
): (Parent | null)[] {
  if (!tests.some(({ test }) => test === 'parent')) return [null];
  const parents = portal.recordTypes[type]?.parents ?? [];
  const states = parents.flatMap((one) => {
    const workflow = portal.workflows[one];
    return workflow === undefined ? [] : [...expectedStates(workflow)].map((state) => ({ type: one, state }));
  });
  return states.length === 0 ? [null] : states;
}

/** Is there a choice of one of each for which this holds? */
function someOf<T>(choices: readonly (readonly T[])[], holds: (chosen: readonly T[]) => boolean): boolean {
  const [first, ...rest] = choices;
  if (first === undefined) return holds([]);
  return first.some((one) => someOf(rest, (others) => holds([one, ...others])));
}
