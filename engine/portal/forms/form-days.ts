/** Computes which days a date question accepts: bounds relative to the calendar, which JSON Schema cannot express. */
import type { Question } from './form-words.ts';
import type { DayShift } from '../model/condition.ts';
import type { Answers } from './form-conditions.ts';
import type { JsonSchema } from '../model/form.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { shiftDay } from '../time/today.ts';
import { dayOfValue, localDate } from '../time/working-days.ts';
import { formMessages } from '../../locales/forms.ts';
import { message, type Message } from '../../locales/message.ts';

/** The reference days of bounds, as ISO dates. */
export interface FormDays {
  /** The time zone in which the moment of a `date-time` has a day. */
  readonly timeZone: string;
  readonly today: string;
  /** The day on which the record was created. */
  readonly created: string;
  /** The day on which the record was first sent; today before that. */
  readonly filed: string;
}

/** Bounds relative to the calendar or the record, by name. */
export const boundDays = ['today', 'created', 'filed'] as const satisfies (keyof FormDays)[];
type BoundDay = (typeof boundDays)[number];

/** Decides whether an answer of this format is a date or a moment. */
export function isDateFormat(format: unknown): boolean {
  return format === 'date' || format === 'date-time' || format === 'iso-date-time';
}

/** A bound at a distance from one of these days: `notAfter: { today: 90 days }`. */
export interface ShiftedBound {
  readonly day: BoundDay;
  readonly by: DayShift;
}

/**
 * When the record was first sent (ISO date-time), or null. Without an event for it, the first day of the record
 * counts.
 */
export function filedAtOf(
  { workflows }: Pick<Portal, 'workflows'>,
  { type, state, filedAt, createdAt }: Pick<PortalRecord, 'type' | 'state' | 'filedAt' | 'createdAt'>,
): string | null {
  return filedAt ?? (state === workflows[type]?.initial ? null : createdAt);
}

/**
 * The reference days for the answers of a record, or of a step on it.
 * @param times ISO date-times; empty or null: the record is not created or sent yet, so today counts
 * @param today ISO date
 */
export function formDays(
  { timeZone }: Pick<Portal, 'timeZone'>,
  { createdAt, filedAt }: { readonly createdAt: string; readonly filedAt: string | null },
  today: string,
): FormDays {
  const dayOf = (time: string | null) =>
    time === null || time === '' ? today : localDate(Date.parse(time), timeZone);
  return { timeZone, today, created: dayOf(createdAt), filed: dayOf(filedAt) };
}

/** The reference days for the answers of this record, or of a step on it. */
export function daysOf(portal: Portal, { record, today }: Pick<RecordContext, 'record' | 'today'>): FormDays {
  return formDays(portal, { createdAt: record.createdAt, filedAt: filedAtOf(portal, record) }, today);
}

interface DayComparison {
  readonly answers: Answers;
  readonly days: FormDays | null;
}

interface Bound {
  /** One of `boundDays`, `any`, a question of the same level, or a `ShiftedBound`. */
  readonly by: unknown;
  readonly isFirst: boolean;
}

/** Each date before its first or after its last possible day: its path and what to do. */
export function wrongDays({ schema, uiSchema }: Question, comparison: DayComparison): [string, Message][] {
  return Object.entries(uiSchema).flatMap(([name, ui]): [string, Message][] => {
    if (!isMapping(ui)) return [];
    const asked = { schema: questionOf(schema, name), uiSchema: ui };
    return wrongIn(asked, { path: name, answer: comparison.answers[name] }, { ...comparison, level: schema });
  });
}

/** The date itself, each date of a list, or the dates of the nested questions. */
function wrongIn(
  question: Question,
  { path, answer }: { readonly path: string; readonly answer: unknown },
  judging: DayComparison & { readonly level: JsonSchema },
): [string, Message][] {
  const { schema, uiSchema } = question;
  if (isMapping(answer)) {
    return wrongDays(question, { ...judging, answers: answer }).map(([inner, fault]) => [
      `${path}.${inner}`,
      fault,
    ]);
  }
  if (Array.isArray(answer)) {
    const rows = { schema: mappingOf(schema['items']), uiSchema: mappingOf(uiSchema['items']) };
    return answer.flatMap((row: unknown, index) =>
      wrongIn(rows, { path: `${path}.${index}`, answer: row }, judging),
    );
  }
  const bounds = [
    { by: uiSchema['ui:notBefore'], isFirst: true },
    { by: uiSchema['ui:notAfter'], isFirst: false },
  ];
  return bounds.flatMap((bound): [string, Message][] => {
    const fault = faultOf(bound, answer, judging);
    return fault === null ? [] : [[path, fault]];
  });
}

function faultOf(
  { by, isFirst }: Bound,
  answer: unknown,
  { level, answers, days }: DayComparison & { readonly level: JsonSchema },
): Message | null {
  if (by === undefined || by === 'any') return null;
  const limit = limitOf(by, answers, days);
  const order = limit === null ? null : compareDates(answer, limit, days);
  if (limit === null || order === null || (isFirst ? order >= 0 : order <= 0)) return null;
  const day = { day: limit };
  if (by === 'today') {
    return isFirst ? message(formMessages.dateInPast) : message(formMessages.dateInFuture);
  }
  if (by === 'created') {
    return isFirst
      ? message(formMessages.dateBeforeBegun, { day })
      : message(formMessages.dateAfterBegun, { day });
  }
  if (by === 'filed') {
    return isFirst
      ? message(formMessages.beforeSending, { day })
      : message(formMessages.afterSending, { day });
  }
  if (typeof by !== 'string') {
    return isFirst ? message(formMessages.beforeDay, { day }) : message(formMessages.afterDay, { day });
  }
  const title = { text: String(questionOf(level, by)['title'] ?? by), kind: 'question' };
  return isFirst
    ? message(formMessages.dateBeforeOther, { title })
    : message(formMessages.dateAfterOther, { title });
}

function limitOf(by: unknown, answers: Answers, days: FormDays | null): string | null {
  if (isShifted(by)) return (days === null ? null : shiftDay(days[by.day], by.by)) ?? null;
  const name = boundDays.find((one) => one === by);
  if (name !== undefined) return days?.[name] ?? null;
  const other = typeof by === 'string' ? answers[by] : null;
  return typeof other === 'string' ? other : null;
}

/** Two moments are compared exactly, everything else by its day; null if one of them is no date. */
function compareDates(answer: unknown, limit: string, days: FormDays | null): number | null {
  if (isMoment(answer) && isMoment(limit)) return Date.parse(answer) - Date.parse(limit);
  const [one, other] = [dayOfAnswer(answer, days), dayOfAnswer(limit, days)];
  return one === null || other === null ? null : Number(one > other) - Number(one < other);
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && !Number.isNaN(Date.parse(value));
}

/**
 * The date that an answer contains, or the day of its moment in the portal's time zone; null if it begins with no
 * date.
 */
function dayOfAnswer(answer: unknown, days: FormDays | null): string | null {
  if (typeof answer !== 'string') return null;
  const [date = null] = /^\d{4}-\d{2}-\d{2}/.exec(answer) ?? [];
  return (days === null ? null : dayOfValue(answer, days.timeZone)) ?? date;
}

function isShifted(by: unknown): by is ShiftedBound {
  return isMapping(by) && boundDays.some((one) => one === by['day']) && isMapping(by['by']);
}

function questionOf({ properties }: JsonSchema, name: string): JsonSchema {
  return mappingOf(mappingOf(properties)[name]);
}
