/**
 * Computes which items of a record's checklist apply now, the state of each, and the state of the whole checklist.
 */
import { mayDoMoreThanSteps } from '../access/deputies.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { isOwner, may, recordTypeOf, whyRuleless } from '../access/access.ts';
import type { IssuedDocument } from '../model/document.ts';
import { holds } from '../conditions/evaluate.ts';
import { officeToIssue } from './coming-papers.ts';
import { itemIdOf, rowsOfItem, type ItemRow } from './item-rows.ts';
import { isDated, lastDayOfItem } from './paper-term.ts';
import type { Portal } from '../model/portal.ts';
import type { ItemRecord, ItemState, PortalRecord, RecordContext } from '../model/record.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { valueShown } from '../text/tell.ts';
import type { MessageValue } from '../../locales/message.ts';

export interface AvailableItem extends ItemRecord {
  /** The item's id. A repeating item (`each`) has the id of its row after a dot. */
  readonly id: string;
  readonly title: string;
  /** The same as data, for a message. */
  readonly said: MessageValue;
  readonly item: ChecklistItem;
  readonly issuedOn: string | null;
  /** A file is there, but not the date on it. If the owner does not enter it, the office does with its decision. */
  readonly isUndated: boolean;
  /** The document issued by this portal that satisfies the item, or null. */
  readonly held: IssuedDocument | null;
  /** The key of the office that will issue it in the same family of records, so that nobody need send it; or null. */
  readonly comesFrom: string | null;
}

const missing: ItemRecord = { state: 'missing', remark: null, files: [] };

/** The owner has done their part: every required item has its paper. */
export type ChecklistState = 'filed' | 'passed' | 'returned';

/**
 * The items that apply now, in the order of the kind's file, or of the record type's file if the record has no kind.
 */
export function availableItems(scope: RecordScope): AvailableItem[] {
  const { portal, context } = scope;
  const { record } = context;
  return itemsAsked(portal, record)
    .filter((item) => holds(item.when, scope))
    .flatMap((item) => rowsOfItem(scope, item))
    .map((row) => {
      const { id, title: said, item } = row;
      const kept = Object.hasOwn(record.items, id) ? (record.items[id] ?? missing) : missing;
      const held = kept.files.length > 0 ? null : heldFor(row, kept, context);
      const { remark, files, issuedOn = null } = kept;
      const state = stateOf(portal, { item, kept, held }, context);
      const isWanted = state === 'missing' && kept.files.length === 0;
      const needsDate = state === 'filed' && issuedOn === null && isDated(item);
      return {
        id,
        title: valueShown(portal, said),
        said,
        item,
        state,
        remark,
        files,
        issuedOn,
        isUndated: needsDate && waitsForOwner(portal, context),
        held,
        comesFrom: isWanted ? officeToIssue(portal, item, context) : null,
      };
    });
}

/** A paper that expires while the owner has it must be sent again. A paper that an office has was sent in time. */
function stateOf(
  portal: Portal,
  { item, kept, held }: Pick<AvailableItem, 'item' | 'held'> & { readonly kept: ItemRecord },
  context: RecordContext,
): ItemState {
  if (kept.state === 'missing' && held !== null) return 'accepted';
  if (kept.state !== 'filed' || !waitsForOwner(portal, context)) return kept.state;
  return (lastDayOfItem(portal, item, kept) ?? context.today) < context.today ? 'expired' : 'filed';
}

/** The items that records like this one may need, whether or not each applies now. */
export function itemsAsked(
  portal: Portal,
  { type, kind }: Pick<PortalRecord, 'type' | 'kind'>,
): readonly ChecklistItem[] {
  const isKnown = kind !== null && Object.hasOwn(portal.kinds, kind);
  return (isKnown ? portal.kinds[kind] : recordTypeOf(portal, type))?.items ?? [];
}

/** States in which an item has a paper or a review that may become invalid. */
const answered: ReadonlySet<ItemState> = new Set(['filed', 'accepted', 'waived', 'expired']);

/** States in which a reviewer has decided that an item proves the answers. */
export const approvedStates: ReadonlySet<ItemState> = new Set(['accepted', 'waived']);

/**
 * The items of a record that must be sent or inspected again, except documents that the portal itself issued.
 * @param among ids of items, which include all rows of repeating items; null: all items
 * @param states the states of the items in question
 * @returns ids; those of repeating items include their row
 */
