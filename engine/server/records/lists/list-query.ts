/** The parameters of a list request: list, filters, order and cursor. */
import type { KeyObject } from 'node:crypto';
import { listParameters, pageRows, type RecordListInput } from '../../../contract/records.ts';
import {
  type DueFilter,
  filterColumns,
  type List,
  type RecordType,
  type WaitFilter,
} from '../../../portal/model/record-type.ts';
import { isOpenBelow, isOpenList } from '../../../portal/routing/visitors.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { unprocessable } from '../../http/errors.ts';
import { readCursor } from './cursor.ts';
import type { CursorPosition } from './cursor.ts';
import { bare, sortKey } from '../../sql/list-columns.ts';
import type { SortKey } from '../../sql/list-columns.ts';
import { searchWordsOf } from '../../../portal/text/search-words.ts';
import { message, type Message } from '../../../locales/message.ts';
import { requestMessages } from '../../../locales/requests.ts';

export interface ListQuery {
  readonly list: List | null;
  /** The list is on a public page and shows what everybody may see. */
  readonly isOpen: boolean;
  /** The list is shown below a record. */
  readonly isOpenBelow: boolean;
  readonly parent: string | null;
  /** Slug of a record that answers of the rows name. */
  readonly naming: string | null;
  /** Each row tells who has the record, what is missing and what came of it. */
  readonly isPart: boolean;
  /** Column or field → accepted values; a row must have one of them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Word prefixes; a record must match all of them. */
  readonly words: readonly string[];
  /** `late`: past its due date; `soon`: due within the next working days; `week`: within seven days. */
  readonly due: DueFilter | null;
  /** `us`: the visitor’s office has it; `others`: anybody else has it. */
  readonly waits: WaitFilter | null;
  /** `me`: the visitor works on it; `nobody`: nobody of the visitor's office does yet. */
  readonly assigned: 'me' | 'nobody' | null;
  /** Only bookings on this day (ISO date). */
  readonly booked: string | null;
  readonly sort: string;
  readonly key: SortKey;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly from: CursorPosition | null;
}

export interface ListRequest {
  readonly portal: Portal;
  readonly recordType: RecordType;
  readonly query: RecordListInput;
  /** The key that signs cursors. */
  readonly secret: KeyObject;
}

const known = [...listParameters, ...filterColumns];

/**
 * Checks what the schema cannot: names that the configuration decides, and the cursor.
 * @throws HttpError 422 that names each invalid parameter
 */
export function readListQuery({ portal, recordType, query, secret }: ListRequest): ListQuery {
  const errors: Record<string, Message[]> = {};
  const {
    list: name = null,
    parent = null,
    naming = null,
    q = '',
    due = null,
    waits = null,
    assigned = null,
    booked = null,
    cursor = null,
  } = query;
  const list = name !== null && Object.hasOwn(recordType.lists, name) ? recordType.lists[name] : undefined;
  if (name !== null && list === undefined) errors['list'] = [message(requestMessages.listUnknown)];
  const sort = sortOf(query.sort ?? list?.sort ?? '-created');
  const key = sortKey(portal, recordType, bare(sort));
  if (key === null) errors['sort'] = [message(requestMessages.sortUnknown)];
  const from = cursor === null ? null : readCursor(secret, cursor, sort);
  if (cursor !== null && from === null) errors['cursor'] = [message(requestMessages.cursorOfAnotherList)];
  if (assigned !== null && recordType.claim === null)
    errors['assigned'] = [message(requestMessages.filterUnknown)];
  const filters = readFilters(recordType, query, errors);
  if (key === null || Object.keys(errors).length > 0) throw unprocessable(errors);
  return {
    list: list ?? null,
    isOpen: name !== null && isOpenList(portal, recordType.type, name),
    isOpenBelow: name !== null && isOpenBelow(portal, recordType.type, name),
    parent,
    naming,
    isPart: query.rows === 'parts',
    filters,
    words: searchWordsOf(q.slice(0, 200)),
    due,
    waits,
    assigned,
    booked,
    sort,
    key,
    isDescending: sort.startsWith('-'),
    limit: Math.min(query.limit ?? pageRows.usual, pageRows.most),
    from,
  };
}

/** A record's dates may have the names that the record type gives them. */
function sortOf(asked: string): string {
  return asked.replace(/^(-?(?:created|updated))_at$/, '$1');
}

function readFilters(
  { lists }: RecordType,
  query: RecordListInput,
  errors: Record<string, Message[]>,
): Record<string, readonly string[]> {
  const listed = Object.values(lists).flatMap((list) => list.filters.map(({ value }) => value));
  const filters: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries(query)) {
    const isFilter = filterColumns.includes(name) || listed.includes(name);
    if (!isFilter && !known.includes(name)) errors[name] = [message(requestMessages.filterUnknown)];
    const values = [value]
      .flat()
      .flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
      .filter((one) => one !== '');
    if (isFilter && values.length > 0) filters[name] = values.slice(0, pageRows.most);
  }
  return filters;
}
