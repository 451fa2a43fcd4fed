/** Answers of stories that name a record of the story. */
import { formMessages } from '../locales/forms.ts';
import { message } from '../locales/message.ts';
import { isDraft, may } from '../portal/access/access.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { Answers } from '../portal/forms/form-conditions.ts';
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import {
  type OfferedRecords,
  offeredRecords,
  referencesInForm,
  referencesOf,
} from '../portal/forms/references.ts';
import type { Form } from '../portal/model/form.ts';
import type { Portal } from '../portal/model/portal.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
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
  references: readonly OfferedRecords[],
  slugs: ReadonlyMap<string, string>,
): Answers {
  const questions = new Set(references.map(({ question }) => question));
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      (questions.has(name) ? slugs.get(String(value)) : undefined) ?? value,
    ]),
  );
}

/** The faults of answers that name a record which the question does not offer to the visitor, as the server has them. */
export function faultsOfNamed(
  { records, visitor }: ActContext,
  form: Form | null,
  given: Answers,
): FieldErrors {
  const { portal } = records;
  const wrong = Object.entries(given).filter(([name, slug]) => {
    const offered = offeredRecords(mappingOf(form?.uiSchema[name]));
    if (offered === null || typeof slug !== 'string' || slug === '') return false;
    const named = records.all().find((one) => one.slug === slug && one.type === offered.type);
    if (named === undefined || isDraft(portal, named)) return true;
    const scope = { portal, visitor, context: records.contextOf(visitor, named.id) };
    return !may(scope, 'read', offered.type) || !holds(offered.where, scope);
  });
  return Object.fromEntries(wrong.map(([name]) => [name, [message(formMessages.recordNotOffered)]]));
}
