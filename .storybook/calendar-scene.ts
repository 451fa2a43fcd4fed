/** A well-booked day in a calendar, for the story of its page. */
import type { Scope } from '../engine/portal/conditions/scope.ts';
import type { PortalRecord } from '../engine/portal/model/record.ts';
import { slotsOn } from '../engine/portal/workflow/slots.ts';
import { dayAfter, localDate } from '../engine/portal/time/working-days.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Scene } from './story.ts';

const fortnight = 14;

/**
 * Books the slots of the next open day for the visitor's office.
 * @param place creates a record of the type in the calendar
 * @returns the path of that day
 */
export function playCalendar(
  { portal, visitor }: Scope,
  store: MemoryStore,
  { scene, place }: CalendarPlay,
): string {
  const { path, type } = scene;
  const steps = Object.values(portal.workflows[type]?.transitions ?? {});
  const step = steps.find(({ books }) => books !== null);
  const calendar = portal.calendars[step?.books ?? ''];
  if (step === undefined || calendar === undefined) return path;
  const { today } = store.family();
  const days = Array.from({ length: fortnight }, (_, index) => dayAfter(today, index + 1));
  const slots = days.map((date) => slotsOn(portal, calendar, date)).find(({ length }) => length > 0) ?? [];
  const office = visitor.department;
  for (const slot of slots) {
    const record = place();
    const booking = { calendar: calendar.name, office, ...slot };
    if (record !== null) store.set({ ...record, state: step.to, office, booking });
  }
  const [first] = slots;
  return first === undefined ? path : `${path}?day=${localDate(Date.parse(first.from), portal.timeZone)}`;
}

export interface CalendarPlay {
  readonly scene: Extract<Scene, { show: 'calendar' }>;
  readonly place: () => PortalRecord | null;
}
