/** Which days a question for a date takes: bounds that move with the calendar, which JSON Schema has no words for. */
import type { Answers } from './form-conditions.ts';
import type { JsonSchema } from './form.ts';
import { isMapping } from './is-mapping.ts';
import type { Portal } from './portal.ts';
import type { RecordContext } from './record.ts';
import { say, type Words } from './say.ts';
import { localDate } from './working-days.ts';

/** The days that bounds are counted from, as ISO dates. */
export interface FormDays {
  readonly today: string;
  /** On which the record was begun; null where that is not known. */
  readonly created: string | null;
}

/** The days for the answers of this record, or of a step that is taken in it. */
export function formDays({ timeZone }: Pick<Portal, 'timeZone'>, { record, today }: RecordContext): FormDays {
  const { createdAt } = record;
  return { today, created: createdAt === '' ? today : localDate(Date.parse(createdAt), timeZone) };
}

interface Judging {
  readonly answers: Answers;
  readonly days: FormDays | null;
  readonly words: Words;
}

interface Bound {
  readonly name: string;
  /** `today`, `created`, `any`, or a question of the same level. */
  readonly by: unknown;
  readonly isFirst: boolean;
}

/** Each date that lies before its first day or after its last: its path and what to do. */
export function wrongDays(
  { schema, uiSchema }: { schema: JsonSchema; uiSchema: JsonSchema },
  judging: Judging,
): [string, string][] {
  return Object.entries(uiSchema).flatMap(([name, ui]): [string, string][] => {
    if (!isMapping(ui)) return [];
    const answer = judging.answers[name];
    const inner = { schema: questionOf(schema, name), uiSchema: ui };
    const own = [
      { name, by: ui['ui:notBefore'], isFirst: true },
      { name, by: ui['ui:notAfter'], isFirst: false },
    ].flatMap((bound): [string, string][] => {
      const message = faultOf(bound, schema, judging);
      return message === null ? [] : [[name, message]];
    });
    return [
      ...own,
      ...below(inner, answer, judging).map(([path, text]): [string, string] => [`${name}.${path}`, text]),
    ];
  });
}

function below(
  at: { schema: JsonSchema; uiSchema: JsonSchema },
  answer: unknown,
  judging: Judging,
): [string, string][] {
  if (isMapping(answer)) return wrongDays(at, { ...judging, answers: answer });
  const { items } = at.uiSchema;
  if (!Array.isArray(answer) || !isMapping(items)) return [];
  const rows = { schema: mapping(at.schema['items']), uiSchema: items };
  return answer.flatMap((row, index) =>
    below(rows, row, judging).map(([path, text]): [string, string] => [`${index}.${path}`, text]),
  );
}

function faultOf(
  { name, by, isFirst }: Bound,
  schema: JsonSchema,
  { answers, days, words }: Judging,
): string | null {
  const day = answers[name];
  if (typeof by !== 'string' || by === 'any' || typeof day !== 'string') return null;
  const limit = limitOf(by, answers, days);
  if (limit === null || (isFirst ? day >= limit : day <= limit)) return null;
  if (by === 'today') {
    return isFirst
      ? say(words, 'Enter today or a later date.')
      : say(words, 'Enter a date that is not in the future.');
  }
  if (by === 'created') {
    return isFirst
      ? say(words, 'Enter {day} or a later date: it was begun then.', { day: limit })
      : say(words, 'Enter {day} or an earlier date: it was begun then.', { day: limit });
  }
  const title = String(questionOf(schema, by)['title'] ?? by);
  return isFirst
    ? say(words, 'Enter a date that is not before “{title}”.', { title })
    : say(words, 'Enter a date that is not after “{title}”.', { title });
}

function limitOf(by: string, answers: Answers, days: FormDays | null): string | null {
  if (by === 'today' || by === 'created') return days?.[by] ?? null;
  const other = answers[by];
  return typeof other === 'string' ? other : null;
}

function questionOf({ properties }: JsonSchema, name: string): JsonSchema {
  return mapping(mapping(properties)[name]);
}

function mapping(value: unknown): JsonSchema {
  return isMapping(value) ? value : {};
}
