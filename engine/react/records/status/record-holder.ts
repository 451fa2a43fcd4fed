/** Sentences about the status of a record. */
import type { Booking } from '../../../portal/model/calendar.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireAction, WireRecord, WireStep } from '../../../contract/record.ts';
import { dateFormat, sayDate, sayTime } from '../../page/dates.ts';
import { text } from '../../text.ts';
import { ownItems } from './papers-to-send.ts';
import { calendarMessages } from '../../../locales/calendar.ts';
import { recordMessages } from '../../../locales/records.ts';

/** The current holder; null if it is nobody's turn. */
export function sayHolder(slice: PortalSlice, record: WireRecord): string | null {
  const { waits_for: waiting } = record;
  const state = slice.recordTypes[record.type]?.states[record.state];
  if (waiting === null) return state?.isFinal === true ? text(recordMessages.nothingMoreHappens) : null;
  switch (waiting.who) {
    case 'you':
      if (isForColleague(slice, record))
        return text(recordMessages.colleagueTakesNextStep, {
          office: waiting.title ?? text(recordMessages.yourOffice),
        });
      return sayOwnTurn(record);
    case 'parts':
      return sayParts(record);
    case 'office':
      return text(recordMessages.heldByOffice, { office: waiting.title ?? text(recordMessages.office) });
    case 'party':
      return waiting.title === null
        ? text(recordMessages.waitsForSomebody)
        : text(recordMessages.waitsForParty, { who: waiting.title });
  }
}

/** The task of the visitor whose turn it is. */
function sayOwnTurn(record: WireRecord): string {
  const { returned, missing } = ownItems(record);
  if (returned.length > 0) return text(recordMessages.papersToCorrect, { count: returned.length });
  if (missing.length > 0) return text(recordMessages.papersToSend, { count: missing.length });
  return record.editable || record.actions.length > 0
    ? text(recordMessages.yourTurn)
    : text(recordMessages.heldByYou);
}

function sayParts({ parts }: WireRecord): string {
  const count = parts.reduce((sum, { offices }) => sum + offices, 0);
  return count === 0 ? text(recordMessages.waitsForParts) : text(recordMessages.officesWaitForYou, { count });
}

/** The action that leads to the nearest state on the path to a good end. */
export function nextAction({ next, actions }: Pick<WireRecord, 'next' | 'actions'>): WireAction | undefined {
  const [state] = next
    .map((step) => step.state)
    .filter((name) => actions.some((action) => action.to === name));
  return state === undefined ? undefined : actions.find((action) => action.to === state);
}

/** It waits for this visitor's office, but this visitor may take none of the steps that lead on. */
function isForColleague({ departments }: PortalSlice, record: WireRecord): boolean {
  const key = record.waits_for?.key ?? '';
  const isOffice = Object.hasOwn(departments, key) && departments[key]?.kind !== 'citizen';
  return isOffice && record.next.length > 0 && nextAction(record) === undefined;
}

/** The holder at a later step, as seen by this visitor: "with you", "with Front desk"; null: nobody. */
export function sayHolderOfStep({ owner }: WireRecord, step: WireStep, slug: string) {
  if (step.who === null) return null;
  return owner !== null && owner === slug && step.key === 'owner'
    ? text(recordMessages.stepWithYou)
    : text(recordMessages.stepWith, { who: step.who });
}

/** The current holder for short lines: "You", "Front desk". */
export function holderOf(record: WireRecord): string | null {
  const { waits_for: waiting } = record;
  if (waiting === null) return null;
  return waiting.who === 'you'
    ? text(recordMessages.holderYou)
    : waiting.who === 'parts'
      ? text(recordMessages.holderParts)
      : waiting.title;
}

/** Appointment on Tuesday, 24 November 2026, 09:00 to 09:30 */
export function sayBooking({ from, to }: Booking, timeZone: string): string {
  const start = Date.parse(from);
  if (Number.isNaN(start)) return '';
  const weekday = dateFormat({ weekday: 'long', timeZone }).format(start);
  return text(calendarMessages.appointmentOn, {
    weekday,
    date: sayDate(from, timeZone),
    from: sayTime(start, timeZone),
    to: sayTime(Date.parse(to), timeZone),
  });
}

/** Decides whether the step ends the record unsuccessfully. */
export function isGivenUp(slice: PortalSlice, { type }: WireRecord, { to }: WireAction): boolean {
  const state = to === undefined ? undefined : slice.recordTypes[type]?.states[to];
  return state?.isFinal === true && state.tone !== 'good';
}

/** In a final state, successful or not. */
export function isDone(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'state'>): boolean {
  const state = slice.recordTypes[record.type]?.states[record.state];
  return state !== undefined && (state.isSettled || state.isFinal);
}
