/** Computes how long a paper is valid, from the day on which it was issued. */
import { dateAfter, namedDay } from '../time/days.ts';
import { parseDuration } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { ItemRecord } from '../model/record.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type Message, type MessageValue } from '../../locales/message.ts';

type Term = Pick<ChecklistItem, 'validFor' | 'validUntil'>;

/** Decides whether to ask for the date on the paper. A paper for a past year may have expired since. */
export function isDated({ evidence, from, validFor, validUntil }: ChecklistItem): boolean {
  return evidence === 'file' && from !== 'previous' && (validFor !== null || validUntil !== null);
}

/** The last day (ISO date) on which a paper of this date is valid; null: no end. */
export function lastDayOfPaper(
  { days }: Portal,
  { validFor, validUntil }: Term,
  from: string,
): string | null {
  const length = parseDuration(validFor ?? '');
  const ends = [
    length === null ? null : dateAfter(days, from, length),
    validUntil === null ? null : namedDay(days, validUntil, from),
  ];
  return ends.filter((day) => day !== null).toSorted()[0] ?? null;
}

/** The last day on which the current paper of an item is valid; null: no end, or its date is unknown. */
export function lastDayOfItem(portal: Portal, item: ChecklistItem, { issuedOn }: ItemRecord): string | null {
  const isKnown = issuedOn !== undefined && issuedOn !== null && isDated(item);
  return isKnown ? lastDayOfPaper(portal, item, issuedOn) : null;
}

interface IssueDate {
  /** The title of the paper. */
  readonly title: MessageValue;
  readonly item: ChecklistItem;
  readonly issuedOn: string;
  readonly today: string;
}

/** The problem with the date that somebody entered for a paper, or null. */
export function faultOfDay(portal: Portal, { title, item, issuedOn, today }: IssueDate): Message | null {
  if (!isDate(issuedOn)) return message(checklistMessages.paperDateNotADate);
  if (issuedOn > today) return message(checklistMessages.paperDateInFuture, { title });
  const last = lastDayOfPaper(portal, item, issuedOn);
  if (last === null || last >= today) return null;
  return message(checklistMessages.paperExpired, { title, date: { day: last } });
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
