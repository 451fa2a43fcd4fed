/** Which days a question for a date takes: bounds that move with the calendar, which JSON Schema has no words for. */
import type { DayShift } from './condition.ts';
import type { Answers } from './form-conditions.ts';
import type { JsonSchema } from './form.ts';
import { isMapping } from './is-mapping.ts';
import type { Portal } from './portal.ts';
import type { PortalRecord, RecordContext } from './record.ts';
import { shiftedDay } from './today.ts';
import { localDate } from './working-days.ts';
import { formMessages } from '../locales/forms.ts';
import { message, type Message } from '../locales/message.ts';

/** The days that bounds are counted from, as ISO dates. */
export interface FormDays {
  readonly today: string;
  /** On which the record was begun. */
  readonly created: string;
  /** On which the record was sent for the first time; today for one that was not sent yet. */
  readonly filed: string;
}

/** Days that move with the calendar or the record, as bounds name them. */
export const boundDays = ['today', 'created', 'filed'] as const satisfies (keyof FormDays)[];

/** A bound that is some time before or after one of these days: `notAfter: { today: 90 days }`. */
export interface ShiftedBound {
  readonly day: keyof FormDays;
  readonly by: DayShift;
}

/** When the record was first sent (ISO date-time), or null. One whose history does not say it counts from its first day. */
export function filedAtOf(
  { workflows }: Pick<Portal, 'workflows'>,
  { type, state, filedAt, createdAt }: Pick<PortalRecord, 'type' | 'state' | 'filedAt' | 'createdAt'>,
): string | null {
  return filedAt ?? (state === workflows[type]?.initial ? null : createdAt);
}

/**
 * The days for the answers of a record, or of a step that is taken in it.
 * @param times ISO date-times; an empty one or null: the record is not begun or not sent yet, so it will be today
 * @param today ISO date
 */
export function formDays(
  { timeZone }: Pick<Portal, 'timeZone'>,
  { createdAt, filedAt }: { readonly createdAt: string; readonly filedAt: string | null },
  today: string,
): FormDays {
  const dayOf = (time: string | null) =>
    time === null || time === '' ? today : localDate(Date.parse(time), timeZone);
  return { today, created: dayOf(createdAt), filed: dayOf(filedAt) };
}

/** The days for the answers of this record, or of a step that is taken in it. */
export function daysOf(portal: Portal, { record, today }: Pick<RecordContext, 'record' | 'today'>): FormDays {
  return formDays(portal, { createdAt: record.createdAt, filedAt: filedAtOf(portal, record) }, today);
}

interface Judging {
  readonly answers: Answers;
  readonly days: FormDays | null;
}

interface Bound {
  readonly name: string;
  /** One of `boundDays`, `any`, a question of the same level, or a `ShiftedBound`. */
  readonly by: unknown;
  readonly isFirst: boolean;
}

/** Each date that lies before its first day or after its last: its path and what to do. */
export function wrongDays(
  { schema, uiSchema }: { schema: JsonSchema; uiSchema: JsonSchema },
  judging: Judging,
): [string, Message][] {
  return Object.entries(uiSchema).flatMap(([name, ui]): [string, Message][] => {
    if (!isMapping(ui)) return [];
    const answer = judging.answers[name];
    const inner = { schema: questionOf(schema, name), uiSchema: ui };
    const own = [
      { name, by: ui['ui:notBefore'], isFirst: true },
      { name, by: ui['ui:notAfter'], isFirst: false },
    ].flatMap((bound): [string, Message][] => {
      const fault = faultOf(bound, schema, judging);
      return fault === null ? [] : [[name, fault]];
    });
    return [
      ...own,
      ...below(inner, answer, judging).map(([path, fault]): [string, Message] => [`${name}.${path}`, fault]),
    ];
  });
}

function below(
  at: { schema: JsonSchema; uiSchema: JsonSchema },
  answer: unknown,
  judging: Judging,
): [string, Message][] {
  if (isMapping(answer)) return wrongDays(at, { ...judging, answers: answer });
  const { items } = at.uiSchema;
  if (!Array.isArray(answer) || !isMapping(items)) return [];
  const rows = { schema: mapping(at.schema['items']), uiSchema: items };
  return answer.flatMap((row, index) =>
    below(rows, row, judging).map(([path, fault]): [string, Message] => [`${index}.${path}`, fault]),
  );
}

function faultOf(
  { name, by, isFirst }: Bound,
  schema: JsonSchema,
  { answers, days }: Judging,
): Message | null {
  const answer = answers[name];
  if (by === undefined || by === 'any' || typeof answer !== 'string') return null;
  const limit = limitOf(by, answers, days);
  if (limit === null || (isFirst ? answer >= limit : answer <= limit)) return null;
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
  const title = { text: String(questionOf(schema, by)['title'] ?? by), kind: 'question' };
  return isFirst
    ? message(formMessages.dateBeforeOther, { title })
    : message(formMessages.dateAfterOther, { title });
}

function limitOf(by: unknown, answers: Answers, days: FormDays | null): string | null {
  if (isShifted(by)) return (days === null ? null : shiftedDay(days[by.day], by.by)) ?? null;
  const name = boundDays.find((one) => one === by);
  if (name !== undefined) return days?.[name] ?? null;
  const other = typeof by === 'string' ? answers[by] : null;
  return typeof other === 'string' ? other : null;
}

function isShifted(by: unknown): by is ShiftedBound {
  return isMapping(by) && boundDays.some((one) => one === by['day']) && isMapping(by['by']);
}

function questionOf({ properties }: JsonSchema, name: string): JsonSchema {
  return mapping(mapping(properties)[name]);
}

function mapping(value: unknown): JsonSchema {
  return isMapping(value) ? value : {};
}
