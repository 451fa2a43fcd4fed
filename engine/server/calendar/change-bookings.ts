/** Carries out what a step books and frees, inside its transaction. */
import type { Booking } from '../../portal/calendar.ts';
import { contextIn } from '../../portal/life/family.ts';
import type { Unfolded } from '../../portal/life/unfold.ts';
import type { Portal } from '../../portal/portal.ts';
import { capacityOf } from '../../portal/slots.ts';
import { signedOut } from '../../portal/visitor.ts';
import type { Queryable } from '../database/database.ts';
import { bookSlot, freeSlot } from './book-slot.ts';

/**
 * @param client in the transaction that writes the records, after they are written
 * @throws HttpError 422 on `slot` where all its places are taken by now
 */
export async function changeBookings(
  client: Queryable,
  portal: Portal,
  { family, booked, freed }: Pick<Unfolded, 'family' | 'booked' | 'freed'>,
): Promise<void> {
  for (const one of freed) await freeSlot(client, one);
  // Always in one order, so that two steps that book several slots never wait for each other.
  for (const { record, booking } of booked.toSorted((a, b) => compare(keyOf(a.booking), keyOf(b.booking)))) {
    const calendar = portal.calendars[booking.calendar];
    const context = contextIn({ portal, visitor: signedOut }, family, record);
    const capacity = calendar === undefined ? 0 : capacityOf(portal, calendar, context);
    await bookSlot(client, { record, booking, capacity });
  }
}

function keyOf({ calendar, office, from }: Booking): string {
  return JSON.stringify([calendar, office, from]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
