/**
 * A list as a spreadsheet file: the columns of the list and the records that the visitor may see, in the list's
 * order.
 */
import { stringify } from 'csv-stringify/sync';
import { formMessages } from '../../../locales/forms.ts';
import { recordTypeOf } from '../../../portal/access/access.ts';
import { typeOfColumn } from '../../../portal/forms/column-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List } from '../../../portal/model/record-type.ts';
import { say } from '../../../portal/language/say.ts';
import { labelIn, type ValueType } from '../../../portal/forms/value-type.ts';
import type { WireRow } from '../../../contract/record.ts';
import { pageRows, type RecordListInput } from '../../../contract/records.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import { listRecords } from './list-records.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { fieldAt } from '../rows/rows.ts';
import { message } from '../../../locales/message.ts';
import { requestMessages } from '../../../locales/requests.ts';

/** The maximum number of rows. A longer list must be filtered first. */
const mostRows = 10_000;

/** @throws HttpError 404 for an unknown type, 422 for a list or a parameter that cannot be used */
export async function exportRecords(
  request: RecordRequest,
  type: string,
  parameters: RecordListInput,
): Promise<string> {
  const { reader: portal } = requestContextOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null || Object.keys(recordType.lists).length === 0) throw notFound();
  const name = parameters.list ?? '';
  const list = Object.hasOwn(recordType.lists, name) ? recordType.lists[name] : undefined;
  if (list === undefined) throw unprocessable({ list: [message(requestMessages.listMissing)] });
  const rows = [list.columns.map(({ title }) => title)];
  let cursor: string | null = null;
  do {
    const page = await listRecords(request, type, {
      ...parameters,
      limit: pageRows.most,
      ...(cursor !== null && { cursor }),
    });
    rows.push(...page.items.map((record) => cellsOf(portal, list, record)));
    cursor = page.next;
  } while (cursor !== null && rows.length < mostRows);
  // Escapes text that a spreadsheet would read as a formula. The byte order mark makes it read the file as UTF-8.
  return stringify(rows, { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

function cellsOf(portal: Portal, { columns }: List, record: WireRow): string[] {
  return columns.map(({ value }) =>
    cellText(portal, valueIn(record, value), typeOfColumn(portal, record.type, value, record.kind)),
  );
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
