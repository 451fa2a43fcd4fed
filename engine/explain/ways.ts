/** Finds the smallest changes that turn a condition, and the steps that lead to a state. */
import { keyOf, testsBySubject } from '../config/logic/one-value.ts';
import { worldsOf } from '../config/logic/satisfiability.ts';
import { type KnownTruth, possible, testsOf } from '../portal/conditions/possible.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Workflow } from '../portal/model/workflow.ts';
import { conditionText } from '../plan/condition-text.ts';
import type { WayStep } from './explanation.ts';

/** The most combinations to try. */
const mostWorlds = 5000;
const mostWays = 3;

/** The truth of the condition as far as it is known; null: it can be either. */
export function definite(condition: Condition, known: KnownTruth): boolean | null {
  const can = possible(condition, known);
  return can.true === can.false ? null : can.true;
}

/**
 * The smallest sets of facts that would give the condition this result.
 * @param present the results of its tests now
 * @returns each set in the words of conditions; none if there are too many combinations, or no combination does it
 */
export function waysTo(
  condition: Condition,
  present: KnownTruth,
  wanted: boolean,
): readonly (readonly string[])[] {
  const tests = [...new Map(testsOf(condition).map((test) => [keyOf(test), test])).values()].filter(
    ({ test }) => test !== 'always',
  );
  const together = testsBySubject(tests);
  const grouped = new Set(together.flatMap(({ keys }) => keys));
  const alone = tests.map(keyOf).filter((key) => !grouped.has(key));
  const worlds = worldsOf(
    [...together, ...alone.map((key) => ({ keys: [key], truths: [[true], [false]] }))],
    mostWorlds,
  );
  const found = new Map<string, readonly string[]>();
  for (const world of worlds ?? []) {
    if (definite(condition, world) !== wanted) continue;
    const changes = neededChanges(condition, { tests, present, world, wanted });
    const said = changes.map((test) =>
      world(test) === true ? conditionText(test) : conditionText({ test: 'not', of: test }),
    );
    found.set(said.join('\n'), said);
  }
  const all = [...found.values()].filter(({ length }) => length > 0);
  const least = Math.min(...all.map(({ length }) => length));
  return all.filter(({ length }) => length === least).slice(0, mostWays);
}

/** The tests whose results must change for the condition to have the wanted result, whatever is not known. */
function neededChanges(
  condition: Condition,
  {
    tests,
    present,
    world,
    wanted,
  }: {
    readonly tests: readonly Condition[];
    readonly present: KnownTruth;
    readonly world: KnownTruth;
    readonly wanted: boolean;
  },
): readonly Condition[] {
  let needed = tests.filter((test) => world(test) !== present(test));
  for (const test of needed) {
    const fewer = needed.filter((one) => one !== test);
    const keys = new Set(fewer.map(keyOf));
    const known: KnownTruth = (one) => (keys.has(keyOf(one)) ? world(one) : present(one));
    if (definite(condition, known) === wanted) needed = fewer;
  }
  return needed;
}

/**
 * The shortest way through the workflow to one of the states.
 * @returns null if no steps lead there
 */
export function stepsTo(
  { transitions }: Pick<Workflow, 'transitions'>,
  from: string,
  targets: readonly string[],
): readonly WayStep[] | null {
  const ways = new Map<string, readonly WayStep[]>([[from, []]]);
  for (const [state, way] of ways) {
    if (targets.includes(state)) return way;
    for (const step of Object.values(transitions)) {
      if (!step.from.includes(state)) continue;
      for (const to of [step.to, ...step.toCases.map((one) => one.to)]) {
        const by = step.by === null ? null : conditionText(step.by);
        if (to !== '' && !ways.has(to))
          ways.set(to, [...way, { transition: step.name, title: step.title, by, to }]);
      }
    }
  }
  return null;
}
