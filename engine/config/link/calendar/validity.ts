/**
 * Links how long something is valid: a duration, a named day, a day of the record, the earliest of several, or cases.
 */
import { boundDays } from '../../../portal/forms/form-days.ts';
import type { FieldPath, Validity } from '../../../portal/model/condition.ts';
import { linkShift } from '../conditions/operand.ts';
import { checkExpiry, questionsAlong } from '../conditions/subject-shape.ts';
import { linkCondition } from '../conditions/condition.ts';
import type { AnswerPlace } from '../conditions/condition-place.ts';
import { child, entries, isMapping, isPresent, items, text, type Cursor } from '../input/cursor.ts';
import { linkDayName } from '../names/day-names.ts';
import { linkTerm } from '../input/durations.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext } from '../input/link-context.ts';

/**
 * Links `valid:` of a kind or a document. Several keys in one mapping mean the earliest of them.
 * @param place where `field` is resolved
 * @returns null if there is no `valid`
 */
export function linkValidity(at: Cursor, context: LinkContext, place: AnswerPlace): Validity | null {
  const year = isPresent(child(at, 'year')) ? linkFieldPath(child(at, 'year'), context, place) : null;
  const parts = entries(at)
    .filter(([word]) => word !== 'year' && word !== 'else')
    .flatMap(([word, said]) => linkPart({ word, said, beside: at }, context, place))
    .map((part) => (year !== null && 'until' in part ? { ...part, year } : part));
  return parts.length > 1 ? { earliest: parts } : (parts[0] ?? null);
}

function linkPart(
  { word, said, beside }: { readonly word: string; readonly said: Cursor; readonly beside: Cursor },
  context: LinkContext,
  place: AnswerPlace,
): Validity[] {
  switch (word) {
    case 'for':
      return [{ for: linkTerm(said, context) }];
    case 'until':
      return [{ until: linkDayName(said, context) ?? '' }];
    case 'field': {
      const field = linkFieldPath(said, context, place);
      if (field === null) return [];
      checkEnd(said, field, context, place);
      return [{ field }];
    }
    case 'checklist':
      return [{ checklist: true }];
    case 'cases':
      return [linkCases(said, child(beside, 'else'), { context, place })];
    default:
      return [{ earliest: items(said).flatMap((one) => linkValidity(one, context, place) ?? []) }];
  }
}

/** Reports an end that is no date, or that is over on the day of issue. */
function checkEnd(at: Cursor, path: FieldPath, context: LinkContext, place: AnswerPlace): void {
  checkExpiry(at, path, context, place);
  const questions = questionsAlong(path, context, place).at(-1) ?? [];
  if (questions.length === 0 || !questions.every((one) => isOver(child(one, 'notAfter'), context))) return;
  report(context, 'document/never-valid', at, {
    reason: `\`notAfter\` of "${text(at) ?? ''}" does not allow a later day`,
  });
}

/** Returns true if the last day that a question allows is not after the day on which it is answered. */
function isOver(bound: Cursor, context: LinkContext): boolean {
  const days: readonly string[] = boundDays;
  if (!isMapping(bound.value)) return days.includes(text(bound) ?? '');
  const [word = '', shift = bound] = entries(bound)[0] ?? [];
  const by = linkShift(shift, { ...context, diagnostics: [] });
  return days.includes(word) && by !== null && by.days <= 0 && (by.months ?? 0) <= 0;
}

/** The schema ensures that each case has a value. */
function linkCases(
  at: Cursor,
  otherwise: Cursor,
  { context, place }: { readonly context: LinkContext; readonly place: AnswerPlace },
): Validity {
  const said = (value: Cursor): Validity => linkValidity(value, context, place) ?? { earliest: [] };
  return {
    cases: items(at).map((one) => ({
      when: linkCondition(child(one, 'when'), context, { ...place, where: 'needs' }),
      value: said(child(one, 'value')),
    })),
    otherwise: said(otherwise),
  };
}
