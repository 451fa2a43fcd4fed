/** The items of a record's checklist that count now, in which state each is, and what that says of the whole. */
import { isDraft, isTurnOf, may, recordTypeOf } from './access.ts';
import type { IssuedDocument } from './document.ts';
import { holds } from './evaluate.ts';
import type { Portal } from './portal.ts';
import type { ItemRecord, PortalRecord, RecordContext } from './record.ts';
import type { ChecklistItem } from './requirement.ts';
import type { Visitor } from './visitor.ts';

export interface AvailableItem extends ItemRecord {
  /** The item's id; one that repeats (`each`) has the month or the row's number behind a dot. */
  readonly id: string;
  readonly title: string;
  readonly item: ChecklistItem;
  /** The document of the portal's own that it is satisfied by, or null. */
  readonly held: IssuedDocument | null;
}

const missing: ItemRecord = { state: 'missing', remark: null, files: [] };

/** What the owner must do is done: every item that counts has its paper. */
export type ChecklistState = 'filed' | 'passed' | 'returned';

/** The items that count now, in the order of the kind's file, or of the record type's where the record has no kind. */
export function availableItems(portal: Portal, visitor: Visitor, context: RecordContext): AvailableItem[] {
  const { record } = context;
  const kind = record.kind !== null && Object.hasOwn(portal.kinds, record.kind) ? record.kind : null;
  const items = (kind === null ? recordTypeOf(portal, record.type) : portal.kinds[kind])?.items ?? [];
  return items
    .filter((item) => holds(item.when, { portal, visitor, context }))
    .flatMap((item) => repeated(item, context))
    .map(({ id, title, item }) => {
      const kept = Object.hasOwn(record.items, id) ? (record.items[id] ?? missing) : missing;
      const held = kept.files.length > 0 ? null : heldFor(item, kept, context);
      const state = kept.state === 'missing' && held !== null ? 'accepted' : kept.state;
      return { id, title, item, state, remark: kept.remark, files: kept.files, held };
    });
}

/** The items with those accepted that the portal's own documents satisfy: as on the day of filing, so it stays. */
export function itemsWithHeld(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
): PortalRecord['items'] {
  const held = availableItems(portal, visitor, context)
    .filter((one) => one.held !== null && one.state === 'accepted')
    .map(({ id, remark }) => [id, { state: 'accepted' as const, remark, files: [] }] as const);
  return held.length === 0 ? context.record.items : { ...context.record.items, ...Object.fromEntries(held) };
}

/** What was asked for from a year before may have run out since; what must be in force may not. */
function heldFor(item: ChecklistItem, kept: ItemRecord, { wallet = [], today }: RecordContext) {
  const isAccepted = kept.state === 'accepted';
  if (item.from === 'upload' || item.each !== null || (kept.state !== 'missing' && !isAccepted)) return null;
  const isGood = ({ validUntil }: IssuedDocument) =>
    isAccepted || item.from === 'previous' || validUntil === null || validUntil >= today;
  return wallet.find((one) => one.document === item.paper && one.state === 'valid' && isGood(one)) ?? null;
}

/** Is the checklist filed, passed, or is something in it returned? */
export function isChecklist(is: ChecklistState, items: readonly AvailableItem[]): boolean {
  if (is === 'returned') return items.some((one) => one.state === 'returned');
  return items.every((one) => (is === 'filed' ? isFiled(one) : isPassed(one)));
}

/** The items that stand in the way of this state. */
export function itemsInTheWay(is: 'filed' | 'passed', items: readonly AvailableItem[]): AvailableItem[] {
  return items.filter((one) => !(is === 'filed' ? isFiled(one) : isPassed(one)));
}

/** May this visitor add or remove files of this item now? */
export function mayFile(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
  item: AvailableItem,
): boolean {
  const isOpen = item.state !== 'accepted' && item.state !== 'waived';
  const isOwner = visitor.account !== null && visitor.account === context.record.owner;
  return (
    item.item.evidence === 'file' &&
    isOpen &&
    isOwner &&
    waitsForOwner(portal, context) &&
    may(portal, visitor, 'update', context.record.type, context)
  );
}

