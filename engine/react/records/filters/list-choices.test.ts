/** The filters of a list. */
import { expect, test } from 'vitest';
import type { PortalSlice, SliceRecordType, WireForm } from '../../../portal/wire/slice.ts';
import { chipsOf, choicesOf, splitFilter } from './list-choices.ts';

const state = (title: string) => ({
  title,
  tone: 'neutral',
  waitsFor: null,
  isFinal: false,
  isSettled: false,
});
const states = { planned: state('Planned'), open: state('Open'), closed: state('Closed') };
const type = { states } as Partial<SliceRecordType> as SliceRecordType;
const schema = { type: 'object', properties: { indoor: { type: 'boolean' }, name: { type: 'string' } } };
const form = { schema, uiSchema: {} } as Partial<WireForm> as WireForm;
const known = { type, slice: {} as PortalSlice, form, department: 'club', chosen: {} };

test('a question that is answered with yes or no can be filtered by, a text cannot', () => {
  expect(choicesOf('indoor', known)).toEqual([
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]);
  expect(choicesOf('name', known)).toEqual([]);
});

test('the filter by status offers only the states that the list can show', () => {
  expect(choicesOf('state', { ...known, states: ['open', 'closed'] })).toEqual([
    { value: 'open', label: 'Open' },
    { value: 'closed', label: 'Closed' },
  ]);
  expect(choicesOf('state', known)).toHaveLength(3);
});

test('a filter may follow two answers, and names the record at the end', () => {
  const recordTypes = { loan: { names: { item: 'volume' } }, volume: { names: { sequel: 'volume' } } };
  const split = (name: string) =>
    splitFilter({ recordTypes } as unknown as PortalSlice, recordTypes.loan, name);
  expect(split('state')).toEqual({ of: null, other: null, field: 'state' });
  expect(split('item.shelf')).toEqual({ of: 'item', other: 'volume', field: 'shelf' });
  expect(split('item.sequel.shelf')).toEqual({ of: 'item.sequel', other: 'volume', field: 'shelf' });
});

test('a filter is chips if few of its choices have rows, and the chosen one is always among them', () => {
  const choices = Array.from('abcdefghij', (value) => ({ value, label: value }));
  const valuesOf = (values: string, chosen?: string) => {
    const counts = Array.from(values, (value) => ({ value, total: 2 }));
    return chipsOf(choices, { counts, more: false }, chosen)?.choices.map(({ value }) => value);
  };
  expect(valuesOf('db')).toEqual(['b', 'd']);
  expect(valuesOf('db', 'c')).toEqual(['b', 'c', 'd']);
  expect(valuesOf('abcdefgh')).toHaveLength(8);
  expect(valuesOf('abcdefghi')).toBeUndefined();
  // The menu shows what is chosen there, and what cannot be counted.
  expect(valuesOf('db', 'b,d')).toBeUndefined();
  expect(valuesOf('')).toBeUndefined();
});
