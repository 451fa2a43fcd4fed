/** Formats answers by their type, never by their spelling. */
import { expect, test } from 'vitest';
import type { WireRow } from '../../contract/record.ts';
import type { PortalSlice, SliceRecordType, WireColumn } from '../../portal/wire/slice.ts';
import type { ValueType } from '../../portal/forms/value-type.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { headingOf, nameOfOne, sayCount, sayDone, sayFound, sayTotal, sayTyped } from './words.ts';

const choice = (labels: Record<string, string>): ValueType => ({ type: 'choice', labels });

test.each<[unknown, ValueType, string]>([
  ['constructor', choice({}), 'constructor'],
  ['red', choice({ red: 'Red label' }), 'Red label'],
  [3, choice({ 3: 'Three' }), 'Three'],
  [4, choice({ 3: 'Three' }), '4'],
  [['red', 'blue'], choice({ red: 'Red label' }), 'Red label, blue'],
  ['2026-01-02', { type: 'date' }, '2 January 2026'],
  ['2026-01-02T01:30:00.000Z', { type: 'moment' }, '2 January 2026, 09:30'],
  ['1320.5', { type: 'money' }, '1,320.50'],
  [48.5, { type: 'number', unit: 'm²' }, '48.5 m²'],
  [[3, 5], { type: 'number', unit: 'm' }, '3 m, 5 m'],
  [true, { type: 'boolean' }, 'Yes'],
  [
    { name: 'sari-sari', day: '2026-01-02' },
    { type: 'rows', parts: { day: { type: 'date' } } },
    'sari-sari · 2 January 2026',
  ],
])('says %j as what it is', (value, type, said) => {
  expect(sayTyped(sampleSlice, value, type)).toBe(said);
});

test.each([
  'sari-sari',
  'de-la-cruz',
  'de_la_cruz',
  '2026-01-02',
  '2026-01-02T03:04',
  'true',
  'x.kind',
  '12.5',
])('says the text "%s" as it was typed', (typed) => {
  expect(sayTyped(sampleSlice, typed, { type: 'text' })).toBe(typed);
});

const typeOf = (parts: Partial<SliceRecordType>) => parts as SliceRecordType;
const slice: PortalSlice = {
  ...sampleSlice,
  recordTypes: {
    box: typeOf({ title: 'Box', plural: 'boxen', plurals: { red: 'red boxen' } }),
    day: typeOf({ title: 'Day' }),
  },
};

const column = (value: string, type: WireColumn['type'] = 'text') => ({ value, type, title: value });
const columns = [column('year', 'date'), column('crate.number'), column('crate.name'), column('label')];
const crates: unknown = { ...slice, recordTypes: { box: { title: 'Box', lists: { all: { columns } } } } };
const ofOne = (parts: Partial<WireRow>) =>
  nameOfOne(
    crates as PortalSlice,
    {
      type: 'box',
      kind: null,
      number: 'B-1',
      owner_name: 'Ana',
      data: {},
      shown: {},
      labels: {},
      ...parts,
    } as WireRow,
    'Ben',
  );

test('what tells a record from others is its own text, that of one above, its owner, or its number', () => {
  const shown = { 'crate.number': 'C-1', 'crate.name': 'Lime' };
  expect(ofOne({ data: { year: '2026-01-02', label: 'Pears' }, shown })).toBe('Pears');
  expect(ofOne({ shown })).toBe('Lime');
  expect(ofOne({ shown: { 'crate.number': 'C-1' } })).toBe('Ana');
  expect(ofOne({ kind: 'box/red' })).toBe('B-1');
  expect(ofOne({ kind: 'box/red', shown })).toBe('Lime');
  expect(ofOne({ owner_name: 'Ben', number: null })).toBeNull();
});

test.each([
  ['box', 1, 3, '1 of 3 boxen done'],
  ['box', 3, 3, 'All 3 boxen done'],
  ['box', 0, 1, 'Box: 0 of 1 done'],
  ['day', 1, 3, 'Day: 1 of 3 done'],
  ['day', 3, 3, 'Day: all 3 done'],
])('%s, %d of %d: %s', (type, done, total, said) => {
  expect(sayDone(slice, { type, done, total })).toBe(said);
});

test.each<[string, (string | null)[], string]>([
  ['box', [null], 'Box'],
  ['box', [null, null], 'Boxen'],
  ['box', ['red/small', 'red/large'], 'Red boxen'],
  ['box', ['red/small', 'blue/large'], 'Boxen'],
  ['day', [null, null], 'Day'],
])('several of %s of the kinds %j stand below "%s"', (type, kinds, said) => {
  expect(headingOf(slice, type, kinds)).toBe(said);
});

test.each([
  [{ total: 1 }, '1', '1 found', '1 row', '1 row'],
  [{ total: 1000 }, '1,000', '1,000 found', '1,000 boxen', '1,000 rows'],
  [
    { total: 1000, more: true as const },
    '1,000+',
    'More than 1,000 found',
    'More than 1,000 boxen',
    'More than 1,000 rows',
  ],
])('says how many records a list has: %j', (list, figure, found, named, unnamed) => {
  expect([
    sayTotal(list),
    sayFound(list),
    sayCount(slice, 'box', list),
    sayCount(slice, 'day', list),
  ]).toEqual([figure, found, named, unnamed]);
});
