/** The choices of a step in a story: slots of a calendar, and a few accounts. */
import type { PickedAccount } from '../engine/portal/workflow/new-records.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { RecordContext } from '../engine/portal/model/record.ts';
import { capacityOf, earliestStart, slotsOn } from '../engine/portal/workflow/slots.ts';
import { transitionOf } from '../engine/portal/workflow/transition.ts';
import { dayAfter } from '../engine/portal/time/working-days.ts';

const accounts = [
  { value: 'story-ana', label: 'Ana Reyes' },
  { value: 'story-ben', label: 'Benjamin de la Cruz-Villanueva' },
  { value: 'story-carla', label: 'Carla Santos' },
];

export function choicesOf(q: string) {
  return accounts.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()));
}

/** The slots of two weeks; every fourth is full. */
export function slotsOf(portal: Portal, context: RecordContext, transition: string) {
  const taken = transitionOf(portal, context.record.type, transition);
  const calendar = portal.calendars[taken?.books ?? ''];
  if (calendar === undefined) return [];
  const earliest = earliestStart(portal, calendar, context.now);
  const free = Math.max(1, capacityOf(portal, calendar, context));
  return Array.from({ length: 14 }, (_, index) => dayAfter(context.today, index))
    .flatMap((date) => slotsOn(portal, calendar, date))
    .filter(({ from }) => from >= earliest)
    .map((slot, index) => ({ ...slot, free: index % 4 === 3 ? 0 : free }));
}

/** The chosen accounts. */
export function chosenAccounts(
  portal: Portal,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, PickedAccount>> {
  const chosen: readonly unknown[] = Array.isArray(input['pick']) ? input['pick'] : [];
  const department = Object.values(portal.departments).find(({ kind }) => kind === 'requester')?.key ?? '';
  return Object.fromEntries(
    chosen.map((value) => [String(value), { account: String(value), department }] as const),
  );
}
