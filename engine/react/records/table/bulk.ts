/** Steps for several records at once: each record allows them, and they need no separate input. */
import type { WireAction, WireRecord } from '../../../contract/record.ts';

/** The steps that all of these allow; [] if they share none. */
export function bulkActionsOf(records: readonly WireRecord[]): readonly WireAction[] {
  const [first, ...others] = records;
  if (first === undefined) return [];
  return first.actions
    .filter(isForSeveral)
    .filter((action) => others.every(({ actions }) => actions.some((other) => isSame(action, other))));
}

/** Decides whether any step of this record can run in bulk. */
export function isSelectable(record: WireRecord): boolean {
  return record.actions.some(isForSeveral);
}

/** A slot or a person is chosen for one record at a time. */
function isForSeveral({ bulk, books, pick }: WireAction): boolean {
  return bulk && books === null && pick === null;
}

function isSame(one: WireAction, other: WireAction): boolean {
  return isForSeveral(other) && one.name === other.name && one.input === other.input;
}
