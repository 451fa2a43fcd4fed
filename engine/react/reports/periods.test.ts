/** A month without records is on the axis of a chart, too. */
import { expect, test } from 'vitest';
import { periodsBetween } from './periods.ts';

test.each([
  ['month', '2026-11', '2027-02', ['2026-11', '2026-12', '2027-01', '2027-02']],
  ['day', '2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['quarter', '2026-Q3', '2027-Q1', ['2026-Q3', '2026-Q4', '2027-Q1']],
  ['year', '2026', '2028', ['2026', '2027', '2028']],
] as const)('every %s between the first and the last is there, in their order', (each, from, to, all) => {
  expect(periodsBetween(from, to, each)).toEqual(all);
});
