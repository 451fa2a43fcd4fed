/** Checks the answers of a record that a migration has changed, as if they were new, and gives it the form in force. */
import { faultsOfAnswers, followsForm } from '../../../portal/changes/record-answers.ts';
import { namedAnswersOf } from '../../../portal/forms/references.ts';
import { formInForce } from '../../../portal/forms/specialise-form.ts';
import { normaliseAnswers } from '../../../portal/forms/written-answers.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { tell } from '../../../portal/text/tell.ts';
import { createAnswerValidator, specialFormOf } from '../../forms/form-desk.ts';

/** An answer with which a record cannot stay. */
export interface AnswerFault {
  /** The number of the record; for a draft its code. */
  readonly record: string;
  readonly question: string;
  /** `no-match`: not the pattern of a split; `no-answer`: a text names an answer that is missing; or what the form says. */
  readonly why: 'no-match' | 'no-answer' | { readonly said: string };
}

export interface CheckedRecord {
  readonly after: PortalRecord;
  /** Null: no answer has changed, or the record has no form. */
  readonly form: Form | null;
  readonly faults: readonly AnswerFault[];
}

const validate = createAnswerValidator();

/** @param context before the change, with the records that the changed answers name */
export function checkMigrated(portal: Portal, context: RecordContext, record: PortalRecord): CheckedRecord {
  const base = formInForce(portal, record);
  if (base === null || record.data === context.record.data) return { after: record, form: null, faults: [] };
  const changed = { ...context, record };
  const form = specialFormOf(base, { portal, visitor: signedOut }, changed);
  // A figure of what was sent stays: the named record may have another price by now.
  const named = followsForm(portal, record) ? namedAnswersOf(form, changed) : undefined;
  const data = normaliseAnswers(form, record.data, portal.locales, named);
  const after = { ...record, data, form: form.hash };
  const scope = { portal, visitor: signedOut, context: { ...changed, record: after } };
  const { faults: errors } = faultsOfAnswers(scope, form, { data, given: {}, validate });
  const faults = Object.entries(errors).flatMap(([question, messages]) =>
    messages.map((one) => ({
      record: record.number ?? record.slug,
      question,
      why: { said: tell(portal, one) },
    })),
  );
  return { after, form, faults };
}
