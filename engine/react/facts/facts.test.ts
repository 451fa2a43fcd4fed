/** How answers are shown: rows as a table and as lines, a mapping as one line. */
import { expect, test } from 'vitest';
import type { WireForm } from '../../portal/wire/slice.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { type Fact, groupFacts } from './facts.ts';

const row = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    kind: { type: 'string', title: 'Kind', enum: ['old', 'new'] },
    number: { type: 'integer', title: 'How many' },
    remark: { type: 'string', title: 'Remark' },
  },
};

const form: WireForm = {
  hash: 'h',
  title: 'Things',
  schema: {
    type: 'object',
    properties: { things: { type: 'array', title: 'Things', items: row }, one: { ...row, title: 'The one' } },
  },
  uiSchema: { things: { items: { kind: { 'ui:enumNames': ['Used before', 'Never used'] } } } },
  steps: [{ id: 'all', title: 'Things', description: null, properties: ['things', 'one'] }],
  conditions: [],
  from: {},
  verify: [],
  filledBy: {},
};

function factsOf(data: Readonly<Record<string, unknown>>): readonly Fact[] {
  return groupFacts(form, data, sampleSlice).flatMap(({ facts }) => facts);
}

test('rows are shown side by side, without empty columns', () => {
  const [fact] = factsOf({
    things: [
      { name: 'Chair', kind: 'old', number: 4 },
      { name: 'Lamp', number: 2 },
    ],
  });
  expect(fact?.table).toEqual({
    titles: ['Name', 'Kind', 'How many'],
    rows: [
      ['Chair', 'Used before', '4'],
      ['Lamp', '', '2'],
    ],
  });
  expect(fact?.text).toBe('Chair · Kind: Used before · How many: 4\nLamp · How many: 2');
});

test('a mapping is one line with a label for each answer', () => {
  const [fact] = factsOf({ one: { name: 'Chair', number: 4 } });
  expect(fact).toMatchObject({ title: 'The one', text: 'Chair · How many: 4', table: null });
});

test('a list without rows is no answer', () => {
  expect(factsOf({ things: [], one: {} })).toEqual([]);
});
