/**
 * Computes the rows for which an item of a checklist repeats: records, rows of an answer, or months. Each row has an
 * id that never changes.
 */
import type { IssuedDocument } from '../model/document.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { holds } from '../conditions/evaluate.ts';
import type { Portal } from '../model/portal.ts';
import { contextAlone, type PortalRecord, type RecordContext, type RelatedRecord } from '../model/record.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { signedOut, type Visitor } from '../model/department.ts';
import { checklistMessages } from '../../locales/checklist.ts';
import { message, type MessageValue, type PortalText } from '../../locales/message.ts';

export interface ItemRow {
  readonly id: string;
  /** The title of the item and its row, for the reader of a message. */
  readonly title: MessageValue;
  readonly item: ChecklistItem;
  /** A document issued by the portal that may satisfy the item. */
  readonly wallet: readonly IssuedDocument[];
}

const mostRows = 200;

/** The item itself if it does not repeat; nothing if there are no rows. */
export function rowsOfItem(scope: RecordScope, item: ChecklistItem): ItemRow[] {
  const { portal, context } = scope;
  const { each } = item;
  if (each === null) {
    return [{ id: item.id, title: titled(item), item, wallet: context.wallet ?? [] }];
  }
  if ('lastMonths' in each) return months({ item, each }, context);
  if ('record' in each) return records(scope, { item, each });
  return answers(portal, { item, each }, context);
}

/** The id of the item itself, without its row. */
export function itemIdOf(id: string): string {
  return id.split('.', 1)[0] ?? id;
}

/** Returns true if the name is the id, or that of the item to which the row with the id belongs. */
export function isItemOrRow(id: string, name: string): boolean {
  return id === name || itemIdOf(id) === name;
}

/**
 * Decides whether two items of different checklists are about the same thing: both without a row, or both of a row
 * that has a lasting id.
 */
export function isSameRow(one: string, other: string): boolean {
  const row = rowIdOf(one);
  return row === rowIdOf(other) && !/^\d{1,3}$/.test(row);
}

function rowIdOf(id: string): string {
  return id.slice(itemIdOf(id).length + 1);
}

/**
 * The months before the month in which the record was created, so that the list does not change while the applicant
 * fills it in.
 */
function months({ item, each }: RepeatedItem<'lastMonths'>, { record }: RecordContext): ItemRow[] {
  const created = new Date(record.createdAt);
  return Array.from({ length: each.lastMonths }, (_, index) => {
    const first = new Date(Date.UTC(created.getUTCFullYear(), created.getUTCMonth() - index - 1, 1));
    const month = first.toISOString().slice(0, 7);
    return rowOf(item, month, { month });
  });
}

type Each<Word extends string> = Extract<NonNullable<ChecklistItem['each']>, Record<Word, unknown>>;

interface RepeatedItem<Word extends string> {
  readonly item: ChecklistItem;
  readonly each: Each<Word>;
}

/**
 * Once the record has left its owner, its rows are fixed: a new row is needed only the next time.
 * A row that may be left out blocks nobody, and the office sees that it was left out.
 * Whoever sees the portal as somebody else, without the records of this type, reads only the position of each row.
 */
function records(
  { portal, visitor, context }: RecordScope,
  { item, each }: RepeatedItem<'record'>,
): ItemRow[] {
  const isNamed = visitor.seenBy?.types.includes(each.record) ?? true;
  const { record } = context;
  const eyes: Visitor = { ...signedOut, signedIn: record.owner !== null, account: record.owner };
  const rows = (context.related ?? [])
    .filter((one) => one.record.type === each.record)
    .filter((one) => holds(each.where, { portal, visitor: eyes, context: contextOfRow(context, one) }))
    .slice(0, mostRows)
    .map((one, index) => ({
      one,
      name: (isNamed ? titleOf(one.record, each.title) : null) ?? String(index + 1),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map(({ one, name }) => ({ ...rowOf(item, one.record.slug, name), wallet: one.documents }));
  const isKept = ({ id }: ItemRow): boolean => Object.hasOwn(record.items, id);
  const isSent = portal.workflows[record.type]?.states[record.state]?.waitsFor !== 'owner';
  const isRequired = item.evidence === 'file' && !item.isOptional;
  return isRequired && isSent && rows.some(isKept) ? rows.filter(isKept) : rows;
}

function contextOfRow({ today, now }: RecordContext, row: RelatedRecord): RecordContext {
  const { record, parties, documents } = row;
  return contextAlone({ record, parties, documents, today, now });
}

function titleOf({ data, number }: PortalRecord, field: string | null): string | null {
  const said = field !== null && Object.hasOwn(data, field) ? data[field] : null;
  return typeof said === 'string' && said !== '' ? said : number;
}

/** A row is identified by its name, not its position, so a paper never moves to another row when a row is removed. */
function answers(portal: Portal, { item, each }: RepeatedItem<'field'>, context: RecordContext): ItemRow[] {
  const value = valueAt(each.field, context);
  if (typeof value === 'number') {
    const count = Number.isInteger(value) ? Math.min(Math.max(value, 0), mostRows) : 0;
    return Array.from({ length: count }, (_, index) => rowOf(item, String(index + 1), String(index + 1)));
  }
  const seen = new Map<string, number>();
  return (Array.isArray(value) ? (value as unknown[]) : [])
    .filter((row) => holds(each.where, { portal, visitor: signedOut, context: inRow(context, row) }))
    .slice(0, mostRows)
    .map((row, index) => {
      const name = nameOf(row, each.title);
      const key = name === null ? String(index + 1) : keyOf(name);
      const before = seen.get(key) ?? 0;
      seen.set(key, before + 1);
      return rowOf(item, before === 0 ? key : `${key}-${before + 1}`, name ?? String(index + 1));
    });
}

/** The row as the subject of a condition, with the record that contains the answer as its parent. */
function inRow(context: RecordContext, row: unknown): RecordContext {
  const data = typeof row === 'object' && row !== null ? (row as PortalRecord['data']) : {};
  return {
    ...context,
    record: { ...context.record, data },
    ancestors: [context.record, ...context.ancestors],
  };
}

function nameOf(row: unknown, field: string | null): string | null {
  if (typeof row === 'string') return row === '' ? null : row;
  if (typeof row !== 'object' || row === null) return null;
  const cells = new Map<string, unknown>(Object.entries(row));
  const named = field !== null && cells.has(field) ? [cells.get(field)] : [...cells.values()];
  const first = named.find((cell) => typeof cell === 'string' && cell.trim() !== '');
  return typeof first === 'string' ? first.trim() : null;
}

function rowOf(item: ChecklistItem, key: string, row: MessageValue): ItemRow {
  const title = message(checklistMessages.titleOfRow, { title: titled(item), row });
  return { id: `${item.id}.${key}`, title, item, wallet: [] };
}

function titled({ title }: ChecklistItem): PortalText {
  return { text: title, kind: 'item' };
}

/**
 * A hash (cyrb53) of a name as part of an id. Ids appear in addresses and logs, so they must not contain the name
 * itself.
 */
function keyOf(name: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of name.toLowerCase().normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/**
 * `guests` is a field of the record, or of the nearest ancestor that has it; `type.guests` is a field of that
 * ancestor.
 */
function valueAt(path: string, context: RecordContext): unknown {
  const [head = '', ...rest] = path.split('.');
  const line = [context.record, ...context.ancestors];
  const named = line.find((record) => record.type === head);
  const key = named !== undefined && rest.length > 0 ? rest[0] : head;
  const holder = named ?? line.find((record) => Object.hasOwn(record.data, head));
  return holder === undefined || key === undefined ? undefined : holder.data[key];
}
