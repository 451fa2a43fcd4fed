/** What belongs to one record is together in the to-do list, under its name. */
import { expect, test } from 'vitest';
import { groupsByRecord } from './part-groups.ts';

const row = (slug: string, root?: string) => ({
  slug,
  ancestors: root === undefined ? [] : [{ type: 'loan', slug: root }],
});

test('rows of one record are together, with the words that all of them share', () => {
  const rows = [row('a1', 'a'), row('b1', 'b'), row('c1', 'c'), row('a2', 'a'), row('c'), row('d')];
  const names: Readonly<Record<string, readonly string[]>> = {
    a1: ['Atlas', 'lent'],
    b1: ['Bible'],
    c1: ['Codex', 'lent'],
    a2: ['Atlas', 'lent', 'Reading room'],
  };
  const groups = groupsByRecord(rows, ({ slug }) => names[slug] ?? []);
  expect(groups.map(({ above, rows: of }) => [above, of.map(({ slug }) => slug)])).toEqual([
    [
      ['Atlas', 'lent'],
      ['a1', 'a2'],
    ],
    [[], ['b1', 'd']],
    [
      ['Codex', 'lent'],
      ['c1', 'c'],
    ],
  ]);
});

test('what only one row has above it stands in that row', () => {
  const rows = [row('a1', 'a'), row('a2', 'a'), row('a')];
  const groups = groupsByRecord(rows, ({ slug }) => (slug === 'a2' ? ['Reading room'] : []));
  expect(groups.map(({ above }) => above)).toEqual([[]]);
});
