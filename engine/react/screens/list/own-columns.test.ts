import { expect, test } from 'vitest';
import { hasOwnColumns } from './list-screen.tsx';

const recordTypes = {
  order: { parents: [] },
  part: { parents: ['order'] },
  receipt: { parents: ['part'] },
};

const shows = (type: string, ...values: string[]) =>
  hasOwnColumns({ recordTypes }, type, {
    columns: values.map((value) => ({ value, title: value, type: 'text' as const })),
  });

test('a list with only states and parent columns has no columns of its own', () => {
  expect(shows('part', 'order.title', 'kind', 'state', 'due')).toBe(false);
  expect(shows('receipt', 'order.title', 'part.office', 'updated')).toBe(false);
});

test('a list that shows an answer of its records needs its columns', () => {
  expect(shows('receipt', 'amount', 'state')).toBe(true);
  expect(shows('receipt', 'receipt.amount', 'state')).toBe(true);
});
