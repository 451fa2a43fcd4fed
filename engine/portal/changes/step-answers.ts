/** Validates the answers of a step, and the record's own form where the step needs it. */
import { formMessages } from '../../locales/forms.ts';
import { message } from '../../locales/message.ts';
import type { Answers } from '../forms/form-conditions.ts';
import { daysOf } from '../forms/form-days.ts';
import { propertiesOf } from '../forms/form-levels.ts';
import type { FieldErrors } from '../forms/form-verdict.ts';
import type { Form } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import type { Transition } from '../model/workflow.ts';
import { answersOf, type AnswerValidator } from './record-answers.ts';

interface StepForm {
  readonly portal: Portal;
  readonly context: RecordContext;
  readonly validate: AnswerValidator;
}

/** The errors of the whole form, as the record stores it; without a form none. */
export function wholeFormErrors({ portal, context, validate }: StepForm, form: Form | null): FieldErrors {
  if (form === null) return {};
  const days = daysOf(portal, context);
  return validate(form, answersOf(form, context.record.data), { draft: false, days });
}

/**
 * The errors of what is answered in the step.
 * @param form undefined if the step has no form
 */
export function stepErrors(
  { portal, context, validate }: StepForm,
  {
    taken,
    form,
    input,
  }: { readonly taken: Transition; readonly form: Form | undefined; readonly input: Answers },
): FieldErrors {
  const known = form === undefined ? {} : propertiesOf(form.schema);
  const asked = [...(taken.books === null ? [] : ['slot']), ...(taken.pick === null ? [] : ['pick'])];
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(known, name) && !asked.includes(name));
  const errors: FieldErrors = Object.fromEntries(
    unknown.map((name) => [name, [message(formMessages.notAskedHere)]]),
  );
  if (form === undefined) return errors;
  const days = daysOf(portal, context);
  return { ...validate(form, answersOf(form, input), { draft: false, days }), ...errors };
}
