/** Until when something is valid: a length of time, a day that the calendar names, a day of the record, or the earliest of these. */
import type { Validity } from '../../portal/validity.ts';
import type { ConditionPlace } from './condition-place.ts';
import { child, entries, isSaid, items, text, type Cursor } from './cursor.ts';
import { linkDuration } from './durations.ts';
import { linkFieldPath } from './field-path.ts';
import { reportUnknown, type Linking } from './linking.ts';

/**
 * Links `valid:` of a kind or a document. Several keys in one mapping mean the earliest of them.
 * @param place whose fields `field` names
 * @returns null where nothing is said
 */
export function linkValidity(
  at: Cursor,
  linking: Linking,
  place: Pick<ConditionPlace, 'type' | 'properties'>,
): Validity | null {
  const year = isSaid(child(at, 'year')) ? linkFieldPath(child(at, 'year'), linking, place) : null;
  const parts = entries(at)
    .filter(([word]) => word !== 'year')
    .flatMap(([word, said]) => linkPart({ word, said }, linking, place))
    .map((part) => (year !== null && 'until' in part ? { ...part, year } : part));
  return parts.length > 1 ? { earliest: parts } : (parts[0] ?? null);
}

function linkPart(
  { word, said }: { readonly word: string; readonly said: Cursor },
  linking: Linking,
  place: Pick<ConditionPlace, 'type' | 'properties'>,
): Validity[] {
  switch (word) {
    case 'for':
      return [{ for: linkDuration(said, linking) }];
    case 'until':
      return [linkNamedDay(said, linking)];
    case 'field': {
      const field = linkFieldPath(said, linking, place);
      return field === null ? [] : [{ field }];
    }
    case 'checklist':
      return [{ checklist: true }];
    default:
      return [{ earliest: items(said).flatMap((one) => linkValidity(one, linking, place) ?? []) }];
  }
}

function linkNamedDay(at: Cursor, linking: Linking): Validity {
  const name = text(at) ?? '';
  const { days } = linking.names;
  const named = days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
  if (isSaid(at) && !named.includes(name)) {
    reportUnknown(linking, 'calendar/unknown-day', at, { name, choices: named });
  }
  return { until: name };
}
