/** The form of a record in memory, and whether its answers let somebody take a step now. */
import { followsForm, type AnswerValidator, withForm } from '../portal/changes/record-answers.ts';
import { wholeFormErrors } from '../portal/changes/step-answers.ts';
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import type { Visitor } from '../portal/model/department.ts';
import type { Form } from '../portal/model/form.ts';
import type { RecordContext } from '../portal/model/record.ts';
import type { Transition } from '../portal/model/workflow.ts';
import { asksForm, type Refusal, refusalOf, type Step, transitionOf } from '../portal/workflow/transition.ts';
import { createAnswerValidator } from '../server/forms/form-desk.ts';
import type { MemoryRecords } from './memory-records.ts';

/** Compiled forms serve every test. */
export const validate: AnswerValidator = createAnswerValidator();

/** Somebody who acts on records in memory. */
export interface ActContext {
  readonly records: MemoryRecords;
  readonly visitor: Visitor;
}

/** The record with its current form and computed answers: until it is sent, it follows the configuration. */
export function inForce({ records, visitor }: ActContext, context: RecordContext): RecordContext {
  const { record } = context;
  const form = followsForm(records.portal, record) ? records.currentForm(visitor, context) : null;
  return form === null ? context : withForm(context, form);
}

/** The form that the answers of the record must fit; null: it has none. */
export function formOf({ records, visitor }: ActContext, context: RecordContext): Form | null {
  const { record } = context;
  return record.form === null || followsForm(records.portal, record)
    ? records.currentForm(visitor, context)
    : records.formNamed(record.form);
}

/** The errors of the record's own form, if the step needs it complete. */
export function formErrorsFor(acting: ActContext, context: RecordContext, taken: Transition): FieldErrors {
  if (!asksForm(taken)) return {};
  return wholeFormErrors({ portal: acting.records.portal, context, validate }, formOf(acting, context));
}

/** The step as a case asks about it: with what the record has, and as if everything asked in the step were right. */
export function stepOfCase(acting: ActContext, context: RecordContext, name: string): Step {
  const taken = transitionOf(acting.records.portal, context.record.type, name);
  const formErrors = taken === null ? {} : formErrorsFor(acting, context, taken);
  return { name, input: {}, formErrors, inputErrors: {} };
}

/** Why the visitor cannot take the step now, whatever is answered in it; null: they can. */
export function refusalNow(acting: ActContext, context: RecordContext, name: string): Refusal | null {
  const { records, visitor } = acting;
  const current = inForce(acting, context);
  const scope = { portal: records.portal, visitor, context: current };
  return refusalOf(scope, stepOfCase(acting, current, name));
}
