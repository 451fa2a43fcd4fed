/** What happened to a record of a story, as its history tells it. */
import type { Family } from '../engine/portal/life/family.ts';
import type { PendingEvent } from '../engine/portal/life/work.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { WireEvent } from '../engine/portal/wire/wire.ts';
import { eventRemark, eventText } from '../engine/server/records/read/event-text.ts';

export function eventOf(portal: Portal, told: PendingEvent, { now }: Family): WireEvent {
  const { what, state, department, after } = told;
  return {
    at: now,
    who: told.account === null ? portal.title : 'Ana Reyes',
    department,
    what,
    state,
    text: eventText(portal, after, told, []),
    remark: eventRemark(portal, after.type, told),
  };
}
