/** Zoom and turn of a paper. */
import { expect, test } from 'vitest';
import { asItIs, scaleOf, scrollKept, turned, turnedSize, zoomed } from './paper-view.ts';

const page = { width: 600, height: 800 };

test('a paper fits the width of its place, also when it is turned', () => {
  expect(scaleOf(asItIs, page, 300)).toBe(0.5);
  expect(scaleOf(turned(asItIs), page, 400)).toBe(0.5);
  expect(turnedSize(page, turned(asItIs))).toEqual({ width: 800, height: 600 });
});

test('four turns lead back', () => {
  expect(turned(turned(turned(turned(asItIs))))).toEqual(asItIs);
});

test('zooming begins at the size that is shown, and ends at a limit', () => {
  expect(zoomed(asItIs, 0.5, 1).zoom).toBeCloseTo(0.625);
  expect(zoomed(asItIs, 0.5, -100).zoom).toBe(0.1);
  expect(zoomed(asItIs, 0.5, 100).zoom).toBe(8);
});

test('the point under the pointer stays there', () => {
  // The point is at 150 of 600, and then at 300 of 1,200.
  expect(scrollKept(100, 50, 2)).toBe(250);
});
