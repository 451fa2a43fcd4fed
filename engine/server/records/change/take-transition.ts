/** Takes a transition: computes its result as a pure function, then writes all of it. */
import { viewOf } from '../../../portal/access/access.ts';
import type { Form } from '../../../portal/model/form.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { daysOf } from '../../../portal/forms/form-days.ts';
import { normaliseAnswers } from '../../../portal/forms/written-answers.ts';
import { asksForm, isLinked, mayTake, transitionOf } from '../../../portal/workflow/transition.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import type { Step } from '../../../portal/workflow/transition.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Transition } from '../../../portal/model/workflow.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { changeFamily, type RecordCommand } from './change-family.ts';
import type { RecordChangeRequest } from '../read/open-record.ts';
import { requireRight } from '../read/open-record.ts';
import { accountsToPick } from '../lists/picks.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { requestContextOf, stepFormOf } from '../rows/record-desk.ts';
import type { ReadingRequest, RecordRequest } from '../rows/record-desk.ts';
import { answersOf, formOf, withFormInForce } from '../read/record-form.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { message } from '../../../locales/message.ts';
import { formMessages } from '../../../locales/forms.ts';

type TransitionRequest = RecordChangeRequest & {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** @throws HttpError 403, 404, 409 or 422 */
export async function takeTransition(request: RecordRequest, taking: TransitionRequest): Promise<HttpAnswer> {
  return changeFamily(request, taking, (inside, found) => decide(inside, found, taking));
}

async function decide(
  request: RecordRequest,
  found: StoredRecord,
  taking: TransitionRequest,
): Promise<RecordCommand> {
  const { portal, visitor } = requestContextOf(request);
  const hasLink = isLinked(visitor, found.context.record);
  const view = viewOf({ portal, visitor, context: found.context });
  const taken = transitionOf(portal, taking.type, taking.name);
  if ((view === null && !hasLink) || taken === null) throw notFound();
  if (view?.level !== 'read' && !hasLink) throw forbidden();
  const stored = await withFormInForce(request, found);
  const { context } = stored;
  requireRight(request, stored, {
    version: taking.version,
    mayNow: mayTake({ portal, visitor, context }, taken),
  });
  requireSoundFields(taking.input);
  const asked = stepFormOf(request.desk, requestContextOf(request), { hash: taken.input ?? '', context });
  const input = asked === undefined ? taking.input : normaliseAnswers(asked, taking.input, portal.locales);
  const { picked, pickErrors } = await accountsToPick(request, context, taken, input);
  const step: Step = {
    name: taking.name,
    input,
    picked,
    formErrors: asksForm(taken) ? await formErrors(request, context) : {},
    inputErrors: { ...(await inputErrors(request, { context, taken, form: asked, input })), ...pickErrors },
  };
  return { command: { type: 'take', id: context.record.id, step }, record: context.record };
}

/** The mistakes and gaps of the record's own answers, by the whole form as the record stores it. */
export async function formErrors(request: ReadingRequest, context: RecordContext): Promise<FieldErrors> {
  const form = await formOf(request, context);
  if (form === null) return {};
  return request.desk.forms.validate(form, answersOf(form, context.record.data), {
    draft: false,
    days: daysOf(requestContextOf(request).portal, context),
  });
}

interface TransitionInput {
  readonly context: RecordContext;
  readonly taken: Transition;
  /** Undefined if the step has no form. */
  readonly form: Form | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

async function inputErrors(
  request: RecordRequest,
  { context, taken, form, input }: TransitionInput,
): Promise<FieldErrors> {
  const known = form === undefined ? {} : propertiesOf(form.schema);
  const asked = [...(taken.books === null ? [] : ['slot']), ...(taken.pick === null ? [] : ['pick'])];
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(known, name) && !asked.includes(name));
  const errors: FieldErrors = Object.fromEntries(
    unknown.map((name) => [name, [message(formMessages.notAskedHere)]]),
  );
  if (form === undefined) return errors;
  return {
    ...(await request.desk.forms.validate(form, answersOf(form, input), {
      draft: false,
      days: daysOf(requestContextOf(request).portal, context),
    })),
    ...errors,
  };
}