/** May this visitor accept and return, or waive, items now? Never while the owner is still at it. */
export function reviewRights(
  portal: Portal,
  visitor: Visitor,
  context: RecordContext,
): { readonly accept: boolean; readonly waive: boolean } {
  const { record } = context;
  const rule = recordTypeOf(portal, record.type)?.checklist ?? null;
  const state = portal.workflows[record.type]?.states[record.state];
  const isWithOffice =
    state !== undefined &&
    !state.isFinal &&
    !isDraft(portal, record) &&
    state.waitsFor !== null &&
    (state.waitsFor === 'office' || Object.hasOwn(portal.departments, state.waitsFor));
  if (rule === null || !isWithOffice || !isTurnOf(portal, visitor, context)) {
    return { accept: false, waive: false };
  }
  const scope = { portal, visitor, context };
  return { accept: holds(rule.review, scope), waive: holds(rule.waive, scope) };
}

function waitsForOwner(portal: Portal, { record }: RecordContext): boolean {
  return portal.workflows[record.type]?.states[record.state]?.waitsFor === 'owner';
}

/** An inspection is the office's to do: it does not keep the owner from filing. */
function isFiled({ item, state, files }: AvailableItem): boolean {
  if (item.evidence === 'inspection') return true;
  if (state === 'missing') return item.isOptional && files.length === 0;
  return state === 'filed' || state === 'accepted' || state === 'waived';
}

function isPassed({ item, state, files }: AvailableItem): boolean {
  if (state === 'missing') return item.isOptional && files.length === 0;
  return state === 'accepted' || state === 'waived';
}

interface Repeated {
  readonly id: string;
  readonly title: string;
  readonly item: ChecklistItem;
}

function repeated(item: ChecklistItem, context: RecordContext): Repeated[] {
  if (item.each === null) return [{ id: item.id, title: item.title, item }];
  if ('lastMonths' in item.each) return months(item, item.each.lastMonths, context.record.createdAt);
  if ('record' in item.each) return [{ id: item.id, title: item.title, item }];
  return rows(item, valueAt(item.each.field, context));
}

/** The months before the one in which the record was made, so that the list stays as it is while it is filled in. */
function months(item: ChecklistItem, count: number, createdAt: string): Repeated[] {
  const created = new Date(createdAt);
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(created.getUTCFullYear(), created.getUTCMonth() - index - 1, 1));
    const label = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return { id: `${item.id}.${month.toISOString().slice(0, 7)}`, title: `${item.title}, ${label}`, item };
  });
}

const mostRows = 200;

function rows(item: ChecklistItem, value: unknown): Repeated[] {
  const list: unknown[] = Array.isArray(value)
    ? value
    : Array.from({ length: typeof value === 'number' && value > 0 ? Math.min(value, mostRows) : 0 });
  return list.slice(0, mostRows).map((row, index) => {
    const name = nameOf(row) ?? String(index + 1);
    return { id: `${item.id}.${index + 1}`, title: `${item.title}, ${name}`, item };
  });
}

function nameOf(row: unknown): string | null {
  if (typeof row === 'string') return row;
  if (typeof row !== 'object' || row === null) return null;
  const first = Object.values(row).find((cell) => typeof cell === 'string' && cell !== '');
  return typeof first === 'string' ? first : null;
}

/** `foreigners` of the record or, where it has none, of the nearest ancestor; `type.foreigners` of that ancestor. */
function valueAt(path: string, context: RecordContext): unknown {
  const [head = '', ...rest] = path.split('.');
  const line = [context.record, ...context.ancestors];
  const named = line.find((record) => record.type === head);
  const key = named !== undefined && rest.length > 0 ? rest[0] : head;
  const holder = named ?? line.find((record) => Object.hasOwn(record.data, head));
  return holder === undefined || key === undefined ? undefined : holder.data[key];
}
