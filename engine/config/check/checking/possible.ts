/** What the checks ask of conditions besides whether they can hold: their tests, whatever joins them. */
import type { Condition } from '../../../portal/model/condition.ts';

export {
  knownColumns,
  knownState,
  possible,
  type KnownTruth as Known,
  type Possible,
} from '../../../portal/conditions/possible.ts';

/** Every test of a condition, whatever joins them. */
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
