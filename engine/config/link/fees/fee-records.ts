/** The records below an assessment that change it: payments, refunds and waivers. */
import type { PaymentRule, WaiverRule } from '../../../portal/model/fee.ts';
import type { FieldPath } from '../../../portal/model/condition.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { valuesOfQuestion } from '../conditions/possible-values.ts';
import { checkDated, linkSummedPath, questionsAlong } from '../conditions/subject-shape.ts';
import { child, type Cursor, isPresent, text } from '../input/cursor.ts';
import { isKnown, type LinkContext, report } from '../input/link-context.ts';
import type { TermsPlace } from './fee-terms.ts';

/** @param place with the currency of the schedule, in which everybody pays */
export function linkPayments(
  at: Cursor,
  { context, currency }: TermsPlace & { readonly currency: string | undefined },
): PaymentRule | null {
  if (!isPresent(at)) return null;
  const { type, isDeclared } = linkType(at, context);
  const [amount, paidOn] = [child(at, 'amount'), child(at, 'paidOn')];
  if (isDeclared) {
    const path = isPresent(amount) ? linkSummedPath(amount, context, { type }) : null;
    if (path !== null) context.amounts.push({ at: amount, parts: [{ currency }, { type, path }] });
    const day = isPresent(paidOn) ? linkFieldPath(paidOn, context, { type }) : null;
    if (day !== null) checkDated(paidOn, day, context, { type, code: 'fee/no-date' });
  }
  return {
    of: type,
    where: linkWhere(at, type, context),
    amount: text(amount) ?? '',
    paidOn: text(paidOn) ?? '',
  };
}

export function linkWaivers(at: Cursor, place: TermsPlace): WaiverRule | null {
  if (!isPresent(at)) return null;
  const { context } = place;
  const { type, isDeclared } = linkType(at, context);
  const [lines, reason] = [child(at, 'lines'), child(at, 'reason')];
  if (isDeclared) {
    const path = linkFieldPath(lines, context, { type });
    if (path !== null) checkChoices(lines, path, type, place);
    linkFieldPath(reason, context, { type });
  }
  return {
    of: type,
    where: linkWhere(at, type, context),
    lines: text(lines) ?? '',
    reason: text(reason) ?? '',
  };
}

/** Whoever waives chooses among the lines and tags of the schedule. */
function checkChoices(at: Cursor, path: FieldPath, type: string, { context, names }: TermsPlace): void {
  // What a step writes into the record has no choices of its own.
  const asked = questionsAlong(path, context, { type }).flat();
  const choices = asked.flatMap((one) => valuesOfQuestion(one, context) ?? []).map(String);
  if (choices.length === 0) report(context, 'fee/no-choices', at, { name: text(at) ?? '' });
  for (const choice of new Set(choices)) {
    if (!names.has(choice)) report(context, 'fee/unknown-waived', at, { name: choice, choices: [...names] });
  }
}

function linkType(at: Cursor, context: LinkContext): { readonly type: string; readonly isDeclared: boolean } {
  const of = child(at, 'of');
  const type = text(of) ?? '';
  const choices = context.names.records;
  isKnown(context, 'record/unknown-type', of, { name: type, choices });
  return { type, isDeclared: choices.has(type) };
}

function linkWhere(at: Cursor, type: string, context: LinkContext): PaymentRule['where'] {
  const where = { where: 'access', type, isRelative: true, absent: always } as const;
  return linkOptional(child(at, 'where'), context, where);
}
