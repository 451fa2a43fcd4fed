/** Decides over which records the items of a checklist repeat, and which of their documents satisfy such an item. */
import { isDraft } from '../access/access.ts';
import type { IssuedDocument } from '../model/document.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RelatedRecord } from '../model/record.ts';
import { itemsAsked } from './checklist.ts';

/** The records over which the items of one record repeat. */
export interface RelatedScope {
  /** The owner of the record. */
  readonly owner: string | null;
  /** Types of records that the owner has or is a party to. */
  readonly own: readonly string[];
  /** Types of records below those in `line`. */
  readonly below: readonly string[];
  /** Ids of the record and of those above it. */
  readonly line: readonly string[];
}

/** @returns null if no item repeats over records */
export function relatedScopeOf(
  portal: Portal,
  { record, ancestors }: { readonly record: PortalRecord; readonly ancestors: readonly PortalRecord[] },
): RelatedScope | null {
  const types = new Set(
    itemsAsked(portal, record).flatMap(({ each }) =>
      each !== null && 'record' in each ? [each.record] : [],
    ),
  );
  if (types.size === 0) return null;
  const line = [record, ...ancestors];
  const isBelow = (type: string): boolean =>
    line.some((one) => portal.recordTypes[type]?.parents.includes(one.type) === true);
  const below = [...types].filter(isBelow);
  const own = [...types].filter((type) => !isBelow(type));
  return { owner: record.owner, own, below, line: line.map(({ id }) => id) };
}

/** A draft counts for its owner alone, and a record without an owner has no records of its own. */
export function isRelated(
  portal: Portal,
  { owner, own, below, line }: RelatedScope,
  { record, parties }: Pick<RelatedRecord, 'record' | 'parties'>,
): boolean {
  if (isDraft(portal, record) && record.owner !== owner) return false;
  if (below.includes(record.type)) return line.includes(record.parent ?? '');
  return own.includes(record.type) && owner !== null && takesPart(owner, { record, parties });
}

/** A document, the record to which it was issued, and the owner of that record. */
export interface OwnedDocument {
  readonly document: IssuedDocument;
  readonly record: string;
  readonly owner: string | null;
}

/**
 * Valid documents of the related record, and those that its owner and parties have from any record. The owner of the
 * checklist cannot satisfy an item about somebody else with a document of their own.
 */
export function isOfRelated(
  { owner }: RelatedScope,
  related: Pick<RelatedRecord, 'record' | 'parties'>,
  held: OwnedDocument,
): boolean {
  if (held.document.state !== 'valid') return false;
  if (held.record === related.record.id) return true;
  return held.owner !== null && held.owner !== owner && takesPart(held.owner, related);
}

function takesPart(account: string, { record, parties }: Pick<RelatedRecord, 'record' | 'parties'>): boolean {
  return record.owner === account || parties.some((party) => party.account === account);
}
