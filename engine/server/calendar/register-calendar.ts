/** The routes for the choices of a transition: slots that can be booked, and accounts. */
import type { FastifyInstance } from 'fastify';
import { calendar as calendarEndpoints, usualDays, type WireSlot } from '../../contract/calendar.ts';
import type { ApiQuery } from '../../contract/contract.ts';
import type { Calendar } from '../../portal/model/calendar.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { capacityOf, earliestStart, latestStart, placesOf, slotsOn } from '../../portal/workflow/slots.ts';
import { presentStep } from '../../portal/succession/succeed-record.ts';
import { mayTake } from '../../portal/workflow/transition.ts';
import { dayAfter, localDate } from '../../portal/time/working-days.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { doorOf } from '../records/change/open-door.ts';
import { openRecord, type RecordName } from '../records/read/open-record.ts';
import { countOwners, listChoices } from '../records/lists/picks.ts';
import {
  recordRequestOf,
  requestContextOf,
  type RecordDesk,
  type RecordRequest,
} from '../records/rows/record-desk.ts';

export function registerCalendar(server: FastifyInstance, desk: RecordDesk): void {
  mount(
    server,
    calendarEndpoints,
    {
      'GET /records/:type/:slug/:transition/slots': async ({ params, query }, request) =>
        listSlots(recordRequestOf(desk, request), { ...params, name: params.transition }, query),
      'GET /records/:type/:slug/:transition/choices': async ({ params, query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return listChoices(
          recordRequestOf(desk, request),
          { ...params, name: params.transition },
          query.q ?? '',
        );
      },
      'GET /records/:type/:slug/:transition/owners': async ({ params, query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return countOwners(recordRequestOf(desk, request), { ...params, name: params.transition }, query);
      },
    },
    { mayAsk: doorOf(desk.application) },
  );
}

/**
 * The slots in the future, including full ones. The record's own booking counts as free.
 * @param asked the name of the transition
 * @throws HttpError 403 if the visitor may not take the transition now, or 404
 */
async function listSlots(
  request: RecordRequest,
  asked: RecordName & { readonly name: string },
  { from: chosenDay, days = usualDays }: ApiQuery<'GET /records/:type/:slug/:transition/slots'>,
): Promise<WireSlot[]> {
  const { portal, visitor } = requestContextOf(request);
  const taken = presentStep(portal, asked.type, asked.name);
  const calendar = portal.calendars[taken?.books ?? ''];
  if (taken === null || calendar === undefined) throw notFound();
  const { stored, view } = await openRecord(request, asked);
  const { context } = stored;
  if (view.level !== 'read' || !mayTake({ portal, visitor, context }, taken)) throw forbidden();
  const earliest = earliestStart(portal, calendar, context.now);
  const latest = latestStart(portal, calendar, context.now);
  const first = chosenDay ?? localDate(Date.parse(earliest), portal.timeZone);
  const slots = Array.from({ length: days }, (_, index) => dayAfter(first, index))
    .flatMap((date) => slotsOn(portal, calendar, date))
    .filter(({ from }) => from >= earliest && from > context.now && from <= latest);
  const counts = await countTaken(request, { calendar, context, slots });
  const capacity = capacityOf(portal, calendar, context);
  return slots.map((slot) => ({ ...slot, free: Math.max(0, capacity - (counts.get(slot.from) ?? 0)) }));
}

interface SlotCount {
  readonly calendar: Calendar;
  readonly context: RecordContext;
  readonly slots: readonly { readonly from: string }[];
}

const countBookings = `
  SELECT starts_at, count(*) AS taken FROM bookings
  WHERE calendar = $1 AND office = $2 AND unit = $3 AND starts_at BETWEEN $4 AND $5 AND record <> $6
  GROUP BY starts_at`;

/** Number of bookings by others for each slot, keyed by its start. */
async function countTaken(
  request: RecordRequest,
  { calendar, context, slots }: SlotCount,
): Promise<Map<string, number>> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const { office, unit } = placesOf(requestContextOf(request).portal, calendar, context);
  const values = [calendar.name, office ?? '', unit ?? '', first.from, last.from, context.record.id];
  const rows = await request.desk.application.database.query<{ starts_at: Date; taken: number }>(
    countBookings,
    values,
  );
  return new Map(rows.map(({ starts_at, taken }) => [starts_at.toISOString(), taken]));
}
