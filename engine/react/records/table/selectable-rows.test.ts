/** Which steps are offered for several records. */
import { expect, test } from 'vitest';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { bulkActionsOf, isSelectable } from './selectable-rows.ts';

const action = (name: string, parts: Partial<WireAction> = {}): WireAction => ({
  name,
  title: name,
  input: null,
  books: null,
  bulk: true,
  returns: false,
  pick: null,
  signs: [],
  ...parts,
});
const record = (...actions: WireAction[]) => ({ actions }) as unknown as WireRecord;

test('only what every selected record allows is offered', () => {
  const one = record(action('lend'), action('refuse', { input: 'reason' }), action('close', { bulk: false }));
  const two = record(action('refuse', { input: 'reason' }), action('close', { bulk: false }));
  expect(bulkActionsOf([one, two]).map(({ name }) => name)).toEqual(['refuse']);
  expect(bulkActionsOf([one, record(action('refuse', { input: 'ground' }))])).toEqual([]);
  expect(bulkActionsOf([])).toEqual([]);
});

test('a time or a person is never chosen for several at once', () => {
  expect(isSelectable(record(action('book', { books: 'visits' })))).toBe(false);
  expect(isSelectable(record(action('hand', { pick: { many: false, owners: null } })))).toBe(false);
  expect(isSelectable(record(action('lend')))).toBe(true);
});
