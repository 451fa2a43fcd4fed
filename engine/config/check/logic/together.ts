/** Whether conditions of a record can hold together, tried over small families of children and every truth of its fields. */
import type { Condition, ConditionOf } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { askedTogether, keyOf, knownIn, worldsOf } from './one-value.ts';
import { knownState, possible, testsOf, type Known } from '../checking/possible.ts';
import { expectedStates } from './reach.ts';

/** More than this is not tried: then they can. */
const triedAtMost = 20_000;

/** When the conditions are asked: all at once in a state, or one after the other. */
export type RelativeQuestion =
  | { readonly state: string }
  /** Tests that may answer otherwise the next time; all others answer the same each time. */
  | { readonly turns: (test: Condition) => boolean };

/** @returns true also where there is too much to try */
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
  const worlds = worldsOf(askedTogether(tests), triedAtMost / around);
  if (worlds === null) return true;
  return someOf(families, (children) =>
    parents.some((parent) =>
      worlds.some((world) => {
        const relatives = knownAround(children.flat(), parent, knownIn(world));
        const others: Known = (test) => (turns(test) ? null : relatives(test));
        const known = 'state' in asking ? knownState(asking.state, others) : others;
        return conditions.every((condition) => possible(condition, known).true);
      }),
    ),
  );
}

/** A record above or below, by what it answers to the conditions that are asked of it; null where it may be either. */
interface Relative {
  readonly type: string;
  readonly answers: ReadonlyMap<string, boolean | null>;
}

function knownAround(children: readonly Relative[], parent: Relative | null, own: Known): Known {
  return (test) => {
    if (isChildren(test)) return knownOfChildren(test, children) ?? own(test);
    return isParent(test) ? (knownOfParent(test, parent) ?? own(test)) : own(test);
  };
}

/** Of what stands higher than the parent nothing is known. */
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

/** The answer where it is the same whether what is unknown is true or false. */
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

/** For each type none, one and more children, in every mixture of those that the conditions tell apart; null: too many. */
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

/** Up to so many of these, each as often as it may be; null where there are too many mixtures. */
function mixturesOf(relatives: readonly Relative[], most: number): Relative[][] | null {
  let count = 1;
  for (let size = 1; size <= most; size += 1) count = (count * (relatives.length + size)) / size;
  if (count > triedAtMost) return null;
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

/** In every state and with every truth of its fields; those that answer alike once. */
function relativesOf(type: string, asked: readonly Condition[], portal: Portal): Relative[] {
  const workflow = portal.workflows[type];
  const worlds = worldsOf(askedTogether(asked.flatMap(testsOf)), triedAtMost) ?? [new Map<string, boolean>()];
  const alike = new Map<string, Relative>();
  for (const state of workflow === undefined ? [''] : expectedStates(workflow)) {
    for (const world of worlds) {
      const known = knownState(state, knownIn(world));
      const answers = new Map(asked.map((one) => [keyOf(one), definite(one, known)]));
      alike.set(JSON.stringify([...answers.values()]), { type, answers });
    }
  }
  return [...alike.values()];
}

function definite(condition: Condition, known: Known): boolean | null {
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

/** Is there a choice of one of each for which this holds? */
function someOf<T>(choices: readonly (readonly T[])[], holds: (chosen: readonly T[]) => boolean): boolean {
  const [first, ...rest] = choices;
  if (first === undefined) return holds([]);
  return first.some((one) => someOf(rest, (others) => holds([one, ...others])));
}
