/** The rows of a long table beside the room of those that are elsewhere. */
import { expect, test } from 'vitest';
import { withGaps } from './row-window.ts';

test('rows that are elsewhere leave their room, also around the focused one', () => {
  expect(withGaps([0, 1], { count: 5, rowHeight: 36 })).toEqual([
    { index: 0 },
    { index: 1 },
    { gap: 108, before: 5 },
  ]);
  expect(withGaps([1, 3], { count: 4, rowHeight: 36 })).toEqual([
    { gap: 36, before: 1 },
    { index: 1 },
    { gap: 36, before: 3 },
    { index: 3 },
  ]);
  expect(withGaps([], { count: 2, rowHeight: 10 })).toEqual([{ gap: 20, before: 2 }]);
});
