/** Decides which form a record uses, and stores the forms that records refer to. */
import type { Form } from '../../../portal/model/form.ts';
import { followsForm, withForm } from '../../../portal/changes/record-answers.ts';
import { formInForce } from '../../../portal/forms/specialise-form.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import { rulesRemoved } from '../../http/errors.ts';
import { requestContextOf, clientOf } from '../rows/record-desk.ts';
import type { ReadingDesk, ReadingRequest } from '../rows/record-desk.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';

/** The current portal's form, specialised for this record; null if it has none. */
export function currentForm(request: ReadingRequest, context: RecordContext): Form | null {
  const scope = requestContextOf(request);
  const form = formInForce(scope.portal, context.record);
  return form === null ? null : request.desk.forms.specialise(form, scope, context);
}

/**
 * Drafts and profiles use the current form. A record that was sent keeps the form that it was sent with.
 * @throws HttpError 409 if that form is lost
 */
export async function formOf(request: ReadingRequest, context: RecordContext): Promise<Form | null> {
  const { portal } = requestContextOf(request);
  const { record } = context;
  if (record.form === null || followsForm(portal, record)) return currentForm(request, context);
  const kept = portal.forms[record.form] ?? (await request.desk.forms.find(clientOf(request), record.form));
  if (kept !== null) return kept;
  throw rulesRemoved(message(recordMessages.formRemoved));
}

/** Stores the form for as long as records refer to it. */
export async function keepForm({ desk, unitOfWork }: ReadingRequest, form: Form): Promise<void> {
  if (storedForms(desk).has(form.hash)) return;
  if (unitOfWork !== undefined) {
    unitOfWork.forms.set(form.hash, form);
    return;
  }
  await desk.forms.keep(desk.application.database, form);
  storedForms(desk).add(form.hash);
}

/** Hashes of the forms that this process has stored. */
export const storedForms = onceForEach<ReadingDesk, Set<string>>(() => new Set());

/** The record with its current form and computed answers: until it is sent, it follows the configuration. */
export async function withFormInForce(request: ReadingRequest, stored: StoredRecord): Promise<StoredRecord> {
  const { context } = stored;
  if (!followsForm(requestContextOf(request).portal, context.record)) return stored;
  const form = currentForm(request, context);
  // A record with answers keeps its form even if its type no longer has one, because steps need the form.
  if (form === null) return stored;
  const current = withForm(context, form);
  if (form.hash === context.record.form && current.record.data === context.record.data) return stored;
  await keepForm(request, form);
  return { ...stored, context: current };
}
