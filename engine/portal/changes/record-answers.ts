/** Decides which answers of a record somebody may give now, how strictly they are validated, and what is wrong with them. */
import { formMessages } from '../../locales/forms.ts';
import { message, type Message } from '../../locales/message.ts';
import { isDraft, may, recordTypeOf, verifiedFields } from '../access/access.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { type Answers, countedAnswers } from '../forms/form-conditions.ts';
import { computationIn, computeAnswers } from '../forms/computed-answers.ts';
import { namedAnswersOf } from '../forms/references.ts';
import type { NamedAnswers } from '../forms/figures.ts';
import { daysOf, type FormDays } from '../forms/form-days.ts';
import { propertiesOf } from '../forms/form-levels.ts';
import type { FieldErrors } from '../forms/form-verdict.ts';
import { formInForce } from '../forms/specialise-form.ts';
import type { Form } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import { mappingOf } from '../values/is-mapping.ts';
import { asksForm } from '../workflow/transition.ts';

/** Validates answers of a form. A draft may leave fields empty. */
export type AnswerValidator = (
  form: Form,
  data: Answers,
  how: { readonly draft: boolean; readonly days?: FormDays },
) => FieldErrors;

/** May fields be empty? True for a draft, or if a later transition requires the complete form. */
function mayBeIncomplete(portal: Portal, record: PortalRecord): boolean {
  const workflow = portal.workflows[record.type];
  if (workflow === undefined) return false;
  const ahead = Object.values(workflow.transitions).filter(({ from }) => from.includes(record.state));
  return ahead.some(asksForm) || isUnsent(portal, record);
}

/** Does the record use the current form? A profile is kept up to date and never sent. */
export function followsForm(portal: Portal, record: Pick<PortalRecord, 'type' | 'state' | 'owner'>): boolean {
  const isProfile = record.owner !== null && (recordTypeOf(portal, record.type)?.account ?? null) !== null;
  return isProfile || isUnsent(portal, record);
}

/**
 * The record with this form and the answers that it computes. The form may compute answers since the record was saved,
 * or from other questions.
 */
export function withForm(context: RecordContext, form: Form): RecordContext {
  const { record } = context;
  const data = computeAnswers(form, record.data, namedAnswersOf(form, context));
  return { ...context, record: { ...record, form: form.hash, data } };
}

/** The answers of a record that somebody wrote by hand, with the figures that follow from them. A given figure stays. */
export function withFigures(
  portal: Portal,
  record: Pick<PortalRecord, 'type' | 'kind' | 'data'>,
  named: NamedAnswers,
): Answers {
  const form = formInForce(portal, record);
  return form === null ? record.data : { ...computeAnswers(form, record.data, named), ...record.data };
}

/** The answers that the form has. The others are answers of transitions, stored beside them. */
export function answersOf(form: Form, data: Answers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => Object.hasOwn(propertiesOf(form.schema), name)),
  );
}

/**
 * The answers that may name only records which their questions offer. Answers to questions that do not apply to a
 * draft are left out. The step that sends the draft checks again.
 */
export function choicesOf(
  portal: Portal,
  form: Form | null,
  record: Pick<PortalRecord, 'type' | 'state' | 'data'>,
): Answers {
  return form !== null && isDraft(portal, record) ? countedAnswers(form, record.data) : record.data;
}

interface ChangedAnswers {
  readonly form: Form | null;
  readonly data: Answers;
}

/** Answers that may name only records which their questions offer, except those that the kept answers name. */
export interface ChangedChoices {
  readonly given: Answers;
  readonly kept: Answers;
}

/**
 * What a change names anew. What begins to apply counts as well: a draft may have it from a time when nobody looked.
 * @param before the record's form before the change, which decides what applied
 */
export function changedChoices(
  portal: Portal,
  record: PortalRecord,
  { form, data }: ChangedAnswers,
  before: Form | null,
): readonly ChangedChoices[] {
  const applying = {
    given: form === null ? {} : countedAnswers(form, data),
    kept: before === null ? {} : countedAnswers(before, record.data),
  };
  return isDraft(portal, record) ? [applying] : [applying, { given: data, kept: record.data }];
}

/**
 * The faults of the answers, unless they name a record that is not offered: faults of figures would tell what the
 * figures read there.
 * @param unnamed the faults of what the answers name
 */
export function faultsToTell(faults: FieldErrors, unnamed: FieldErrors): FieldErrors {
  return Object.keys(unnamed).length > 0 ? unnamed : faults;
}

/** The answers after a change. `null` clears a field, because JSON has no other way to express that. */
export function withGiven(data: Answers, given: Answers): Record<string, unknown> {
  const entries = Object.entries({ ...data, ...given });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/**
 * The faults of all answers of the record, and of those that somebody gives now: unknown fields, and fields that
 * others fill in.
 */
export function faultsOfAnswers(
  scope: RecordScope,
  form: Form | null,
  {
    data,
    given,
    validate,
  }: { readonly data: Answers; readonly given: Answers; readonly validate: AnswerValidator },
): { readonly faults: FieldErrors; readonly refused: FieldErrors } {
  const { portal, context } = scope;
  const how = { draft: mayBeIncomplete(portal, context.record), days: daysOf(portal, context) };
  return {
    faults: form === null ? {} : validate(form, answersOf(form, data), how),
    refused: refusedFields(scope, form, given),
  };
}

function refusedFields(scope: RecordScope, form: Form | null, given: Answers): FieldErrors {
  const errors: Record<string, Message[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const fault = fieldFault(scope, form, { name, value });
    if (fault !== null) errors[name] = [fault];
  }
  return errors;
}

function fieldFault(
  scope: RecordScope,
  form: Form | null,
  { name, value }: { readonly name: string; readonly value: unknown },
): Message | null {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const isKnown = form !== null && Object.hasOwn(propertiesOf(form.schema), name);
  if (!isKnown) return message(formMessages.unknownField);
  if (Object.hasOwn(form.from, name)) return message(formMessages.takenFromRecord);
  // What a program sends for a computed answer is replaced.
  if (computationIn(mappingOf(form.uiSchema[name])) !== null) return null;
  const isSame = JSON.stringify(record.data[name] ?? null) === JSON.stringify(value ?? null);
  const by = Object.hasOwn(form.filledBy, name) ? form.filledBy[name] : undefined;
  if (isSame) return null;
  if (verifiedFields(scope).includes(name)) return message(formMessages.verifiedField);
  const account = recordTypeOf(portal, record.type)?.account ?? null;
  if (record.owner !== null && account?.username === name) return message(formMessages.signInField);
  if (by !== undefined) {
    return by.includes(visitor.department ?? '') ? null : message(formMessages.officeField);
  }
  const isOwner = record.owner === visitor.account;
  // Unless the form says who fills in which fields, anyone who may change the record may correct all of them.
  const isShared = record.id !== '' && Object.keys(form.filledBy).length === 0;
  const mayCorrect = isShared && may(scope, 'update', record.type);
  return isOwner || mayCorrect || may(scope, 'create', record.type) ? null : message(formMessages.ownerField);
}

function isUnsent(portal: Portal, record: Pick<PortalRecord, 'type' | 'state'>): boolean {
  const workflow = portal.workflows[record.type];
  return (
    workflow !== undefined &&
    workflow.initial === record.state &&
    workflow.states[record.state]?.waitsFor === 'owner'
  );
}
