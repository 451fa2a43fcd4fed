/** The history of a record, said in words, for those who may read it whole. */
import { availableItems, titleOfItem } from '../../portal/checklist.ts';
import type { AvailableItem } from '../../portal/checklist.ts';
import type { Portal } from '../../portal/portal.ts';
import type { PortalRecord } from '../../portal/record.ts';
import { portalText } from '../../portal/tell.ts';
import { say, type Words } from '../../portal/say.ts';
import { formatValue, speechOf } from '../../portal/text-format.ts';
import type { WireEvent } from '../../portal/wire.ts';
import { forbidden } from '../http/errors.ts';
import type { Entries } from '../history/event-values.ts';
import { joinDetail } from '../history/record-changes.ts';
import { openRecord } from './open-record.ts';
import type { Named } from './open-record.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { isFields } from './sound-json.ts';
import { recordMessages } from '../../locales/records.ts';

interface Row {
  readonly at: string;
  readonly who: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

type StoredRow = Row & { readonly entries: Entries | null };

const reading = {
  name: 'events-of-record',
  text: `SELECT e.at, a.name AS who, e.department, e.what, e.state, e.detail, v.entries
    FROM events e LEFT JOIN event_values v USING (record, version) LEFT JOIN accounts a ON a.id = e.account
    WHERE e.record = $1 ORDER BY e.version`,
};

/** Oldest first. @throws HttpError 404 or 403 */
export async function listEvents(request: RecordRequest, named: Named): Promise<WireEvent[]> {
  const { stored, view } = await openRecord(request, named);
  if (view.level !== 'read') throw forbidden();
  const { reader: portal, visitor } = askerOf(request);
  const { record } = stored.context;
  const items = availableItems(portal, visitor, stored.context);
  const { database } = request.desk.application;
  const found = await database.query<StoredRow>({ ...reading, values: [record.id] });
  const rows = found.map(({ entries, ...row }): Row => ({
    ...row,
    detail: joinDetail(row.detail, entries ?? {}),
  }));
  return rows.map((row) => ({
    at: new Date(row.at).toISOString(),
    who: row.who ?? portal.title,
    department: row.department,
    what: row.what,
    text: textOf(portal, record, row, items),
    remark: remarkOf(portal, record.type, withoutHidden(row, view.hidden)),
    state: row.state,
  }));
}

type ItemSentence = (words: Words, item: string) => string;

const itemWords: Readonly<Record<string, ItemSentence>> = {
  accepted: (words, item) => say(words, recordMessages.itemAccepted, { item }),
  returned: (words, item) => say(words, recordMessages.itemReturned, { item }),
  waived: (words, item) => say(words, recordMessages.itemWaived, { item }),
  filed: (words, item) => say(words, recordMessages.itemFiled, { item }),
  'asked-again': (words, item) => say(words, recordMessages.itemAskedAgain, { item }),
  missing: (words, item) => say(words, recordMessages.itemTakenBack, { item }),
};

function textOf(portal: Portal, record: PortalRecord, row: Row, items: readonly AvailableItem[]): string {
  const { what, detail } = row;
  const { type } = record;
  const { words } = portal;
  if (what === 'created') return say(words, recordMessages.begun);
  if (what === 'saved') return say(words, recordMessages.answersSaved);
  if (what === 'renamed') {
    const state = portal.workflows[type]?.states[row.state]?.title ?? row.state;
    return say(words, recordMessages.stateRenamed, { state });
  }
  if (what === 'unit') return say(words, recordMessages.movedToUnit);
  if (what === 'warned') {
    const clock = portal.workflows[type]?.clocks[String(detail['clock'])];
    return clock === undefined
      ? say(words, recordMessages.becameDueSoon)
      : say(words, recordMessages.clockBecameDueSoon, { clock: clock.title });
  }
  if (['clock-paused', 'clock-resumed', 'clock-moved'].includes(what)) return clockText(portal, record, row);
  if (what === 'item') {
    const title = titleOfItem(portal, record, String(detail['item']), items);
    // An item that came back stays so while its paper is taken away.
    const state = detail['isTaken'] === true ? 'missing' : String(detail['state']);
    return itemWords[state]?.(words, title) ?? `${title}: ${state}`;
  }
  const title = portal.workflows[type]?.transitions[what]?.title ?? what;
  const booked = slotOf(row);
  return booked === null ? title : `${title}: ${sayMoment(booked, portal)}`;
}

/** What became of a clock that waits for records below. */
function clockText({ workflows, words }: Portal, { type }: PortalRecord, { what, detail }: Row): string {
  const name = String(detail['clock']);
  const clock = workflows[type]?.clocks[name]?.title ?? name;
  if (what === 'clock-moved') return say(words, recordMessages.dueDayMoved, { clock });
  return what === 'clock-paused'
    ? say(words, recordMessages.clockPaused, { clock })
    : say(words, recordMessages.clockResumed, { clock });
}

/** When that begins which the step booked (ISO date-time). */
function slotOf({ detail }: Row): string | null {
  const slot = isFields(detail['input']) ? detail['input']['slot'] : null;
  return typeof slot === 'string' && !Number.isNaN(Date.parse(slot)) ? slot : null;
}

function sayMoment(moment: string, portal: Portal): string {
  const said = formatValue(moment, { format: 'moment', speech: speechOf(portal), label: () => null });
  return String(said);
}

/** Answers that are chosen beside the form. */
const chosen = new Set(['slot', 'pick']);

/** An answer that was kept in a field is as hidden as the field. */
function withoutHidden(row: Row, hidden: readonly string[]): Row {
  const { input } = row.detail;
  if (!isFields(input) || hidden.length === 0) return row;
  const answers = Object.entries(input).filter(([name]) => !hidden.includes(name));
  return { ...row, detail: { ...row.detail, input: Object.fromEntries(answers) } };
}

/** What was said with it: the item's remark, or the first answer in somebody's own words among a transition's. */
function remarkOf(portal: Portal, type: string, { what, detail }: Row): string | null {
  if (detail['isTaken'] === true) return null;
  // Why a paper is asked again is said by the configuration, not by a person.
  if (detail['state'] === 'asked-again')
    return portalText(portal, { text: String(detail['remark']), kind: 'message' });
  if (typeof detail['remark'] === 'string') return detail['remark'];
  if (!isFields(detail['input'])) return null;
  const form = portal.forms[portal.workflows[type]?.transitions[what]?.input ?? ''];
  const isWide = (name: string) => isTextArea(form?.uiSchema, name);
  const hasWide = Object.keys(form?.uiSchema ?? {}).some(isWide);
  const answers = Object.entries(detail['input']).filter(
    ([name]) => !chosen.has(name) && (hasWide ? isWide(name) : isFreeText(form?.schema['properties'], name)),
  );
  const texts = answers.map(([, answer]) => (Array.isArray(answer) ? rowsOf(answer) : answer));
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

/** A list as it is said: a line for each row, its answers in their order. */
function rowsOf(rows: readonly unknown[]): string {
  const lines = rows.map(rowOf).filter((line) => line !== '');
  return lines.length === 1 ? lines.join('') : lines.map((line) => `• ${line}`).join('\n');
}

function rowOf(row: unknown): string {
  const answers = isFields(row) ? Object.values(row) : [];
  const texts = answers.filter((answer): answer is string => typeof answer === 'string' && answer !== '');
  // Whole sentences follow each other; what is none is set apart.
  return texts
    .map((text, at) => (at === texts.length - 1 || /[.!?]$/.test(text) ? text : `${text},`))
    .join(' ');
}

/** Room for sentences: where a form has it, what is said stands there, and a name or a reference beside it is none. */
function isTextArea(uiSchema: unknown, name: string): boolean {
  const shown = isFields(uiSchema) ? uiSchema[name] : undefined;
  return isFields(shown) && shown['ui:widget'] === 'textarea';
}

/** A date, a number, an amount or a choice from a list is no remark. */
function isFreeText(properties: unknown, name: string): boolean {
  const schema = isFields(properties) ? properties[name] : undefined;
  return !isFields(schema) || ['enum', 'format', 'pattern'].every((word) => schema[word] === undefined);
}
