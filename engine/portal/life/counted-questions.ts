/** The questions through which derived values read the records that name theirs. */
import { draftState } from '../access/access.ts';
import { isCounted } from '../conditions/derived-values.ts';
import { knownState, possible } from '../conditions/possible.ts';
import type { Portal } from '../model/portal.ts';
import type { DerivedValue } from '../model/record-type.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** A question whose answers name records, where a derived value of theirs reads those that name them. */
export interface CountedQuestion {
  /** The record type that asks it. */
  readonly of: string;
  /** Keys from the root of `data`. */
  readonly keys: readonly string[];
  /** The states in which such a record may be read. A draft names nothing yet. */
  readonly states: readonly string[];
}

/** The questions that derived values of each record type count through. A portal without any has an empty map. */
export const countedQuestions = onceForEach(
  (portal: Portal): ReadonlyMap<string, readonly CountedQuestion[]> =>
    new Map(
      Object.values(portal.recordTypes).flatMap(({ type, derived }) => {
        const asked = Object.values(derived).flatMap((one) => questionsIn(portal, one));
        const same = Object.values(Object.groupBy(asked, ({ of, keys }) => JSON.stringify([of, keys])));
        const questions = same.flatMap((some = []) => {
          const states = [...new Set(some.flatMap((one) => one.states))];
          return some.slice(0, 1).map((one) => ({ ...one, states }));
        });
        return questions.length === 0 ? [] : [[type, questions] as const];
      }),
    ),
);

function questionsIn(portal: Portal, derived: DerivedValue): CountedQuestion[] {
  const inParts = (...parts: readonly DerivedValue[]) => parts.flatMap((one) => questionsIn(portal, one));
  if (derived.measure === 'percent') return inParts(derived.part, derived.of);
  if (derived.measure === 'less') return inParts(derived.of, derived.less);
  if (!isCounted(derived) || derived.through === undefined) return [];
  const { of, where, through: keys } = derived;
  const draft = draftState(portal, of);
  const states = Object.keys(portal.workflows[of]?.states ?? {}).filter(
    (state) => state !== draft && possible(where, knownState(state)).true,
  );
  return [{ of, keys, states }];
}
