/** The rows of a repeating item: their titles for those who may not see what the rows are about. */
import { expect, test } from 'vitest';
import { signedOut, type Visitor } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import { blankRecord, contextAlone } from '../model/record.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { rowsOfItem } from './item-rows.ts';

const item = {
  id: 'card',
  title: 'Card',
  evidence: 'file',
  each: { record: 'shift', where: { test: 'always' }, title: 'worker' },
} as unknown as ChecklistItem;
const worker = (slug: string, name: string) => ({
  record: { ...blankRecord('shift', { slug, number: `N-${slug}` }), data: { worker: name } },
  parties: [],
  documents: [],
});
const context = {
  ...contextAlone({
    record: blankRecord('visit', {}),
    today: '2026-01-01',
    now: '2026-01-01T00:00:00.000Z',
  } as Parameters<typeof contextAlone>[0]),
  related: [worker('b', 'Zoe'), worker('a', 'Ana')],
};
const portal = { workflows: {} } as unknown as Portal;

const rowsFor = (visitor: Visitor) =>
  rowsOfItem({ portal, visitor, context }, item).map(({ title }) => title);
const named = (...rows: readonly string[]) => rows.map((row) => ({ values: { row } }));

test('rows are named after their records, but by position for an onlooker who does not see such records', () => {
  const clerk = { ...signedOut, signedIn: true, account: 'bob' };
  const onlooker = (types: readonly string[]): Visitor => ({
    ...clerk,
    seenBy: { account: 'eve', name: 'Eve', types },
  });
  expect(rowsFor(clerk)).toMatchObject(named('Ana', 'Zoe'));
  expect(rowsFor(onlooker(['visit', 'shift']))).toMatchObject(named('Ana', 'Zoe'));
  expect(rowsFor(onlooker(['visit']))).toMatchObject(named('1', '2'));
});
