/** Steps that can be taken for several records at once: those that each of them allows, and that ask nothing of its own. */
import type { WireAction, WireRecord } from '../../../contract/record.ts';

/** What may be taken for all of these; [] where they have nothing in common. */
export function bulkActionsOf(records: readonly WireRecord[]): readonly WireAction[] {
  const [first, ...others] = records;
  if (first === undefined) return [];
  return first.actions
    .filter(isForSeveral)
    .filter((action) => others.every(({ actions }) => actions.some((other) => isSame(action, other))));
}

/** Can anything be taken for this record together with others? */
export function isSelectable(record: WireRecord): boolean {
  return record.actions.some(isForSeveral);
}

/** A time or a person is chosen for one record at a time. */
function isForSeveral({ bulk, books, pick }: WireAction): boolean {
  return bulk && books === null && pick === null;
}

function isSame(one: WireAction, other: WireAction): boolean {
  return isForSeveral(other) && one.name === other.name && one.input === other.input;
}
