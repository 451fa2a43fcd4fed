/** What an event changed in the answers of a record: the values before and after, as far as its reader may know them. */
import type { WireEvent } from '../../../contract/record.ts';
import { viewOf } from '../../../portal/access/access.ts';
import { visibleData } from '../../../portal/access/visible-data.ts';
import type { RecordScope } from '../../../portal/conditions/scope.ts';
import type { PortalRecord } from '../../../portal/model/record.ts';
import { type Entries, valueOf } from '../../history/event-chain.ts';

interface EventEntries {
  /** The state after the event. */
  readonly state: string;
  readonly entries: Entries | null;
}

/**
 * Only the reader of the record as it was then learns what changed: nobody sees what a draft said before it was sent.
 * @param scope the record as it is now
 * @param events from the first on
 * @returns null for an event without a visible change
 */
export function changesOfEvents(
  scope: RecordScope,
  events: readonly EventEntries[],
): readonly WireEvent['changes'][] {
  const isShown = fieldsInState(scope);
  const known: Record<string, unknown> = {};
  return events.map(({ state, entries }, index) => {
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    for (const [name, value] of answersIn(entries ?? {})) {
      // What was erased from the history is not known any more.
      if (value !== undefined && known[name] !== undefined) before[name] = known[name];
      if (value !== undefined) after[name] = value;
      known[name] = value;
    }
    const [shownBefore, shownAfter] = [isShown(state, before), isShown(state, after)];
    // The first event has all answers.
    return index === 0 || Object.keys(shownAfter).length === 0
      ? null
      : { before: shownBefore, after: shownAfter };
  });
}

const answer = 'data.';

function answersIn(entries: Entries): (readonly [name: string, value: unknown])[] {
  return Object.entries(entries).flatMap(([field, entry]) =>
    field.startsWith(answer) ? [[field.slice(answer.length), valueOf(entry)] as const] : [],
  );
}

/** Those answers that the visitor may read now, and could read in that state. Those of steps are shown elsewhere. */
function fieldsInState({
  portal,
  visitor,
  context,
}: RecordScope): (state: string, data: PortalRecord['data']) => PortalRecord['data'] {
  const { record } = context;
  const steps = portal.workflows[record.type]?.transitions ?? {};
  const viewIn = (state: string) =>
    viewOf({ portal, visitor, context: { ...context, record: { ...record, state } } });
  const now = viewIn(record.state);
  const views = new Map<string, ReturnType<typeof viewIn>>();
  return (state, data) => {
    if (!views.has(state)) views.set(state, viewIn(state));
    const then = views.get(state) ?? null;
    if (now?.level !== 'read' || then?.level !== 'read') return {};
    const seen = Object.entries(visibleData(then, visibleData(now, data)));
    return Object.fromEntries(seen.filter(([name]) => !Object.hasOwn(steps, name) && name !== 'assessment'));
  };
}
