/** An event of a record as a sentence for its readers. */
import type { MessageTemplate } from '../../../locales/catalogue.ts';
import { message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';
import { type AvailableItem, titleOfItem } from '../../../portal/checklist/checklist.ts';
import { questionType } from '../../../portal/forms/column-type.ts';
import { questionAt } from '../../../portal/forms/form-verdict.ts';
import { labelIn, plainText, type ValueType } from '../../../portal/forms/value-type.ts';
import { say } from '../../../portal/language/say.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ItemState, PortalRecord } from '../../../portal/model/record.ts';
import { presentName } from '../../../portal/succession/succeed-record.ts';
import { isRemark, remarkShown } from '../../../portal/text/remark.ts';
import { tell } from '../../../portal/text/tell.ts';
import { formatValue, speechOf } from '../../../portal/text/text-format.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';

export interface EventDetail {
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const itemMessages: Readonly<Record<Exclude<ItemState, 'expired'>, MessageTemplate<`{item}: ${string}`>>> = {
  accepted: recordMessages.itemAccepted,
  returned: recordMessages.itemReturned,
  waived: recordMessages.itemWaived,
  filed: recordMessages.itemFiled,
  'asked-again': recordMessages.itemAskedAgain,
  missing: recordMessages.itemTakenBack,
};

/** @param portal in the reader's language. @param items the record's current checklist items */
export function eventText(
  portal: Portal,
  record: PortalRecord,
  event: EventDetail,
  items: readonly AvailableItem[],
): string {
  const { what, detail } = event;
  const { words } = portal;
  const workflow = portal.workflows[record.type];
  switch (what) {
    case 'created':
      return say(words, recordMessages.begun);
    case 'saved':
      return say(words, recordMessages.answersSaved);
    case 'migrated': {
      const change = { text: String(detail['title']), kind: 'message' } as const;
      const isBack = detail['back'] !== undefined;
      return tell(
        portal,
        message(isBack ? recordMessages.migratedBack : recordMessages.migrated, { change }),
      );
    }
    case 'erased':
      return say(words, recordMessages.answersErased);
    case 'renamed': {
      if (detail['from'] === undefined) return say(words, recordMessages.namesChanged);
      const key = presentName(portal, { of: 'states', type: record.type }, event.state);
      const state = workflow?.states[key]?.title ?? key;
      return say(words, recordMessages.stateRenamed, { state });
    }
    case 'unsigned':
      return say(words, recordMessages.signedAgain);
    case 'unit':
      return say(words, recordMessages.movedToUnit);
    case 'reminded': {
      const name = String(detail['reminder']);
      return say(words, recordMessages.reminderSent, { reminder: workflow?.reminders[name]?.title ?? name });
    }
    case 'warned':
    case 'clock-paused':
    case 'clock-resumed':
    case 'clock-moved':
      return clockText(portal, record, event);
    case 'item':
      return itemText(portal, titleOfItem(portal, record, String(detail['item']), items), detail);
  }
  const step =
    workflow?.transitions[presentName(portal, { of: 'steps', type: record.type }, what)]?.title ?? what;
  const { given, needed } = detail;
  if (given !== undefined)
    return tell(
      portal,
      message(recordMessages.stepBySeveral, { step, given: Number(given), needed: Number(needed) }),
    );
  const slot = slotOf(detail);
  if (slot === null) return step;
  return tell(portal, message(recordMessages.stepBooked, { step, slot: { moment: slot } }));
}

/** The account that works on a record, before and after an event. */
export interface AssigneeNames {
  readonly from: string | null;
  readonly to: string | null;
  /** The new one took the record. */
  readonly own: boolean | null;
}

/** The record was claimed, taken over, assigned or released. */
export function assigneeText({ words }: Portal, { from, to, own }: AssigneeNames): string {
  if (to === null) return say(words, recordMessages.released);
  if (own !== true) return say(words, recordMessages.assignedTo, { name: to });
  return from === null
    ? say(words, recordMessages.claimed)
    : say(words, recordMessages.takenOverFrom, { name: from });
}

/** The event of a clock: it is due soon, was moved, or waits for child records. */
function clockText(
  { workflows, words }: Portal,
  { type }: PortalRecord,
  { what, detail }: EventDetail,
): string {
  const name = String(detail['clock']);
  const title = workflows[type]?.clocks[name]?.title;
  if (what === 'warned' && title === undefined) return say(words, recordMessages.becameDueSoon);
  const clock = title ?? name;
  if (what === 'warned') return say(words, recordMessages.clockBecameDueSoon, { clock });
  if (what === 'clock-moved') return say(words, recordMessages.dueDayMoved, { clock });
  return what === 'clock-paused'
    ? say(words, recordMessages.clockPaused, { clock })
    : say(words, recordMessages.clockResumed, { clock });
}

function itemText({ words }: Portal, item: string, detail: EventDetail['detail']): string {
  // A returned item remains returned while its file is removed.
  if (typeof detail['date'] === 'string') return say(words, recordMessages.itemDated, { item });
  const state = detail['isTaken'] === true ? 'missing' : String(detail['state']);
  return isTold(state) ? say(words, itemMessages[state], { item }) : item;
}

function isTold(state: string): state is keyof typeof itemMessages {
  return Object.hasOwn(itemMessages, state);
}

/** When the booking that the step made begins (ISO date-time). */
function slotOf(detail: EventDetail['detail']): string | null {
  const slot = isMapping(detail['input']) ? detail['input']['slot'] : null;
  return typeof slot === 'string' && !Number.isNaN(Date.parse(slot)) ? slot : null;
}

/** Answers that are chosen outside the form. */
const chosen = new Set(['slot', 'pick']);

/** The item's remark, or the first free-text answer of a transition. */
export function eventRemark(portal: Portal, type: string, { what, detail }: EventDetail): string | null {
  const { remark, input } = detail;
  if (detail['isTaken'] === true) return null;
  if (isRemark(remark)) return remarkShown(portal, remark);
  if (!isMapping(input)) return null;
  const form = portal.forms[portal.workflows[type]?.transitions[what]?.input ?? ''];
  const isWide = (name: string) => isTextArea(form?.uiSchema, name);
  const hasWide = Object.keys(form?.uiSchema ?? {}).some(isWide);
  const answers = Object.entries(input).filter(
    ([name]) => !chosen.has(name) && (hasWide ? isWide(name) : isFreeText(form?.schema['properties'], name)),
  );
  const partsOf = (name: string) => (form === undefined ? null : questionType(form, [name]))?.parts ?? {};
  const titleOf = (name: string) => (part: string) => {
    const title = form === undefined ? null : questionAt(form, [name, '0', part]).schema['title'];
    return typeof title === 'string' ? title : null;
  };
  const texts = answers.map(([name, answer]) =>
    Array.isArray(answer) ? rowsOf(portal, answer, { types: partsOf(name), titleOf: titleOf(name) }) : answer,
  );
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

/** A list as text: one line for each row, with its answers in order. */
function rowsOf(portal: Portal, rows: readonly unknown[], parts: RowParts): string {
  const lines = rows.map((row) => rowOf(portal, row, parts)).filter((line) => line !== '');
  return lines.length === 1 ? lines.join('') : lines.map((line) => `• ${line}`).join('\n');
}

interface RowParts {
  readonly types: Readonly<Record<string, ValueType>>;
  /** Null: the question has no title. */
  readonly titleOf: (part: string) => string | null;
}

/** The first answer names the subject. Each other answer follows its title. */
function rowOf(portal: Portal, row: unknown, { types, titleOf }: RowParts): string {
  const answers = isMapping(row) ? Object.entries(row) : [];
  const texts = answers.flatMap(([name, answer]) =>
    typeof answer === 'string' && answer !== ''
      ? [{ title: titleOf(name), said: sayAnswer(portal, answer, types[name] ?? plainText) }]
      : [],
  );
  return texts
    .map(({ title, said }, at) => {
      const text = at === 0 || title === null ? said : `${title}: ${said}`;
      if (at === texts.length - 1 || /[.!?]$/.test(text)) return text;
      // Each title begins a sentence.
      return texts[at + 1]?.title === null ? `${text},` : `${text}.`;
    })
    .join(' ');
}

/** Formats an answer by its type: the title of a choice, an amount, a date in words; else as typed. */
function sayAnswer(portal: Portal, answer: string, type: ValueType): string {
  const formats = { date: 'longDate', moment: 'moment', time: 'time', money: 'money' } as const;
  const format = type.type in formats ? formats[type.type as keyof typeof formats] : null;
  const label = () => labelIn(type, answer);
  return String(formatValue(answer, { format, speech: speechOf(portal), label, currency: type.currency }));
}

/**
 * A field for sentences. If the form has such a field, it holds the remark, and names or references beside it do not.
 */
function isTextArea(uiSchema: unknown, name: string): boolean {
  const shown = isMapping(uiSchema) ? uiSchema[name] : undefined;
  return isMapping(shown) && shown['ui:widget'] === 'textarea';
}

/** A date, a number, an amount or a choice from a list is not a remark. */
function isFreeText(properties: unknown, name: string): boolean {
  const schema = isMapping(properties) ? properties[name] : undefined;
  return !isMapping(schema) || ['enum', 'format', 'pattern'].every((word) => schema[word] === undefined);
}
