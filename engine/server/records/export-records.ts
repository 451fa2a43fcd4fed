/** A list as a file for a spreadsheet: the columns of the list, the records that the visitor may see, in the list's order. */
import { stringify } from 'csv-stringify/sync';
import { recordTypeOf } from '../../portal/access.ts';
import type { Portal } from '../../portal/portal.ts';
import type { List } from '../../portal/record-type.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { dueAsSaid } from '../../portal/working-days.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { listRecords } from './list-records.ts';
import { askerOf } from './record-desk.ts';
import type { RecordRequest } from './record-desk.ts';
import { isFields } from './sound-json.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';

/** A longer list is narrowed first: nobody reads more rows than these in a spreadsheet. */
const mostRows = 10_000;

/** @throws HttpError 404 for an unknown type, 422 for a list or a parameter that cannot be used */
export async function exportRecords(
  request: RecordRequest,
  type: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { reader: portal } = askerOf(request);
  const recordType = recordTypeOf(portal, type);
  if (recordType === null) throw notFound();
  const name = typeof parameters['list'] === 'string' ? parameters['list'] : '';
  const list = Object.hasOwn(recordType.lists, name) ? recordType.lists[name] : undefined;
  if (list === undefined) throw unprocessable({ list: [message(requestMessages.listMissing)] });
  const rows = [list.columns.map(({ title }) => title)];
  let cursor: string | null = null;
  do {
    const page = await listRecords(request, type, {
      ...parameters,
      limit: '100',
      ...(cursor !== null && { cursor }),
    });
    rows.push(...page.items.map((record) => cellsOf(portal, list, record)));
    cursor = page.next;
  } while (cursor !== null && rows.length < mostRows);
  // What a spreadsheet would take for a formula is told apart; the mark lets it read the file as UTF-8.
  return stringify(rows, { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

function cellsOf(portal: Portal, { columns }: List, record: WireRecord): string[] {
  return columns.map(({ value }) => cellOf(portal, record, value));
}

function cellOf(portal: Portal, record: WireRecord, column: string): string {
  switch (column) {
    case 'state':
      return portal.workflows[record.type]?.states[record.state]?.title ?? record.state;
    case 'kind':
      return portal.kinds[record.kind ?? '']?.title ?? '';
    case 'office':
      return portal.departments[record.office ?? '']?.title ?? '';
    case 'owner':
      return record.owner_name ?? '';
    case 'created':
      return record.created_at;
    case 'updated':
      return record.updated_at;
    case 'booking':
      return record.booking?.from ?? '';
    case 'due':
      return record.due === null ? '' : dueAsSaid(record.due, portal.timeZone);
    case 'number':
    case 'unit':
      return record[column] ?? '';
    default:
      return textOf(
        Object.hasOwn(record.shown, column) ? record.shown[column] : fieldAt(record.data, column),
      );
  }
}

/** A field of a field stands behind a dot. */
function fieldAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
