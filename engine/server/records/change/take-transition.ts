/** Takes a transition: computes its result as a pure function, then writes all of it. */
import { isDraft, viewOf } from '../../../portal/access/access.ts';
import { isOnlySignedSince } from '../../../portal/conditions/quorum.ts';
import { normaliseAnswers } from '../../../portal/forms/written-answers.ts';
import { asksForm, isLinked, mayTake } from '../../../portal/workflow/transition.ts';
import { presentAnswers, presentStep } from '../../../portal/succession/succeed-record.ts';
import { choicesOf, faultsToTell } from '../../../portal/changes/record-answers.ts';
import { stepErrors, wholeFormErrors } from '../../../portal/changes/step-answers.ts';
import type { Step } from '../../../portal/workflow/transition.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { changeFamily, type RecordCommand } from './change-family.ts';
import type { RecordChangeRequest } from '../read/open-record.ts';
import { requireRight } from '../read/open-record.ts';
import { accountsToPick } from '../lists/picks.ts';
import { faultsOfChoices, namedIn } from '../references/offered-records.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { requestContextOf, stepFormOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { formOf, withFormInForce } from '../read/record-form.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import type { HttpAnswer } from '../read/answer.ts';

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
  const taken = presentStep(portal, taking.type, taking.name);
  if ((view === null && !hasLink) || taken === null) throw notFound();
  if (view?.level !== 'read' && !hasLink) throw forbidden();
  const stored = await withFormInForce(request, found);
  const { context } = stored;
  // Whoever signs at the same moment has read the same record.
  const isSame = taken.quorum !== null && isOnlySignedSince(context.record, taking.version);
  requireRight(request, stored, {
    version: isSame ? context.record.version : taking.version,
    mayNow: mayTake({ portal, visitor, context }, taken),
  });
  // Only answers that the record keeps have names that can be succeeded.
  const said = taken.saves
    ? presentAnswers(portal, { type: taking.type, kind: null }, taking.input)
    : taking.input;
  requireSoundFields(said);
  const asked = stepFormOf(request.desk, requestContextOf(request), { hash: taken.input ?? '', context });
  const input =
    asked === undefined
      ? said
      : normaliseAnswers(asked, said, portal.locales, await namedIn(request, asked, said));
  const { picked, pickErrors } = await accountsToPick(request, context, taken, input);
  const own = { portal, context, validate: request.desk.forms.validate };
  const form = asksForm(taken) ? await formOf(request, context) : null;
  // Who sends a record chooses once more what its answers name.
  const sent = isDraft(portal, context.record) ? choicesOf(portal, form, context.record) : {};
  const step: Step = {
    name: taken.name,
    input,
    picked,
    formErrors: asksForm(taken)
      ? { ...wholeFormErrors(own, form), ...(await faultsOfChoices(request, form, sent)) }
      : {},
    inputErrors: {
      ...faultsToTell(
        stepErrors(own, { taken, form: asked, input }),
        await faultsOfChoices(request, asked ?? null, input),
      ),
      ...pickErrors,
    },
  };
  return { command: { type: 'take', id: context.record.id, step }, record: context.record };
}
