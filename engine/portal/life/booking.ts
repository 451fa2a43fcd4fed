/** The slot that a step books. Whether it can be booked was asked before; whether a place is left, its writer asks. */
import type { Booking, Calendar } from '../calendar.ts';
import type { Portal } from '../portal.ts';
import type { PortalRecord } from '../record.ts';
import { officeOf, slotsOn } from '../slots.ts';
import { localDate } from '../working-days.ts';

/** @returns null where no slot of the calendar begins at this moment */
export function bookingOf(
  portal: Portal,
  calendar: Calendar,
  record: PortalRecord,
  slot: unknown,
): Booking | null {
  const moment = typeof slot === 'string' ? Date.parse(slot) : Number.NaN;
  if (Number.isNaN(moment)) return null;
  const from = new Date(moment).toISOString();
  const found = slotsOn(portal, calendar, localDate(moment, portal.timeZone)).find(
    (one) => one.from === from,
  );
  return found === undefined
    ? null
    : { calendar: calendar.name, office: officeOf(calendar, { record }), ...found };
}
