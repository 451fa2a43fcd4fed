/** A list as a table: its columns, and the records that the visitor may see, in the list's order. */
import { formMessages } from '../../locales/forms.ts';
import { message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';
import { requestMessages } from '../../locales/requests.ts';
import type { WireRow } from '../../contract/record.ts';
import type { RecordListInput } from '../../contract/records.ts';
import { recordTypeOf } from '../../portal/access/access.ts';
import { typeOfColumn } from '../../portal/forms/column-type.ts';
import { labelIn, type ValueType } from '../../portal/forms/value-type.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { List } from '../../portal/model/record-type.ts';
import { isListOfClaims } from '../../portal/workflow/claims.ts';
import { dueAsSaid } from '../../portal/time/working-days.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { wholeList } from '../records/lists/whole-list.ts';
import { type RecordRequest, requestContextOf } from '../records/rows/record-desk.ts';
import { fieldAt } from '../records/rows/rows.ts';
import type { SheetCell, SheetTable } from './spreadsheet.ts';

/** A table that knows its length. */
export interface CountedTable extends SheetTable {
  /** Counts no further than this. */
  count(most: number): Promise<number>;
}

/** @throws HttpError 404 for an unknown type, 422 for a list or a parameter that cannot be used */
export function listTable(request: RecordRequest, type: string, parameters: RecordListInput): CountedTable {
  const { reader: portal } = requestContextOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null || Object.keys(recordType.lists).length === 0) throw notFound();
  const name = parameters.list ?? '';
  const list = Object.hasOwn(recordType.lists, name) ? recordType.lists[name] : undefined;
  if (list === undefined) throw unprocessable({ list: [message(requestMessages.listMissing)] });
  const whole = wholeList(request, type, parameters);
  const isOfClaims = isListOfClaims({ portal, visitor: request.visitor }, recordType, list);
  return {
    columns: [
      ...list.columns.map(({ title, value }) => headingOf(title, typeOfColumn(portal, type, value))),
      ...(isOfClaims ? [say(portal.words, recordMessages.assignee)] : []),
    ],
    timeZone: portal.timeZone,
    count: whole.count,
    async *pages() {
      for await (const rows of whole.pages())
        yield rows.map((record) => [
          ...cellsOf(portal, list, record),
          ...(isOfClaims ? [{ text: record.assignment?.assignee?.name ?? '' }] : []),
        ]);
    },
  };
}

/** The heading names a currency that is not that of the portal. The cells are numbers. */
export function headingOf(title: string, { currency }: Pick<ValueType, 'currency'>): string {
  return currency === undefined ? title : `${title} (${currency})`;
}

function cellsOf(portal: Portal, { columns }: List, record: WireRow): SheetCell[] {
  return columns.map(({ value }) => {
    const type = typeOfColumn(portal, record.type, value, record.kind);
    return cellOf(portal, valueIn(record, value), {
      ...type,
      labels: { ...type.labels, ...record.labels[value] },
    });
  });
}

function valueIn(record: WireRow, column: string): unknown {
  switch (column) {
    case 'owner':
      return record.owner_name;
    case 'created':
      return record.created_at;
    case 'updated':
      return record.updated_at;
    case 'booking':
      return record.booking?.from;
    case 'due':
    case 'state':
    case 'kind':
    case 'office':
    case 'number':
    case 'unit':
      return record[column];
    default:
      return Object.hasOwn(record.shown, column) ? record.shown[column] : fieldAt(record.data, column);
  }
}

const kinds: Readonly<Partial<Record<ValueType['type'], SheetCell['as']>>> = {
  number: 'number',
  money: 'number',
  date: 'day',
  moment: 'moment',
};

function cellOf(portal: Portal, value: unknown, type: ValueType): SheetCell {
  const text = cellText(portal, value, type);
  if (type.type === 'due') return { text, as: text.includes('T') ? 'moment' : 'day' };
  const as = typeof value === 'object' ? undefined : kinds[type.type];
  return as === undefined ? { text } : { text, as };
}

/** Titles instead of keys, amounts and dates in spreadsheet formats, other values as they were typed. */
function cellText(portal: Portal, value: unknown, type: ValueType): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && type.isList === true && type.type !== 'rows')
    return value.map((one) => cellText(portal, one, type)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (type.type === 'boolean' && typeof value === 'boolean')
    return say(portal.words, value ? formMessages.yes : formMessages.no);
  if (type.type === 'due') return dueAsSaid(String(value), portal.timeZone);
  return labelIn(type, value) ?? String(value);
}
