/** The words of a row: what to do, what is missing, what came of it, and its amount. */
import type { WirePart, WireRow } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import {
  cellText,
  nameOfDocument,
  nameOfOffice,
  nameOfRecord,
  nameOfState,
  nothing,
  sayDone,
  valueAt,
} from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { sayMoment, sayShortDate } from '../../page/dates.ts';
import { wordOfDocument } from '../documents/record-documents.tsx';
import {
  isDone,
  isGivenUp,
  missingOf,
  nextAction,
  sayBlocking,
  sayTitles,
  withoutBlocking,
} from '../status/record-holder.ts';

/** What its reader has to do, as a verb: add papers, the next step, or what the state asks for. */
export function sayTask(slice: PortalSlice, record: WireRow): string {
  const { part, type, state } = record;
  if (part === undefined) return text(recordMessages.open);
  const { titles } = missingOf(part);
  if (titles.length > 0)
    return part.review.accept
      ? text(checklistMessages.review, { count: titles.length })
      : text(checklistMessages.addMissing, { count: titles.length });
  if (sayBlocking(slice, part).length > 0) {
    const canGoOn = part.actions.some((action) => !isGivenUp(slice, record, action));
    return text(canGoOn ? recordMessages.chooseHowToGoOn : recordMessages.seeWhyItStopped);
  }
  return nextAction(part)?.title ?? nameOfState(slice, type, state);
}

/** The office, unless the record has its name. */
export function officeOf(slice: PortalSlice, record: WireRow): string | null {
  const office = nameOfOffice(slice, record.office);
  return office === nameOfRecord(slice, record) ? null : office;
}

/** @param title of its type, if the row begins with something else */
export function detailsOf(slice: PortalSlice, record: WireRow, title: string | null): readonly string[] {
  const { part } = record;
  const isOver = isDone(slice, record);
  return [
    title,
    record.number,
    ...(part === undefined ? [] : isOver ? [outcomeOf(slice, part)] : openOf(slice, record, part)),
  ].filter((word) => word !== null);
}

function openOf(slice: PortalSlice, record: WireRow, part: WirePart): (string | null)[] {
  const { text: lack, titles } = missingOf(part);
  const holder = part.waits_for;
  const isElsewhere = holder !== null && holder.key !== record.office && holder.who === 'office';
  return [
    lack === null ? null : text(recordMessages.lackOf, { lack, titles: sayTitles(titles) }),
    ...part.parts.map(withoutBlocking).flatMap((one) => (one.done < one.total ? sayDone(slice, one) : [])),
    ...sayBlocking(slice, part),
    isElsewhere ? text(recordMessages.partWaitsWith, { who: holder.title ?? '' }) : null,
    record.booking === null
      ? null
      : text(recordMessages.appointmentAt, { moment: sayMoment(record.booking.from, slice.timeZone) }),
  ];
}

/** The issued paper, and until when it is or was valid. */
function outcomeOf({ timeZone }: PortalSlice, { documents: [document] }: WirePart): string | null {
  if (document === undefined) return null;
  const { valid_until: until, state } = document;
  const name = nameOfDocument(document);
  const valid =
    until === null || state === 'revoked'
      ? ''
      : `, ${text(documentMessages.validUntilDate, { date: sayShortDate(until, timeZone) })}`;
  return `${name}${valid}${state === 'valid' ? '' : ` (${wordOfDocument(state)})`}`;
}

/** The first amount that its lists show, unless it is zero: what is left to pay, or what was paid. */
export function amountOf(slice: PortalSlice, record: WireRow): string | null {
  const lists = Object.values(slice.recordTypes[record.type]?.lists ?? {});
  const columns = lists.flatMap(({ columns: some }) => some).filter(({ type }) => type === 'money');
  const shown = columns.find(({ value }) => Number(valueAt(record, value) ?? 0) !== 0);
  return shown === undefined ? null : cellText(slice, record, shown);
}

/** What lists of the type show of the records above it, up to the one of the page. */
export function aboveOf(slice: PortalSlice, record: WireRow, root: string | null): readonly string[] {
  const names = record.ancestors.map(({ slug }) => slug);
  const end = root === null ? -1 : names.indexOf(root);
  const above = new Set(
    (end === -1 ? record.ancestors : record.ancestors.slice(0, end)).map(({ type }) => type),
  );
  const columns = Object.values(slice.recordTypes[record.type]?.lists ?? {}).flatMap((list) => list.columns);
  const shown = columns.filter(({ value }) => above.has(value.split('.')[0] ?? '') && value.includes('.'));
  const texts = [...new Map(shown.map((column) => [column.value, column])).values()].map((column) =>
    cellText(slice, record, column),
  );
  return texts.filter((cell) => cell !== nothing);
}
