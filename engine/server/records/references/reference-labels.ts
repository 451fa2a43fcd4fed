/** What a visitor reads of the records that answers name. */
import { formMessages } from '../../../locales/forms.ts';
import { message } from '../../../locales/message.ts';
import { viewOf } from '../../../portal/access/access.ts';
import { isShown } from '../../../portal/access/visible-data.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import { referredContext } from '../../../portal/conditions/field-value.ts';
import { labelOfReferred } from '../../../portal/documents/reference-label.ts';
import {
  type OfferedRecords,
  type ReferenceQuestion,
  referencesOf,
} from '../../../portal/forms/references.ts';
import { slugsAt } from '../../../portal/values/slugs-at.ts';
import type { Labels } from '../../../portal/forms/value-type.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import { tell } from '../../../portal/text/tell.ts';

/** For each answer that names a record, by the path of its question: the slug and what this visitor may read of it. */
export function referenceLabels(
  scope: Scope,
  context: RecordContext,
  answers: Readonly<Record<string, unknown>>,
): Record<string, Labels> {
  const labels: Record<string, Labels> = {};
  for (const question of referencesOf(scope.portal, context.record.type)) {
    const slugs = slugsAt(answers, question.keys);
    if (slugs.length > 0)
      labels[question.keys.join('.')] = Object.fromEntries(
        slugs.map((slug) => [slug, labelOfSlug(scope, context, question, slug)]),
      );
  }
  return labels;
}

/** What the visitor reads of each record that the answers of this one name. */
export function labelsOfAnswers(scope: Scope, context: RecordContext, question: ReferenceQuestion): string[] {
  return slugsAt(context.record.data, question.keys).map((slug) =>
    labelOfSlug(scope, context, question, slug),
  );
}

function labelOfSlug(
  scope: Scope,
  context: RecordContext,
  question: ReferenceQuestion,
  slug: string,
): string {
  const named = referredContext(context, { type: question.type, slug });
  return named === undefined ? hiddenIn(scope) : labelFor(scope, question, named);
}

/** What the visitor may read of the columns and answers that name the record. */
export function labelFor(
  scope: Scope,
  question: Pick<OfferedRecords, 'label'>,
  context: RecordContext,
): string {
  const view = viewOf({ ...scope, context });
  if (view === null) return hiddenIn(scope);
  const isRead = (name: string) => isShown(view, name) && !view.masked.includes(name);
  const label = labelOfReferred(scope.portal, question, context.record, isRead);
  return label === '' ? hiddenIn(scope) : label;
}

/** The text in place of a record that the visitor cannot see. */
export function hiddenIn({ portal }: Pick<Scope, 'portal'>): string {
  return tell(portal, message(formMessages.recordHidden));
}
