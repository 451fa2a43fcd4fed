/**
 * Links how long something is valid: a duration, a named day, a day of the record, the earliest of several, or cases.
 */
import type { Validity } from '../../../portal/model/condition.ts';
import { linkCondition } from '../conditions/condition.ts';
import type { AnswerPlace } from '../conditions/condition-place.ts';
import { child, entries, isPresent, items, type Cursor } from '../input/cursor.ts';
import { linkDayName } from '../names/day-names.ts';
import { linkDuration } from '../input/durations.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import type { LinkContext } from '../input/link-context.ts';

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
      return [{ for: linkDuration(said, context) }];
    case 'until':
      return [{ until: linkDayName(said, context) ?? '' }];
    case 'field': {
      const field = linkFieldPath(said, context, place);
      return field === null ? [] : [{ field }];
    }
    case 'checklist':
      return [{ checklist: true }];
    case 'cases':
      return [linkCases(said, child(beside, 'else'), { context, place })];
    default:
      return [{ earliest: items(said).flatMap((one) => linkValidity(one, context, place) ?? []) }];
  }
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
