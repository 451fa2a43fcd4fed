/** What belongs to one record is together in the to-do list, under its name. */
import { expect, test } from 'vitest';
import type { WireRow } from '../../../contract/record.ts';
import { groupsByRecord } from './part-groups.ts';

const row = (slug: string, root?: string) =>
  ({ slug, ancestors: root === undefined ? [] : [{ type: 'loan', slug: root }] }) as unknown as WireRow;

test('rows of one record follow its first row, and those alone keep their own words', () => {
  const rows = [row('a1', 'a'), row('b1', 'b'), row('c1', 'c'), row('a2', 'a'), row('c')];
  const names: Readonly<Record<string, string>> = { a: 'Atlas', b: 'Bible', c: 'Codex' };
  const groups = groupsByRecord(rows, ({ ancestors: [above] }) =>
    above === undefined ? [] : [names[above.slug] ?? '', 'lent'],
  );
  expect(groups.map(({ above, rows: of }) => [above, of.map(({ slug }) => slug)])).toEqual([
    [
      ['Atlas', 'lent'],
      ['a1', 'a2'],
    ],
    [[], ['b1']],
    [
      ['Codex', 'lent'],
      ['c1', 'c'],
    ],
  ]);
  expect(groupsByRecord([row('b1', 'b'), row('d')], () => ['x'])).toHaveLength(1);
});
