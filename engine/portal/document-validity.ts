/** Until when a document is valid that is issued to a record now. */
import { itemsAsked } from './checklist.ts';
import { dateAfter, lastDayOf, type ValidityFacts } from './days.ts';
import type { DocumentTemplate } from './document.ts';
import { parseDuration } from './duration.ts';
import { holds } from './evaluate.ts';
import { itemIdOf } from './item-rows.ts';
import { readField } from './field-value.ts';
import type { Portal } from './portal.ts';
import type { RecordContext } from './record.ts';
import { signedOut } from './visitor.ts';

/** The last day (ISO date), or null: for good. What the record's kind says of what it issues wins over the template. */
export function lastDayOfDocument(
  portal: Portal,
  { name, valid: usual }: Pick<DocumentTemplate, 'name' | 'valid'>,
  context: RecordContext,
): string | null {
  const kind = portal.kinds[context.record.kind ?? ''];
  const valid = (kind?.issues === name ? kind.valid : null) ?? usual;
  if (valid === null) return null;
  return lastDayOf(portal.days, valid, { ...factsOf(portal, context), papers: papersOf(portal, context) });
}

function factsOf(portal: Portal, context: RecordContext): Omit<ValidityFacts, 'papers'> {
  const scope = { portal, visitor: signedOut, context };
  return {
    issuedOn: context.today,
    field: (path) => readField(path, scope),
    holds: (condition) => holds(condition, scope),
  };
}

/** The last days of the papers that the record's checklist accepted, as far as they have one. */
function papersOf(portal: Portal, context: RecordContext): string[] {
  const { record, today } = context;
  const accepted = Object.entries(record.items).filter(([, { state }]) => state === 'accepted');
  const ids = new Set(accepted.map(([id]) => itemIdOf(id)));
  return itemsAsked(portal, record).flatMap(({ id, validFor }) => {
    const last = ids.has(id) ? lastDayOfPaper(portal, validFor, today) : null;
    return last === null ? [] : [last];
  });
}

/** The last day (ISO date) of a paper that is good for some time from a day; null: for good. */
export function lastDayOfPaper({ days }: Portal, validFor: string | null, from: string): string | null {
  const length = parseDuration(validFor ?? '');
  return length === null ? null : dateAfter(days, from, length);
}
