/** Carries out what a step books and frees, inside its transaction. */
import { contextIn } from '../../portal/life/family.ts';
import type { Outcome } from '../../portal/life/decide-command.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { capacityOf, placesOf } from '../../portal/workflow/slots.ts';
import { signedOut } from '../../portal/model/visitor.ts';
import type { Queryable } from '../database/database.ts';
import { type BookingOrder, bookSlot, freeSlot } from './book-slot.ts';

/**
 * @param client in the transaction that writes the records, after they are written
 * @throws HttpError 422 on `slot` where all its places are taken by now
 */
export async function changeBookings(
  client: Queryable,
  portal: Portal,
  { family, booked, freed }: Pick<Outcome, 'family' | 'booked' | 'freed'>,
): Promise<void> {
  for (const one of freed) await freeSlot(client, one);
  const orders = booked.map(({ record, booking }): BookingOrder => {
    const context = contextIn({ portal, visitor: signedOut }, family, record);
    const calendar = portal.calendars[booking.calendar];
    if (calendar === undefined) return { record, booking, places: { office: null, unit: null }, capacity: 0 };
    const places = placesOf(portal, calendar, context);
    return { record, booking, places, capacity: capacityOf(portal, calendar, context) };
  });
  // Always in one order, so that two steps that book several slots never wait for each other.
  for (const order of orders.toSorted((a, b) => compare(keyOf(a), keyOf(b)))) await bookSlot(client, order);
}

function keyOf({ booking: { calendar, from }, places: { office, unit } }: BookingOrder): string {
  return JSON.stringify([calendar, office, unit, from]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
