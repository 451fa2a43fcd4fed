/** The history as it is read: in order, and without one row for each time that somebody saved. */
import type { WireEvent } from '../../../portal/wire/wire.ts';

/** Of several savings by the same person in a row only the last stands. */
export function withoutRepeats(events: readonly WireEvent[]): readonly WireEvent[] {
  const ordered = events.toSorted((a, b) => a.at.localeCompare(b.at));
  return ordered.filter((event, index) => {
    const following = ordered[index + 1];
    return event.what !== 'saved' || following?.what !== 'saved' || following.who !== event.who;
  });
}
