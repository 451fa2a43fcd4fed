/** Links papers and the items of checklists, with the file types that a paper may have. */
import type { ChecklistItem, Paper } from '../../../portal/model/requirement.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { linkTerm } from '../input/durations.ts';
import { linkDayName } from '../names/day-names.ts';
import { departmentOf } from '../names/department-names.ts';
import { child, type Cursor, isPresent, items, text, texts, truth } from '../input/cursor.ts';
import { type LinkContext, report, isKnown } from '../input/link-context.ts';
import { linkEach } from './each.ts';
import { checkProofs, linkProofs } from './proofs.ts';

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
  if (name !== null) {
    isKnown(context, 'kind/unknown-paper', child(at, 'paper'), { name, choices: context.names.papers });
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
    proves: linkProofs(at, paper, { context, place }),
    accepts: isPresent(accepts) ? linkAccepts(accepts, context) : texts(said('accepts')),
    validFor: linkValidFor(child(at, 'validFor'), context) ?? text(said('validFor')),
    validUntil: linkDayName(child(at, 'validUntil'), context) ?? text(said('validUntil')),
    source: text(said('source')),
    certainty: certaintyOf(isPresent(child(at, 'certainty')) ? at : (paper ?? at)),
  };
}

export function linkPapers(context: LinkContext): Record<string, Paper> {
  return Object.fromEntries([...context.names.papers].map(([id, at]) => [id, linkPaper(id, at, context)]));
}

function linkPaper(id: string, at: Cursor, context: LinkContext): Paper {
  checkProofs(at, context);
  return {
    id,
    title: text(child(at, 'title')) ?? id,
    evidence: evidenceOf(at),
    accepts: linkAccepts(child(at, 'accepts'), context),
    validFor: linkValidFor(child(at, 'validFor'), context),
    validUntil: linkDayName(child(at, 'validUntil'), context),
    ...issuerOf(child(at, 'issuedBy'), context),
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
  };
}

/** A department by its key, or the name of an outside body. A single lower-case word counts as a key. */
function issuerOf(at: Cursor, context: LinkContext): Pick<Paper, 'office' | 'issuerName'> {
  const name = text(at);
  if (name === null) return { office: null, issuerName: null };
  const { departments, aliases } = context.names;
  const isKey = departments.has(name) || aliases.has(name) || /^[a-z][a-z0-9-]*$/.test(name);
  return isKey ? { office: departmentOf(at, context), issuerName: null } : { office: null, issuerName: name };
}

function linkValidFor(at: Cursor, context: LinkContext): string | null {
  if (isPresent(at)) linkTerm(at, context);
  return text(at);
}

function evidenceOf(at: Cursor): Paper['evidence'] {
  return child(at, 'evidence').value === 'inspection' ? 'inspection' : 'file';
}

export function certaintyOf(at: Cursor): Paper['certainty'] {
  const { value } = child(at, 'certainty');
  return value === 'law' || value === 'practice' || value === 'assumption' ? value : null;
}

/** Image formats that the server cannot decode, so it would refuse every such file. */
const unreadable: ReadonlySet<string> = new Set(
  'heic heif avif bmp svg ico icns psd jxl jp2 jxr eps raw dng cr2 cr3 nef arw raf orf rw2 xcf'.split(' '),
);

/** Reports image formats that the server cannot decode. */
export function linkAccepts(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): string[] {
  for (const one of items(at)) {
    const kind = text(one);
    if (kind !== null && unreadable.has(kind)) report(context, 'paper/unreadable-picture', one, { kind });
  }
  return texts(at);
}
