/** Slots of a calendar: those of a day, those that can be booked now, and their capacity. */
import type { Booking, Calendar } from '../model/calendar.ts';
import { addDuration, dayZero, endAfter, momentAt, workingDateAfter } from '../time/days.ts';
import type { FieldErrors } from '../forms/form-verdict.ts';
import { readField } from '../conditions/field-value.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';
import type { Transition } from '../model/workflow.ts';
import { isWorkingDay, localDate, weekdayOf } from '../time/working-days.ts';
import { calendarMessages } from '../../locales/calendar.ts';
import { message, type Message } from '../../locales/message.ts';
import { anHour, aMinute } from '../time/lengths.ts';

/** ISO date-times. */
export type Slot = Pick<Booking, 'from' | 'to'>;

type PortalTime = Pick<Portal, 'days' | 'timeZone'>;

/** The slots of a date (`2026-11-27`); none if the calendar is closed. */
export function slotsOn({ days, timeZone }: PortalTime, calendar: Calendar, date: string): Slot[] {
  const weekday = weekdayOf(date);
  if (weekday === null || !calendar.days.includes(weekday) || !isWorkingDay(date, days)) return [];
  return calendar.times.flatMap(({ from, to, each }) => {
    const length = each.amount * (each.unit === 'hour' ? anHour : aMinute);
    const end = Date.parse(momentAt(date, to, timeZone));
    const slots: Slot[] = [];
    if (length <= 0) return slots;
    for (let at = Date.parse(momentAt(date, from, timeZone)); at + length <= end; at += length) {
      slots.push({ from: new Date(at).toISOString(), to: new Date(at + length).toISOString() });
    }
    return slots;
  });
}

/** Slots before this moment (ISO date-time) can no longer be booked. */
export function earliestStart({ days, timeZone }: PortalTime, { notice }: Calendar, now: string): string {
  if (notice === null) return now;
  if (notice.unit !== 'working day') return addDuration(days, timeZone, now, notice);
  const date = workingDateAfter(days, dayZero(days, timeZone, now), notice.amount);
  const start = momentAt(date, '00:00', timeZone);
  return start > now ? start : now;
}

/** Slots after this moment (ISO date-time) cannot be booked yet. */
export function latestStart(
  { days, timeZone }: PortalTime,
  { ahead }: Pick<Calendar, 'ahead'>,
  now: string,
): string {
  return endAfter(days, timeZone, localDate(Date.parse(now), timeZone), ahead);
}

/** The owner of a set of places: the record's office, or everybody. */
function officeOf({ isPerOffice }: Calendar, { record }: Pick<RecordContext, 'record'>): string | null {
  return isPerOffice ? record.office : null;
}

/** The key of a set of places; null: everybody. */
export interface Places {
  readonly office: string | null;
  /** Unit of the office; null if the office has no units, or the record has none. */
  readonly unit: string | null;
}

/** The set of places for a record: those of its unit, of its office, or of everybody. */
export function placesOf(
  { departments }: Pick<Portal, 'departments'>,
  calendar: Calendar,
  context: Pick<RecordContext, 'record'>,
): Places {
  const office = officeOf(calendar, context);
  const hasUnits = office !== null && (departments[office]?.units ?? null) !== null;
  return { office, unit: hasUnits ? context.record.unit : null };
}

/** The capacity of one slot. If the office or the field that defines it has no value, nobody may book. */
export function capacityOf(portal: Portal, { capacity }: Calendar, context: RecordContext): number {
  if (typeof capacity === 'number') return capacity;
  const said =
    'officeConstant' in capacity
      ? portal.departments[context.record.office ?? '']?.constants[capacity.officeConstant]
      : readField(capacity.field, { portal, visitor: signedOut, context });
  const count = Number(said ?? 0);
  return Number.isInteger(count) && count > 0 ? count : 0;
}

/** The booking, or a message why it is impossible. Whether the slot is full is checked elsewhere. */
export type BookingChoice = { readonly booking: Booking } | { readonly problem: Message };

/** @param slot the answer: the start of the slot (ISO date-time) */
export function chooseSlot(
  portal: Portal,
  context: RecordContext,
  calendarName: string,
  slot: unknown,
): BookingChoice {
  const calendar = Object.hasOwn(portal.calendars, calendarName) ? portal.calendars[calendarName] : undefined;
  const at = typeof slot === 'string' ? Date.parse(slot) : Number.NaN;
  if (calendar === undefined || Number.isNaN(at)) return { problem: message(calendarMessages.noSlotChosen) };
  const from = new Date(at).toISOString();
  const date = localDate(at, portal.timeZone);
  const found = slotsOn(portal, calendar, date).find((one) => one.from === from);
  if (at <= Date.parse(context.now)) return { problem: message(calendarMessages.slotInPast) };
  if (found === undefined) return { problem: closedMessage(portal, calendar, date) };
  if (from < earliestStart(portal, calendar, context.now)) {
    return { problem: message(calendarMessages.slotTooSoon) };
  }
  if (from > latestStart(portal, calendar, context.now)) {
    return { problem: message(calendarMessages.slotTooFarAhead) };
  }
  return { booking: { calendar: calendarName, office: officeOf(calendar, context), ...found } };
}

/** Errors in the slot of a step, by field; none if the step books nothing. */
export function slotErrors(
  portal: Portal,
  context: RecordContext,
  { books }: Pick<Transition, 'books'>,
): FieldErrors {
  if (books === null) return {};
  const chosen = chooseSlot(portal, context, books, context.input['slot']);
  return 'problem' in chosen ? { slot: [chosen.problem] } : {};
}

function closedMessage(portal: Portal, calendar: Calendar, date: string): Message {
  const holiday = portal.days.holidays.find(({ day }) => day === date || day === date.slice(5));
  if (holiday !== undefined)
    return message(calendarMessages.closedForHoliday, {
      holiday: { text: holiday.title, kind: 'name' },
    });
  const isOpen = slotsOn(portal, calendar, date).length > 0;
  return isOpen ? message(calendarMessages.noSuchSlot) : message(calendarMessages.closedDay);
}
