/** Answers of stories that name a record of the story. */
import { formMessages } from '../locales/forms.ts';
import { message } from '../locales/message.ts';
import { isDraft, may } from '../portal/access/access.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { Answers } from '../portal/forms/form-conditions.ts';
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import {
  type ReferenceQuestion,
  referencesIn,
  referencesInForm,
  referencesOf,
} from '../portal/forms/references.ts';
import type { Form } from '../portal/model/form.ts';
import type { Portal } from '../portal/model/portal.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { placedSlugsAt, slugsAt } from '../portal/values/slugs-at.ts';
import { transitionOf } from '../portal/workflow/transition.ts';
import type { ActContext } from './record-form.ts';

/** The answers of a record, with the slug of each record that they name by its name in the story. @param slugs by name */
export function withSlugs(
  portal: Portal,
  type: string,
  answers: Answers,
  slugs: ReadonlyMap<string, string>,
): Answers {
  return replaced(answers, referencesOf(portal, type), slugs);
}

/** The same for what is answered in a step, whether the record keeps it or not. */
export function stepInputWithSlugs(
  portal: Portal,
  { type, step, input }: { readonly type: string; readonly step: string; readonly input: Answers },
  slugs: ReadonlyMap<string, string>,
): Answers {
  const form = transitionOf(portal, type, step)?.input ?? null;
  return replaced(input, referencesInForm(portal, form), slugs);
}

function replaced(
  answers: Answers,
  references: readonly ReferenceQuestion[],
  slugs: ReadonlyMap<string, string>,
): Answers {
  const questions = new Set(references.map(({ question }) => question));
  return withSlugsAt(answers, (name, value) => (questions.has(name) ? slugs.get(value) : undefined) ?? value);
}

/** The answers with other texts. @param slugOf gets the name of the question: `lines.item` in the rows of a list */
function withSlugsAt(
  answers: Answers,
  slugOf: (question: string, value: string) => string,
  above: readonly string[] = [],
): Answers {
  const changed = (value: unknown, keys: readonly string[]): unknown => {
    if (typeof value === 'string') return slugOf(keys.join('.'), value);
    if (Array.isArray(value)) return value.map((row: unknown) => changed(row, keys));
    return isMapping(value) ? withSlugsAt(value, slugOf, keys) : value;
  };
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, changed(value, [...above, name])]),
  );
}

/** The faults of answers that name a record which the question does not offer to the visitor, as the server has them. */
export function faultsOfNamed(
  { records, visitor }: ActContext,
  form: Form | null,
  given: Answers,
  kept: Answers = {},
): FieldErrors {
  const { portal } = records;
  const isWrong = (offered: ReferenceQuestion, slug: string): boolean => {
    const named = records.all().find((one) => one.slug === slug && one.type === offered.type);
    if (named === undefined || isDraft(portal, named)) return true;
    const scope = { portal, visitor, context: records.contextOf(visitor, named.id) };
    return !may(scope, 'read', offered.type) || !holds(offered.where, scope);
  };
  const wrong = referencesIn(form).flatMap((question) =>
    placedSlugsAt(given, question.keys).filter(
      ({ slug }) => !slugsAt(kept, question.keys).includes(slug) && isWrong(question, slug),
    ),
  );
  return Object.fromEntries(wrong.map(({ path }) => [path, [message(formMessages.recordNotOffered)]]));
}
