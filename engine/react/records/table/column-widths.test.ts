/** The first text takes the room that the other columns of a table leave. */
import { expect, test } from 'vitest';
import type { WireRecord } from '../../../contract/record.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { columnWidths, fittedWidths } from './column-widths.ts';

const widths = [
  { letters: 15, least: 15, takesRest: false },
  { letters: 40, least: 13, takesRest: true },
  { letters: 30, least: 10, takesRest: false },
];
const pixels = (letters: number) => letters * 10;

test('a wide table gives the other columns what they need, and the rest to the first text', () => {
  expect(fittedWidths(widths, pixels, 1200)).toEqual([150, null, 300]);
  expect(fittedWidths(widths, pixels, 0)).toEqual([150, null, 300]);
});

test('in a narrow table the texts shrink by the same share, and numbers do not', () => {
  expect(fittedWidths(widths, pixels, 615)).toEqual([150, null, 200]);
  expect(fittedWidths(widths, pixels, 100)).toEqual([150, null, 100]);
});

test('a bold moment and an e-mail address get more room than their letters, so that nothing is cut', () => {
  const slice = { constants: {}, timeZone: 'UTC' } as Partial<PortalSlice> as PortalSlice;
  const data = { visit: '2026-11-27T10:00:00Z', email: 'long-name.of-an-officer@town.example' };
  const record = { type: 'loan', number: null, data, shown: {}, labels: {} } as Partial<WireRecord>;
  const moment = { value: 'visit', title: 'Visit', type: 'moment' as const };
  const email = { value: 'email', title: 'E-mail', type: 'text' as const };
  const lettersIn = (columns: (typeof moment | typeof email)[]) =>
    columnWidths(slice, [record as WireRecord], { columns, sort: '' }).map(({ letters }) => letters);
  const [linked = 0, address = 0] = lettersIn([moment, email]);
  const [, plain = 0] = lettersIn([email, moment]);
  expect(linked).toBeGreaterThan(plain * 1.1);
  expect(address).toBeGreaterThan(data.email.length * 1.05);
});
