/** Sentences about how a record stands. */
import type { Booking } from '../../portal/calendar.ts';
import type { PortalSlice } from '../../portal/slice.ts';
import type { WireAction, WireRecord, WireStep } from '../../portal/wire.ts';
import { sayDate } from '../page/dates.ts';

/** Who has it now; null where that is nobody's turn and nothing is to be said. */
export function sayWhoHas(slice: PortalSlice, record: WireRecord): string | null {
  const { waits_for: waiting } = record;
  const state = slice.recordTypes[record.type]?.states[record.state];
  if (waiting === null) return state?.isFinal === true ? 'Nothing more happens to it.' : null;
  switch (waiting.who) {
    case 'you':
      if (isForColleague(slice, record)) return `${waiting.title ?? 'Your office'} has it. ${colleague}`;
      return record.editable || record.actions.length > 0 ? 'It is your turn.' : 'It is with you.';
    case 'parts':
      return 'It goes on when everything below is done.';
    case 'office':
      return `${waiting.title ?? 'The office'} has it.`;
    case 'party':
      return `It waits for ${waiting.title ?? 'somebody'}.`;
  }
}

const colleague = 'A colleague takes the next step: not everybody may, and nobody approves their own work.';

/** The action that leads on: to the nearest state of the way to a good end that any leads to. */
export function onTheWay({ next, actions }: Pick<WireRecord, 'next' | 'actions'>): WireAction | undefined {
  const [state] = next
    .map((step) => step.state)
    .filter((name) => actions.some((action) => action.to === name));
  return state === undefined ? undefined : actions.find((action) => action.to === state);
}

/** It waits for this visitor's office, but none of the steps that this visitor may take leads on. */
function isForColleague({ departments }: PortalSlice, record: WireRecord): boolean {
  const title = record.waits_for?.title;
  const isOffice = Object.values(departments).some((one) => one.kind !== 'citizen' && one.title === title);
  return isOffice && record.next.length > 0 && onTheWay(record) === undefined;
}

/** Whom a step to come waits for, as one says it to this visitor: "with you", "with Front desk"; null: nobody. */
export function sayWithWhom({ owner, owner_name: name }: WireRecord, step: WireStep, slug: string) {
  if (step.who === null) return null;
  return owner !== null && owner === slug && step.who === name ? 'with you' : `with ${step.who}`;
}

/** Who has it, where a line is short: "You", "Front desk". */
export function whoHas(record: WireRecord): string | null {
  const { waits_for: waiting } = record;
  if (waiting === null) return null;
  return waiting.who === 'you' ? 'You' : waiting.who === 'parts' ? 'The parts below it' : waiting.title;
}

/** Appointment on Tuesday, 24 November 2026, 09:00 to 09:30 */
export function sayBooking({ from, to }: Booking, timeZone: string): string {
  const start = Date.parse(from);
  if (Number.isNaN(start)) return '';
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(start);
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const day = `${weekday}, ${sayDate(from, timeZone)}`;
  return `Appointment on ${day}, ${time.format(start)} to ${time.format(Date.parse(to))}`;
}

/** Settled, one way or the other. */
export function isDone(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'state'>): boolean {
  const state = slice.recordTypes[record.type]?.states[record.state];
  return state !== undefined && (state.isSettled || state.isFinal);
}
