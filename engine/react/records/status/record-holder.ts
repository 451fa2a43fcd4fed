/** Sentences about the status of a record: who must act, and which papers are missing. */
import type {
  WireAction,
  WireItem,
  WirePart,
  WireParts,
  WireRecord,
  WireStep,
} from '../../../contract/record.ts';
import { calendarMessages } from '../../../locales/calendar.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { clockMessages } from '../../../locales/clock.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { Booking } from '../../../portal/model/calendar.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { nameOfState } from '../../facts/words.ts';
import { dateFormat, sayDate, sayDueDay, sayNumber, sayParts, sayTime } from '../../page/dates.ts';
import { show } from '../../language/tell.ts';
import { text } from '../../language/text.ts';

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
      return text(recordMessages.waitsForParts);
    case 'office':
      return text(recordMessages.heldByOffice, { office: waiting.title ?? text(recordMessages.office) });
    case 'party':
      return waiting.title === null
        ? text(recordMessages.waitsForSomebody)
        : text(recordMessages.waitsForParty, { who: waiting.title });
  }
}

/** By when an office answers, or somebody else must act; null: no clock runs. */
export function sayAnswerDue(
  { timeZone }: PortalSlice,
  { due, waits_for: waiting }: WireRecord,
): string | null {
  if (due === null) return null;
  const isAnswered = waiting?.who === 'office' || waiting?.who === 'parts';
  const day = sayDueDay(due, timeZone);
  return isAnswered ? text(clockMessages.answerDue, { day }) : text(clockMessages.dueByDate, { date: day });
}

/** The task of the visitor whose turn it is. */
function sayOwnTurn(record: WireRecord): string {
  const step = stepOnceChecked(record);
  if (step !== undefined) return text(recordMessages.yourNextStep, { step: step.title });
  const { returned, missing } = ownItems(record);
  if (returned.length > 0) return text(recordMessages.papersToCorrect, { count: returned.length });
  if (missing.length > 0) return text(recordMessages.papersToSend, { count: missing.length });
  return record.editable || record.actions.length > 0
    ? text(recordMessages.yourTurn)
    : text(recordMessages.heldByYou);
}

/**
 * The action that leads to the nearest state on the path to a good end; before it, that one with which a reviewer sends
 * back the items that were returned: nobody hears of them otherwise.
 */
export function nextAction(
  record: Pick<WirePart, 'next' | 'actions' | 'items' | 'review'>,
): WireAction | undefined {
  const { next, actions, items, review } = record;
  const isReturned = review.accept && items.some(({ state }) => state === 'returned');
  const back = isReturned ? actions.find(({ returns }) => returns) : undefined;
  if (back !== undefined && !items.some(isToReview)) return back;
  const [state] = next
    .map((step) => step.state)
    .filter((name) => actions.some((action) => action.to === name));
  return state === undefined ? undefined : actions.find((action) => action.to === state);
}

/** The step to which the answers of a reviewer lead, once every item has one. */
export function stepOnceChecked(record: Parameters<typeof nextAction>[0]): WireAction | undefined {
  const { items, review } = record;
  return review.accept && items.length > 0 && !items.some(isToReview) ? nextAction(record) : undefined;
}

/** It waits for this visitor's office, but this visitor may take none of the steps that lead on. */
function isForColleague({ departments }: PortalSlice, record: WireRecord): boolean {
  const key = record.waits_for?.key ?? '';
  const isOffice = Object.hasOwn(departments, key) && departments[key]?.kind !== 'requester';
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
export function holderOf(record: Pick<WireRecord, 'waits_for'>): string | null {
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
export function isGivenUp(
  slice: PortalSlice,
  { type }: Pick<WireRecord, 'type'>,
  { to }: WireAction,
): boolean {
  const state = to === undefined ? undefined : slice.recordTypes[type]?.states[to];
  return state?.isFinal === true && state.tone !== 'good';
}

/** In a final state, successful or not. */
export function isDone(slice: PortalSlice, record: Pick<WireRecord, 'type' | 'state'>): boolean {
  const state = slice.recordTypes[record.type]?.states[record.state];
  return state !== undefined && (state.isSettled || state.isFinal);
}

/** "Rejected 1": the parts that keep it from going on by itself, by their state. */
export function sayBlocking(slice: PortalSlice, { parts }: Pick<WireRecord, 'parts'>): readonly string[] {
  return parts.flatMap(({ type, blocking }) =>
    blocking.map(({ state, count }) => `${nameOfState(slice, type, state)} ${sayNumber(count)}`),
  );
}

/** Parts that keep their record from going on do not bring it nearer to its end. */
export function withoutBlocking<Parts extends Pick<WireParts, 'done' | 'blocking'>>(parts: Parts): Parts {
  return { ...parts, done: parts.blocking.reduce((left, { count }) => left - count, parts.done) };
}

export interface MissingParts {
  /** "3 items missing", "2 items came back", "4 items to look at", or null: nothing. */
  readonly text: string | null;
  /** Their titles, in the order of the checklist. */
  readonly titles: readonly string[];
}

/** The items of a record, whether the visitor may review them, and whose turn it is. */
type ReviewedItems = Pick<WirePart, 'items' | 'review' | 'waits_for'>;

const nothing: MissingParts = { text: null, titles: [] };

/** For the owner: missing and returned items. For reviewers: filed items. */
export function missingOf(record: ReviewedItems): MissingParts {
  if (record.review.accept)
    return said(record.items.filter(isToReview), (number) =>
      text(checklistMessages.toReview, { count: number }),
    );
  const { returned, missing } = ownItems(record);
  if (returned.length > 0)
    return said(returned, (number) => text(checklistMessages.returnedItems, { count: number }));
  return said(missing, (number) => text(checklistMessages.missing, { count: number }));
}

/** Missing and returned items for the owner; both empty for reviewers. */
function ownItems({ items, review, waits_for: waiting }: ReviewedItems): {
  readonly returned: WirePart['items'];
  readonly missing: WirePart['items'];
} {
  if (review.accept) return { returned: [], missing: [] };
  return {
    returned: items.filter((item) => item.state === 'returned' && !isStillChecked(item, waiting)),
    missing: items.filter(isMissing),
  };
}

/** The office may still change its mind about it: the record has not been handed back. */
export function isStillChecked(
  { state }: Pick<WireItem, 'state'>,
  waiting: WireRecord['waits_for'],
): boolean {
  return state === 'returned' && waiting?.who === 'office';
}

/** Two titles and the number of the rest, so that it fits on one line. */
export function sayTitles(titles: readonly string[], shown = 2): string {
  const rest = titles.length - shown;
  if (rest <= 0) return show(titles);
  return text(checklistMessages.titlesAndMore, { titles: sayParts(titles.slice(0, shown)), rest });
}

function said(items: WirePart['items'], say: (number: number) => string): MissingParts {
  if (items.length === 0) return nothing;
  return { text: say(items.length), titles: items.map(({ title }) => title) };
}

function isMissing(item: WirePart['items'][number]): boolean {
  const { state, optional, evidence, undated, comes_from: comesFrom } = item;
  if (comesFrom !== null) return false;
  return undated || (evidence === 'file' && !optional && missingStates.includes(state));
}

const missingStates: readonly WirePart['items'][number]['state'][] = ['missing', 'expired', 'asked-again'];

function isToReview({ state, optional, evidence }: WirePart['items'][number]): boolean {
  return (
    state === 'filed' ||
    ((state === 'missing' || state === 'asked-again') && evidence === 'inspection' && !optional)
  );
}