export function itemsToAskAgain(
  portal: Portal,
  record: PortalRecord,
  among: readonly string[] | null,
  states: ReadonlySet<ItemState> = answered,
): readonly string[] {
  const asked = new Map(itemsAsked(portal, record).map((item) => [item.id, item]));
  return Object.entries(record.items).flatMap(([id, { state, files }]) => {
    const item = asked.get(itemIdOf(id));
    if (item === undefined || !states.has(state) || among?.includes(item.id) === false) return [];
    const isIssued = item.from !== 'upload' && state === 'accepted' && files.length === 0;
    return isIssued ? [] : [id];
  });
}

/** The title of an item that the record once needed. A row that no longer applies has the title of its item. */
export function titleOfItem(
  portal: Portal,
  record: PortalRecord,
  id: string,
  counted: readonly AvailableItem[],
): string {
  const now = counted.find((one) => one.id === id);
  const asked = itemsAsked(portal, record).find((item) => item.id === itemIdOf(id));
  return now?.title ?? asked?.title ?? id;
}

/**
 * The items, with those that the portal's own documents satisfy marked as accepted. What was valid on the day of
 * filing stays valid.
 */
export function itemsWithHeld(scope: RecordScope): PortalRecord['items'] {
  const { context } = scope;
  const held = availableItems(scope)
    .filter((one) => one.held !== null && one.state === 'accepted')
    .map(({ id, remark }) => [id, { state: 'accepted' as const, remark, files: [] }] as const);
  return held.length === 0 ? context.record.items : { ...context.record.items, ...Object.fromEntries(held) };
}

/** A paper for a past year may have expired since; a paper that must be in force may not. */
function heldFor({ item, wallet }: ItemRow, kept: ItemRecord, { today }: RecordContext) {
  const isAccepted = kept.state === 'accepted';
  if (item.from === 'upload' || (kept.state !== 'missing' && !isAccepted)) return null;
  const isGood = ({ validUntil }: IssuedDocument) =>
    isAccepted || item.from === 'previous' || validUntil === null || validUntil >= today;
  return wallet.find((one) => one.document === item.paper && one.state === 'valid' && isGood(one)) ?? null;
}

/** The state of the whole checklist: filed, accepted, or with a returned item. */
export function isChecklist(is: ChecklistState, items: readonly AvailableItem[]): boolean {
  if (is === 'returned') return items.some((one) => one.state === 'returned');
  return items.every((one) => (is === 'filed' ? isFiled(one) : isPassed(one)));
}

/** The items that keep the checklist out of this state. */
export function itemsInTheWay(is: 'filed' | 'passed', items: readonly AvailableItem[]): AvailableItem[] {
  return items.filter((one) => !(is === 'filed' ? isFiled(one) : isPassed(one)));
}

/** Decides whether this visitor may add or remove files of this item now. */
export function mayFile(scope: RecordScope, item: AvailableItem): boolean {
  const { portal, visitor, context } = scope;
  const isOpen = item.state !== 'accepted' && item.state !== 'waived';
  return (
    item.item.evidence === 'file' &&
    isOpen &&
    isOwner(visitor, context.record) &&
    waitsForOwner(portal, context) &&
    may(scope, 'update', context.record.type)
  );
}

/**
 * Decides whether this visitor may accept, return or waive items now, by the rules of the record type. Nothing is
 * reviewed in a final state.
 */
export function reviewRights(scope: RecordScope): {
  readonly accept: boolean;
  readonly waive: boolean;
} {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const recordType = recordTypeOf(portal, record.type);
  const rule = recordType?.checklist ?? null;
  const isOver = portal.workflows[record.type]?.states[record.state]?.isFinal === true;
  const isOpen = recordType !== null && mayDoMoreThanSteps(visitor, recordType) && !isOver;
  if (rule === null || !isOpen || whyRuleless(portal, record) !== null)
    return { accept: false, waive: false };
  return { accept: holds(rule.review, scope), waive: holds(rule.waive, scope) };
}

function waitsForOwner(portal: Portal, { record }: RecordContext): boolean {
  return portal.workflows[record.type]?.states[record.state]?.waitsFor === 'owner';
}

/** An inspection on site, or a paper that an office will issue, does not keep the owner from filing. */
function isFiled({ item, state, files, comesFrom }: AvailableItem): boolean {
  if (item.evidence === 'inspection' || comesFrom !== null) return true;
  if (state === 'asked-again') return item.isOptional;
  if (state === 'missing') return item.isOptional && files.length === 0;
  return state === 'filed' || state === 'accepted' || state === 'waived';
}

function isPassed({ item, state, files }: AvailableItem): boolean {
  if (state === 'asked-again') return item.isOptional;
  if (state === 'missing') return item.isOptional && files.length === 0;
  return state === 'accepted' || state === 'waived';
}
