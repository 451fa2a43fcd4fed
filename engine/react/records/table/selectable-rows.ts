/** Which rows can be selected, and what can be done with several together. */
import type { WireAction, WireRow } from '../../../contract/record.ts';

/** The steps that all of these allow; [] if they share none. */
export function bulkActionsOf(records: readonly WireRow[]): readonly WireAction[] {
  const [first, ...others] = records;
  if (first === undefined) return [];
  return first.actions
    .filter(isForSeveral)
    .filter((action) => others.every(({ actions }) => actions.some((other) => isSame(action, other))));
}

/** Decides whether any step of this record can run in bulk, or somebody can claim or release it. */
export function isSelectable({ actions, assignment = null }: WireRow): boolean {
  return actions.some(isForSeveral) || (assignment !== null && (assignment.claim || assignment.release));
}

/** A slot or a person is chosen for one record at a time. */
function isForSeveral({ bulk, books, pick }: WireAction): boolean {
  return bulk && books === null && pick === null;
}

function isSame(one: WireAction, other: WireAction): boolean {
  return isForSeveral(other) && one.name === other.name && one.input === other.input;
}
