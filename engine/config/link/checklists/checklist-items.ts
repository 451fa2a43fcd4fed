/** The items of a checklist: papers from papers.yaml, and other items. */
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import { linkAccepts } from './accepts.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import { child, isPresent, items, text, texts, truth, type Cursor } from '../reading/cursor.ts';
import { linkEach } from './each.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { certaintyOf, evidenceOf } from './papers.ts';
import { linkDayName } from '../names/day-names.ts';

/** @param place where the fields in conditions of the items are resolved */
export function linkItems(at: Cursor, context: LinkContext, place: ConditionPlace): ChecklistItem[] {
  const seen = new Set<string>();
  return items(at).map((one) => {
    const item = linkItem(one, context, place);
    if (seen.has(item.id)) report(context, 'kind/duplicate-item', one, { name: item.id });
    seen.add(item.id);
    return item;
  });
}

function linkItem(at: Cursor, context: LinkContext, place: ConditionPlace): ChecklistItem {
  const name = text(child(at, 'paper'));
  const paper = name === null ? undefined : context.names.papers.get(name);
  if (name !== null && paper === undefined) {
    const choices = context.names.papers.keys();
    reportUnknown(context, 'kind/unknown-paper', child(at, 'paper'), { name, choices });
  }
  /** The key of the item itself, else of its paper. */
  const said = (key: string): Cursor => {
    const own = child(at, key);
    return isPresent(own) || paper === undefined ? own : child(paper, key);
  };
  const id = text(child(at, 'id')) ?? name ?? '';
  const from = child(at, 'from').value;
  const accepts = child(at, 'accepts');
  return {
    id,
    paper: paper === undefined ? null : name,
    title: text(said('title')) ?? id,
    evidence: evidenceOf(isPresent(child(at, 'evidence')) ? at : (paper ?? at)),
    from: from === 'wallet' || from === 'previous' ? from : 'upload',
    isOptional: truth(child(at, 'optional')),
    when: linkOptional(child(at, 'when'), context, { ...place, absent: always }),
    each: linkEach(child(at, 'each'), context, place),
    help: text(said('help')),
    accepts: isPresent(accepts) ? linkAccepts(accepts, context) : texts(said('accepts')),
    validFor: text(said('validFor')),
    validUntil: linkDayName(child(at, 'validUntil'), context) ?? text(said('validUntil')),
    source: text(said('source')),
    certainty: certaintyOf(isPresent(child(at, 'certainty')) ? at : (paper ?? at)),
  };
}
