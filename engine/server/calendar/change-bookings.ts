/** Books and frees slots for a step, inside its transaction. */
import { calendarMessages } from '../../locales/calendar.ts';
import { message } from '../../locales/message.ts';
import type { Outcome } from '../../portal/life/decide-command.ts';
import { contextIn } from '../../portal/life/family.ts';
import type { Booking } from '../../portal/model/calendar.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { signedOut } from '../../portal/model/department.ts';
import { capacityOf, type Places, placesOf } from '../../portal/workflow/slots.ts';
import type { Queryable } from '../database/database.ts';
import { unprocessable } from '../http/errors.ts';

/**
 * @param client in the transaction that writes the records, after they are written
 * @throws HttpError 422 on `slot` if all its places have been taken
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
  // Always in the same order, so that two steps with several slots cannot deadlock.
  for (const order of orders.toSorted((a, b) => compare(keyOf(a), keyOf(b)))) await bookSlot(client, order);
}

function keyOf({ booking: { calendar, from }, places: { office, unit } }: BookingOrder): string {
  return JSON.stringify([calendar, office, unit, from]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export interface BookingOrder {
  /** Id of the booking record. */
  readonly record: string;
  readonly booking: Booking;
  /** The set of places that it takes from. */
  readonly places: Places;
  /** Number of places of this slot. */
  readonly capacity: number;
}

const freeBooking = 'DELETE FROM bookings WHERE record = $1 AND calendar = $2';
const insertSlot = `INSERT INTO slots (calendar, office, unit, starts_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
const lockSlot = `SELECT FROM slots WHERE calendar = $1 AND office = $2 AND unit = $3 AND starts_at = $4 FOR UPDATE`;
const insertBooking = `
  INSERT INTO bookings (record, calendar, office, unit, starts_at, ends_at)
  SELECT $5::uuid, $1, $2, $3, $4::timestamptz, $6::timestamptz
  WHERE (SELECT count(*) FROM bookings WHERE calendar = $1 AND office = $2 AND unit = $3 AND starts_at = $4) < $7::int
  RETURNING record`;

/**
 * Books the slot for the record, and frees the record's earlier booking in this calendar.
 * @param client in a transaction: the slot stays locked until it ends
 * @throws HttpError 422 on `slot` if all its places have been taken
 */
export async function bookSlot(
  client: Queryable,
  { record, booking, places, capacity }: BookingOrder,
): Promise<void> {
  const slot = [booking.calendar, places.office ?? '', places.unit ?? '', booking.from];
  await freeSlot(client, { record, booking });
  await client.query(insertSlot, slot);
  await client.query(lockSlot, slot);
  // A separate statement, so that it sees bookings committed while this one waited for the lock.
  const { length } = await client.query(insertBooking, [...slot, record, booking.to, capacity]);
  if (length === 0)
    throw unprocessable({
      slot: [message(calendarMessages.slotTaken)],
    });
}

/** Frees the record's bookings. Free before booking, so that a new booking stays. */
export async function freeSlot(
  client: Queryable,
  { record, booking }: Pick<BookingOrder, 'record' | 'booking'>,
): Promise<void> {
  await client.query(freeBooking, [record, booking.calendar]);
}
