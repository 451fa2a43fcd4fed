/** Places of a record that records below it take: whether one is left, and whose turn it is. */
import { readFact } from '../conditions/evaluate.ts';
import type { RecordScope } from '../conditions/scope.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import { type CapacityRule, placesLeft } from '../model/record-type.ts';

/** Decides whether the record has no place, would take one in this state, and none is left. */
export function isFullFor(scope: RecordScope, state: string): boolean {
  const { portal, context } = scope;
  const { record, ancestors } = context;
  const rule = capacityFor(portal, record.type, ancestors[0]);
  if (rule === null || !rule.states.includes(state) || rule.states.includes(record.state)) return false;
  const left = readFact(placesLeft, scope);
  return typeof left !== 'number' || left <= 0;
}

/**
 * The order in which triggers are checked: records without a place in the order in which they entered their states,
 * so that the first of a queue moves up first. All others keep their positions.
 */
export function inTurn(
  portal: Portal,
  members: ReadonlyMap<string, { readonly record: PortalRecord }>,
): string[] {
  const waits = ({ type, state, parent }: PortalRecord): boolean => {
    const rule = capacityFor(portal, type, members.get(parent ?? '')?.record);
    return rule !== null && !rule.states.includes(state);
  };
  const records = Array.from(members.values(), ({ record }) => record);
  const queue = records
    .filter(waits)
    .toSorted((a, b) => (a.since < b.since ? -1 : Number(a.since > b.since)));
  const waiting = new Set(queue);
  const next = queue.values();
  return records.map((record) => (waiting.has(record) ? (next.next().value ?? record).id : record.id));
}

/** The rule of the record above, if it counts records of this type; null: they take no places. */
function capacityFor(portal: Portal, type: string, above: PortalRecord | undefined): CapacityRule | null {
  const rule = above === undefined ? null : (portal.recordTypes[above.type]?.capacity ?? null);
  return rule?.of === type ? rule : null;
}
