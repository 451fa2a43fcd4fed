/** The first text takes the room that the other columns of a table leave. */
import { expect, test } from 'vitest';
import { fittedWidths } from './column-widths.ts';

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
