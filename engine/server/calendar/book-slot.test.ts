/** Parallel bookings: exactly as many succeed as there are places, and all others are refused. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Booking } from '../../portal/model/calendar.ts';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../database/testing.ts';
import { calendarMessages } from '../../locales/calendar.ts';
import { message } from '../../locales/message.ts';
import type { HttpError } from '../http/errors.ts';
import { bookSlot, freeSlot } from './change-bookings.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.end());

const nine: Booking = {
  calendar: 'counter',
  office: 'desk',
  from: '2026-12-01T01:00:00.000Z',
  to: '2026-12-01T01:30:00.000Z',
};

async function makeRecord(): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO records (id, slug, type, state, ancestors, version, data, items, search, created_at, updated_at)
     VALUES ($1, $2, 'loan', 'asked', '{}', 1, '{}', '{}', '', now(), now())`,
    [id, id],
  );
  return id;
}

function book(record: string, booking: Booking, capacity: number, unit: string | null = null): Promise<void> {
  const places = { office: booking.office, unit };
  return database.transaction((client) => bookSlot(client, { record, booking, places, capacity }));
}

async function countOf({ from }: Booking): Promise<number> {
  const rows = await database.query('SELECT FROM bookings WHERE starts_at = $1', [from]);
  return rows.length;
}

test('gives the last places once when twenty ask for them at the same moment', async () => {
  const records = await Promise.all(Array.from({ length: 20 }, makeRecord));
  const outcomes = await Promise.allSettled(records.map((record) => book(record, nine, 3)));
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(17);
  const errors = { slot: [message(calendarMessages.slotTaken)] };
  expect(refused.map(({ reason }) => (reason as HttpError).problem)).toEqual(
    refused.map(() => ({ status: 422, code: 'invalid', errors })),
  );
  expect(await countOf(nine)).toBe(3);
});

test('gives the last place of each unit once, and lets two units book the same slot', async () => {
  const two = { ...nine, from: '2026-12-04T06:00:00.000Z', to: '2026-12-04T06:30:00.000Z' };
  const units = ['hill', 'hill', 'shore', 'shore', null, null];
  const records = await Promise.all(units.map(makeRecord));
  const outcomes = await Promise.allSettled(units.map((unit, at) => book(records[at] ?? '', two, 1, unit)));
  const given = units.filter((_, at) => outcomes[at]?.status === 'fulfilled');
  expect(given).toEqual(['hill', 'shore', null]);
});

test('moves a booking, and keeps it where the other slot is full', async () => {
  const ten = { ...nine, from: '2026-12-02T02:00:00.000Z', to: '2026-12-02T02:30:00.000Z' };
  const eleven = { ...nine, from: '2026-12-02T03:00:00.000Z', to: '2026-12-02T03:30:00.000Z' };
  const [one, other] = [await makeRecord(), await makeRecord()];
  await book(one, ten, 1);
  await book(one, ten, 1);
  await book(other, eleven, 1);
  await expect(book(other, ten, 1)).rejects.toMatchObject({ status: 422 });
  expect([await countOf(ten), await countOf(eleven)]).toEqual([1, 1]);
  await database.transaction((client) => freeSlot(client, { record: one, booking: ten }));
  await book(other, ten, 1);
  expect([await countOf(ten), await countOf(eleven)]).toEqual([1, 0]);
});

test('frees the place when the transaction that booked it is rolled back', async () => {
  const noon = { ...nine, from: '2026-12-03T04:00:00.000Z', to: '2026-12-03T04:30:00.000Z' };
  const record = await makeRecord();
  const failing = database.transaction(async (client) => {
    await bookSlot(client, {
      record,
      booking: noon,
      places: { office: noon.office, unit: null },
      capacity: 1,
    });
    throw new Error('afterwards');
  });
  await expect(failing).rejects.toThrow('afterwards');
  await book(await makeRecord(), noon, 1);
  expect(await countOf(noon)).toBe(1);
});
