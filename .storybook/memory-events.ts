/** The events of a story's record, for its history. */
import type { Family } from '../engine/portal/life/family.ts';
import type { PendingEvent } from '../engine/portal/life/decision-draft.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { WireEvent } from '../engine/contract/record.ts';
import { eventRemark, eventText } from '../engine/server/records/read/event-text.ts';

export function eventOf(portal: Portal, event: PendingEvent, { now }: Family): WireEvent {
  const { what, state, department, after } = event;
  return {
    at: now,
    photo: null,
    who: event.account === null ? portal.title : 'Ana Reyes',
    acted_for: null,
    department,
    what,
    state,
    text: eventText(portal, after, event, []),
    remark: eventRemark(portal, after.type, event),
    changes: null,
  };
}
