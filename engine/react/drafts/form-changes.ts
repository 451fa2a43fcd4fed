/** Finds what has become different in the questions of a form while somebody fills it in. */
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { type PlacedQuestion, questionsOf } from '../../portal/succession/form-questions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';

type FormQuestions = Pick<WireForm, 'schema' | 'uiSchema'>;

export interface FormChanges {
  /** Titles of questions. */
  readonly added: readonly string[];
  readonly required: readonly string[];
  readonly renamed: readonly { readonly before: string; readonly after: string }[];
  /** With what was typed; null: nothing, or something that is no text. */
  readonly gone: readonly { readonly question: string; readonly answer: string | null }[];
}

/** @returns null if nothing is different for the person */
export function formChanges(before: FormQuestions, after: FormQuestions, data: Answers): FormChanges | null {
  const was = new Map(questionsOf(before).map((one) => [one.path, one]));
  const is = questionsOf(after);
  const pairs = is.map((one) => ({
    now: one,
    earlier: was.get(one.path) ?? earlierOf(one, was),
  }));
  const continued = new Set(pairs.map(({ earlier }) => earlier));
  const changes: FormChanges = {
    added: pairs.flatMap(({ now, earlier }) => (earlier === undefined ? [titleOf(now)] : [])),
    required: pairs.flatMap(({ now, earlier }) =>
      earlier !== undefined && now.isRequired && !earlier.isRequired ? [titleOf(now)] : [],
    ),
    renamed: pairs.flatMap(({ now, earlier }) =>
      earlier === undefined || titleOf(earlier) === titleOf(now)
        ? []
        : [{ before: titleOf(earlier), after: titleOf(now) }],
    ),
    gone: [...was.values()].flatMap((one) =>
      continued.has(one) ? [] : [{ question: titleOf(one), answer: textOf(data[one.path]) }],
    ),
  };
  return Object.values(changes).every(({ length }) => length === 0) ? null : changes;
}

/** @returns former name → present name, of the questions that are not in a list or a group */
export function formerNamesIn(form: FormQuestions): ReadonlyMap<string, string> {
  return new Map(
    questionsOf(form)
      .filter(({ path }) => !path.includes('.'))
      .flatMap((one) => formerNamesOf(one).map((name) => [name, one.path] as const)),
  );
}

function formerNamesOf({ uiSchema }: PlacedQuestion): readonly string[] {
  const former: unknown = uiSchema['ui:formerly'];
  return Array.isArray(former) ? former.map(String) : [];
}

/** The question whose place it took. */
function earlierOf(
  question: PlacedQuestion,
  was: ReadonlyMap<string, PlacedQuestion>,
): PlacedQuestion | undefined {
  const above = question.path.slice(0, question.path.lastIndexOf('.') + 1);
  return formerNamesOf(question)
    .map((name) => was.get(`${above}${name}`))
    .find((one) => one !== undefined);
}

function titleOf({ path, schema }: PlacedQuestion): string {
  return typeof schema['title'] === 'string' ? schema['title'] : path;
}

function textOf(answer: unknown): string | null {
  return (typeof answer === 'string' && answer !== '') || typeof answer === 'number' ? String(answer) : null;
}
