/** Changes a record's answers: replaces each given top-level field as a whole. */
import { formMessages } from '../../../locales/forms.ts';
import { message } from '../../../locales/message.ts';
import { may, recordTypeOf, viewOf } from '../../../portal/access/access.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { namedAnswersOf } from '../../../portal/forms/references.ts';
import { normaliseAnswers } from '../../../portal/forms/written-answers.ts';
import type { Command } from '../../../portal/life/decide-command.ts';
import {
  changedChoices,
  faultsOfAnswers,
  faultsToTell,
  withGiven,
} from '../../../portal/changes/record-answers.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import { presentAnswers } from '../../../portal/succession/succeed-record.ts';
import { unitOf } from '../../../portal/workflow/new-records.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { HttpAnswer } from '../read/answer.ts';
import { openRecord, type RecordChangeRequest, requireRight } from '../read/open-record.ts';
import { formOf, keepForm } from '../read/record-form.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { faultsOfChanges } from '../references/offered-records.ts';
import { withReferred } from '../rows/context-rows.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { requireSoundFields } from '../rows/sound-json.ts';
import { changeFamily } from './change-family.ts';

type DataChange = RecordChangeRequest & { readonly data: Readonly<Record<string, unknown>> };

/** @throws HttpError 403, 404, 409 or 422 */
export async function changeRecord(request: RecordRequest, changing: DataChange): Promise<HttpAnswer> {
  return putRecord(request, changing, (inside, stored) => commandOf(inside, stored, changing));
}

async function commandOf(
  request: RecordRequest,
  stored: StoredRecord,
  changing: DataChange,
): Promise<PutCommand> {
  const { portal, visitor } = requestContextOf(request);
  const { context } = stored;
  const isKept = recordTypeOf(portal, changing.type)?.builtIn === null;
  const mayNow = isKept && may({ portal, visitor, context }, 'update', changing.type);
  requireRight(request, stored, { version: changing.version, mayNow });
  requireSoundFields(changing.data);
  const given = presentAnswers(portal, context.record, changing.data);
  const { data, form } = await checked(request, context, given);
  const filled = { ...context.record, data, form };
  const unit = unitOf({ portal, visitor, context: { ...context, record: filled } });
  return {
    type: 'put',
    record: { ...filled, unit },
    what: 'saved',
    detail: { fields: changedFields(given, context.record.data, data) },
  };
}

/** The given fields, and those that the portal computed from them. */
function changedFields(
  given: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const computed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return [...new Set([...Object.keys(given), ...computed])];
}

async function checked(
  request: RecordRequest,
  context: RecordContext,
  given: Readonly<Record<string, unknown>>,
): Promise<{ readonly data: Record<string, unknown>; readonly form: string | null }> {
  const scope = requestContextOf(request);
  const { portal } = scope;
  const { record } = context;
  const next = withGiven(record.data, given);
  // The new answers decide which questions apply, not the old ones.
  const answered = { ...context, record: { ...record, data: next } };
  const [around = answered] = await withReferred(clientOf(request), scope, [answered]);
  const form = await formOf(request, around);
  const data =
    form === null ? next : normaliseAnswers(form, next, portal.locales, namedAnswersOf(form, around));
  const { visitor } = request;
  const { validate } = request.desk.forms;
  const found = faultsOfAnswers({ portal, visitor, context }, form, { data, given, validate });
  const choices = changedChoices(portal, record, { form, data }, await formOf(request, context));
  const unnamed = await faultsOfChanges(request, form, choices);
  const errors = {
    ...found.refused,
    ...faultsToTell(faultsOf(portal, record.type, { faults: found.faults, given }), unnamed),
  };
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
  if (form !== null && form.hash !== record.form) await keepForm(request, form);
  return { data, form: form?.hash ?? record.form };
}

/**
 * The password was stored in the account when the record was created. It is never required here and never written.
 */
function faultsOf(
  portal: Portal,
  type: string,
  { faults, given }: { readonly faults: FieldErrors; readonly given: Readonly<Record<string, unknown>> },
): FieldErrors {
  const name = recordTypeOf(portal, type)?.account?.password;
  if (name === undefined) return faults;
  const others = Object.entries(faults).filter(([field]) => field !== name);
  const isGiven = Object.hasOwn(given, name);
  return {
    ...Object.fromEntries(others),
    ...(isGiven && { [name]: [message(formMessages.changedOnOwnPage)] }),
  };
}

export type PutCommand = Extract<Command, { type: 'put' }>;

/** @throws HttpError 403, 404, 409 or 422 */
export async function putRecord(
  request: RecordRequest,
  changing: RecordChangeRequest,
  decide: (request: RecordRequest, stored: StoredRecord) => Promise<PutCommand>,
): Promise<HttpAnswer> {
  const { portal, visitor } = requestContextOf(request);
  // Such a record is an account and cannot be changed here. The decision gives the reason.
  if (recordTypeOf(portal, changing.type)?.builtIn === 'user') {
    const { stored } = await openRecord(request, changing);
    await decide(request, stored);
    throw notFound();
  }
  return changeFamily(request, changing, async (inside, stored) => {
    if (viewOf({ portal, visitor, context: stored.context }) === null) throw notFound();
    return { command: await decide(inside, stored) };
  });
}
