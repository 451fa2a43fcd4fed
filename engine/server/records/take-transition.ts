/** Takes a transition: what it would do is computed purely, then written with all that follows. */
import { asksForm, mayTake, transition, transitionOf } from '../../portal/transition.ts';
import type { Change, FieldErrors, Refusal, Step } from '../../portal/transition.ts';
import type { RecordContext } from '../../portal/record.ts';
import type { Transition } from '../../portal/workflow.ts';
import { forbidden, HttpError, notFound, unprocessable } from '../http/errors.ts';
import { carryOut } from './carry-out.ts';
import type { Changing } from './change-record.ts';
import { openRecord, overtaken, requireRight } from './open-record.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { answersOf, formOf, propertiesOf, withFormInForce } from './record-form.ts';
import { isFields, soundFields } from './sound-json.ts';
import type { Answer } from './write-record.ts';

/** @throws HttpError 403, 404, 409 or 422 */
export async function takeTransition(
  request: RecordRequest,
  changing: Changing & { readonly name: string },
): Promise<Answer> {
  const { portal, visitor } = askerOf(request);
  const { stored: found, view } = await openRecord(request, changing);
  const stored = await withFormInForce(request, found);
  const { context } = stored;
  const taken = transitionOf(portal, changing.type, changing.name);
  if (taken === null) throw notFound();
  if (view.level !== 'read') throw forbidden();
  requireRight(request, stored, {
    version: changing.version,
    mayNow: mayTake(portal, visitor, context, taken),
  });
  const input = soundFields((isFields(changing.body) ? changing.body['input'] : null) ?? {}, 'input');
  const step: Step = {
    name: changing.name,
    input,
    formErrors: asksForm(taken) ? await formErrors(request, context) : {},
    inputErrors: await inputErrors(request, taken, input),
  };
  const change = transition(portal, visitor, context, step);
  if (change.refused !== undefined) throw refusal(change);
  const order = orderOf(stored, change, input);
  return (await carryOut(request, order, changing.claim)) ?? overtaken(request, changing);
}

function orderOf(
  stored: Parameters<typeof carryOut>[1]['stored'],
  change: Change,
  input: Readonly<Record<string, unknown>>,
): Parameters<typeof carryOut>[1] {
  return {
    stored,
    isNew: false,
    record: { ...stored.context.record, state: change.state, data: change.data, due: change.due },
    number: change.number,
    creates: change.creates,
    what: change.transition.name,
    detail: { input },
  };
}

/** The whole form, as it stands in the record. */
async function formErrors(request: RecordRequest, context: RecordContext): Promise<FieldErrors> {
  const form = await formOf(request, context);
  if (form === null) return {};
  return request.desk.forms.validate(form, answersOf(form, context.record.data), { draft: false });
}

async function inputErrors(
  request: RecordRequest,
  taken: Transition,
  input: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> {
  const { portal } = askerOf(request);
  const form = taken.input === null ? undefined : portal.forms[taken.input];
  const known = form === undefined ? {} : propertiesOf(form);
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(known, name));
  const errors = Object.fromEntries(unknown.map((name) => [name, ['This is not asked here.']]));
  if (form === undefined) return errors;
  return {
    ...(await request.desk.forms.validate(form, answersOf(form, input), { draft: false })),
    ...errors,
  };
}

function refusal(refused: Refusal): HttpError {
  switch (refused.refused) {
    case 'not-found':
      return notFound();
    case 'forbidden':
      return forbidden();
    case 'invalid':
      return unprocessable(refused.errors);
    case 'conflict':
      return new HttpError(409, { message: refused.message, code: 'not-in-this-state' });
  }
}
