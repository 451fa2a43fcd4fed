/** What a record still needs before it can continue, from the reader's point of view. */
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { show } from '../../tell.ts';
import { sayParts } from '../../page/dates.ts';
import { text } from '../../text.ts';
import { checklistMessages } from '../../../locales/checklist.ts';

export interface MissingParts {
  /** "3 items missing", "2 items came back", "4 items to look at", or null: nothing. */
  readonly text: string | null;
  /** Their titles, in the order of the checklist. */
  readonly titles: readonly string[];
}

const nothing: MissingParts = { text: null, titles: [] };

/** For the owner: missing and returned items. For reviewers: filed items. */
export function missingOf(record: Pick<WireRecord, 'items' | 'review'>): MissingParts {
  if (record.review.accept)
    return said(record.items.filter(isToReview), (number) =>
      text(checklistMessages.toReview, { count: number }),
    );
  const { returned, missing } = ownItems(record);
  if (returned.length > 0)
    return said(returned, (number) => text(checklistMessages.returnedItems, { count: number }));
  return said(missing, (number) => text(checklistMessages.missing, { count: number }));
}

/** Missing and returned items for the owner; both empty for reviewers. */
export function ownItems({ items, review }: Pick<WireRecord, 'items' | 'review'>): {
  readonly returned: readonly WireItem[];
  readonly missing: readonly WireItem[];
} {
  if (review.accept) return { returned: [], missing: [] };
  return {
    returned: items.filter(({ state }) => state === 'returned'),
    missing: items.filter(isMissing),
  };
}

/** Two titles and the number of the rest, so that it fits on one line. */
export function sayTitles(titles: readonly string[], shown = 2): string {
  const rest = titles.length - shown;
  if (rest <= 0) return show(titles);
  return text(checklistMessages.titlesAndMore, { titles: sayParts(titles.slice(0, shown)), rest });
}

function said(items: readonly WireItem[], say: (number: number) => string): MissingParts {
  if (items.length === 0) return nothing;
  return { text: say(items.length), titles: items.map(({ title }) => title) };
}

function isMissing({ state, optional, evidence }: WireItem): boolean {
  return evidence === 'file' && !optional && missingStates.includes(state);
}

const missingStates: readonly WireItem['state'][] = ['missing', 'expired', 'asked-again'];

function isToReview({ state, optional, evidence }: WireItem): boolean {
  return (
    state === 'filed' ||
    ((state === 'missing' || state === 'asked-again') && evidence === 'inspection' && !optional)
  );
}
