/** Computes the last day on which a document that is issued now is valid. */
import { itemsAsked } from '../checklist/checklist.ts';
import { lastDayOf, type ValidityFacts } from '../time/days.ts';
import type { DocumentTemplate } from '../model/document.ts';
import { holds } from '../conditions/evaluate.ts';
import { itemIdOf } from '../checklist/item-rows.ts';
import { readField } from '../conditions/field-value.ts';
import { lastDayOfPaper } from '../checklist/paper-term.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';

/** The last day (ISO date); null: no end. The setting of the record's kind overrides the template. */
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

/** The last days of the accepted papers that have one. A paper of unknown date counts from now. */
function papersOf(portal: Portal, context: RecordContext): string[] {
  const { record, today } = context;
  const asked = new Map(itemsAsked(portal, record).map((item) => [item.id, item]));
  return Object.entries(record.items).flatMap(([id, { state, issuedOn }]) => {
    const item = state === 'accepted' ? asked.get(itemIdOf(id)) : undefined;
    const last = item === undefined ? null : lastDayOfPaper(portal, item, issuedOn ?? today);
    return last === null ? [] : [last];
  });
}
