/** A table hides columns of parent records that nobody has, and no link is a dash. */
import { expect, test } from 'vitest';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { filledColumns, linkedColumn } from './filled-columns.ts';

const slice = {
  recordTypes: {},
  departments: {},
  kinds: {},
  constants: {},
  timeZone: 'UTC',
} as Partial<PortalSlice> as PortalSlice;
const columns = ['order.title', 'title', 'note'].map((value) => ({
  value,
  title: value,
  type: 'text' as const,
}));

function recordOf(data: Record<string, unknown>, shown: Record<string, unknown> = {}): WireRecord {
  return { type: 'loan', number: null, data, shown, labels: {} } as Partial<WireRecord> as WireRecord;
}

test('a column about a record above goes where no row has one; a column of their own stays', () => {
  const alone = [recordOf({ title: 'Atlas' }), recordOf({ title: 'Globe' })];
  expect(filledColumns(slice, alone, columns).map(({ value }) => value)).toEqual(['title', 'note']);
  const within = recordOf({ title: 'Map' }, { 'order.title': 'Maps' });
  expect(filledColumns(slice, [...alone, within], columns)).toEqual(columns);
});

test('the first cell with words leads to the record', () => {
  expect(linkedColumn(slice, recordOf({ title: 'Atlas' }), columns)).toBe(1);
  expect(
    linkedColumn(slice, recordOf({ title: 'Atlas' }), [
      { value: 'number', title: 'Number', type: 'text' },
      ...columns,
    ]),
  ).toBe(0);
});
