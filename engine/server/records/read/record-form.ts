/** Decides which form a record uses, and how strictly its answers are validated now. */
import { may, recordTypeOf, verifiedFields } from '../../../portal/access/access.ts';
import type { Form } from '../../../portal/model/form.ts';
import { computationIn, computeAnswers } from '../../../portal/forms/computed-answers.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { asksForm } from '../../../portal/workflow/transition.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { rulesRemoved } from '../../http/errors.ts';
import { requestContextOf, clientOf } from '../rows/record-desk.ts';
import type { ReadingRequest, RecordRequest } from '../rows/record-desk.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { message, type Message } from '../../../locales/message.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';

/** The current portal's form, specialised for this record; null if it has none. */
export function currentForm(request: ReadingRequest, context: RecordContext): Form | null {
  const scope = requestContextOf(request);
  const { kind, type } = context.record;
  const hash =
    (kind === null ? null : scope.portal.kinds[kind]?.form) ?? scope.portal.recordTypes[type]?.form ?? null;
  const form = hash === null ? undefined : scope.portal.forms[hash];
  return form === undefined ? null : request.desk.forms.specialise(form, scope, context);
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
export const storedForms = onceForEach<ReadingRequest['desk'], Set<string>>(() => new Set());

/** The record with its current form and computed answers: until it is sent, it follows the configuration. */
export async function withFormInForce(request: ReadingRequest, stored: StoredRecord): Promise<StoredRecord> {
  const { context } = stored;
  if (!followsForm(requestContextOf(request).portal, context.record)) return stored;
  const form = currentForm(request, context);
  // A record with answers keeps its form even if its type no longer has one, because steps need the form.
  if (form === null) return stored;
  // The form may compute answers since the record was saved, or from other questions.
  const data = computeAnswers(form, context.record.data);
  if (form.hash === context.record.form && data === context.record.data) return stored;
  await keepForm(request, form);
  const record = { ...context.record, form: form.hash, data };
  return { ...stored, context: { ...context, record } };
}

/** May fields be empty? True for a draft, or if a later transition requires the complete form. */
export function mayBeIncomplete(portal: Portal, record: PortalRecord): boolean {
  const workflow = portal.workflows[record.type];
  if (workflow === undefined) return false;
  const ahead = Object.values(workflow.transitions).filter(({ from }) => from.includes(record.state));
  return ahead.some(asksForm) || isUnsent(portal, record);
}

/** Returns the faults of new answers. Unknown fields and fields that others fill in are faults too. */
export function refusedFields(
  request: RecordRequest,
  context: RecordContext,
  form: Form | null,
  given: Readonly<Record<string, unknown>>,
): FieldErrors {
  const errors: Record<string, Message[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const fault = fieldFault(request, context, form, { name, value });
    if (fault !== null) errors[name] = [fault];
  }
  return errors;
}

/** The answers that the form has. The others are answers of transitions, stored beside them. */
export function answersOf(form: Form, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => Object.hasOwn(propertiesOf(form.schema), name)),
  );
}

function fieldFault(
  request: RecordRequest,
  context: RecordContext,
  form: Form | null,
  { name, value }: { readonly name: string; readonly value: unknown },
): Message | null {
  const { portal, visitor } = requestContextOf(request);
  const { record } = context;
  const isKnown = form !== null && Object.hasOwn(propertiesOf(form.schema), name);
  if (!isKnown) return message(formMessages.unknownField);
  if (Object.hasOwn(form.from, name)) return message(formMessages.takenFromRecord);
  // What a program sends for a computed answer is replaced.
  if (computationIn(mappingOf(form.uiSchema[name])) !== null) return null;
  const isSame = JSON.stringify(record.data[name] ?? null) === JSON.stringify(value ?? null);
  const by = Object.hasOwn(form.filledBy, name) ? form.filledBy[name] : undefined;
  if (isSame) return null;
  if (verifiedFields({ portal, visitor, context }).includes(name)) return message(formMessages.verifiedField);
  const account = recordTypeOf(portal, record.type)?.account ?? null;
  if (record.owner !== null && account?.username === name) return message(formMessages.signInField);
  if (by !== undefined) {
    return by.includes(visitor.department ?? '') ? null : message(formMessages.officeField);
  }
  const isOwner = record.owner === visitor.account;
  // Unless the form says who fills in which fields, anyone who may change the record may correct all of them.
  const isShared = record.id !== '' && Object.keys(form.filledBy).length === 0;
  const mayCorrect = isShared && may({ portal, visitor, context }, 'update', record.type);
  return isOwner || mayCorrect || may({ portal, visitor, context }, 'create', record.type)
    ? null
    : message(formMessages.ownerField);
}

/** A profile is kept up to date and never sent. */
function followsForm(portal: Portal, record: PortalRecord): boolean {
  const isProfile = record.owner !== null && (recordTypeOf(portal, record.type)?.account ?? null) !== null;
  return isProfile || isUnsent(portal, record);
}

function isUnsent(portal: Portal, record: PortalRecord): boolean {
  const workflow = portal.workflows[record.type];
  return (
    workflow !== undefined &&
    workflow.initial === record.state &&
    workflow.states[record.state]?.waitsFor === 'owner'
  );
}
