/** Answers in words by what they are, never by how they are spelt. */
import { expect, test } from 'vitest';
import type { ValueType } from '../../portal/value-type.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { sayTyped } from './words.ts';

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
