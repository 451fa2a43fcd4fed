/** States that take the place of earlier ones. */
import type { Portal } from '../model/portal.ts';

export interface StateRename {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** The states that records move out of. A former name that is a state again does not count. */
export function renamingsOf({ recordTypes, workflows }: Portal): StateRename[] {
  return Object.values(workflows)
    .filter(({ of }) => Object.hasOwn(recordTypes, of))
    .flatMap(({ of: type, states }) => {
      const former = Object.values(states).flatMap(({ key, formerly }) =>
        formerly.filter((from) => !Object.hasOwn(states, from)).map((from) => [from, key] as const),
      );
      // The first state that names it gets the records.
      return [...new Map(former.toReversed())].map(([from, to]) => ({ type, from, to }));
    });
}
