/** The type of a column comes from the configuration, whatever its values look like. */
import type { Form } from '../model/form.ts';
import type { RecordType } from '../model/record-type.ts';
import { expect, test } from 'vitest';
import { typeOfColumn } from './column-type.ts';
import { wireColumn } from '../wire/column-labels.ts';
import type { Portal } from '../model/portal.ts';

const text = { type: 'string' };
const money = { 'ui:widget': 'money' };
const form = (properties: object, uiSchema: object) =>
  ({ schema: { type: 'object', properties }, uiSchema }) as Partial<Form> as Form;
const type = (name: string, parents: string[], more: Partial<RecordType> = {}) =>
  ({
    type: name,
    form: name,
    parents,
    parties: {},
    account: null,
    kinds: [],
    derived: {},
    builtIn: null,
    ...more,
  }) as Partial<RecordType> as RecordType;
const field = (...keys: string[]) => ({ ancestor: null, keys, lookup: null });
const portal = {
  forms: {
    bill: form({ sums: { type: 'object', properties: { total: text } } }, { sums: { total: money } }),
    receipt: form(
      {
        amount: text,
        remark: text,
        paid: { type: 'boolean' },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        pieces: { type: 'integer' },
        weight: { type: 'number' },
        way: { type: 'string', enum: ['cash', 'card'] },
        notes: { type: 'array', items: { enum: ['coin'] } },
        place: { type: 'string', enum: ['old-town'] },
        department: text,
      },
      {
        amount: money,
        weight: { 'ui:unit': 'kg' },
        way: { 'ui:enumNames': ['In cash', 'By card'] },
        notes: { items: { 'ui:enumNames': ['Coins'] } },
        place: { 'ui:lookup': 'place', 'ui:enumNames': ['Old Town'] },
      },
    ),
    post: form({ paid_on: { type: 'string', format: 'date' } }, {}),
  },
  recordTypes: {
    order: type('order', [], { form: null }),
    bill: type('bill', ['order'], {
      derived: {
        settled: { measure: 'total', of: 'receipt', where: { test: 'always' }, field: field('amount') },
        receipts: { measure: 'count', of: 'receipt', where: { test: 'always' } },
        'last-way': {
          measure: 'latest',
          of: 'receipt',
          where: { test: 'always' },
          by: 'created',
          give: { way: 'way' },
        },
      },
    }),
    receipt: type('receipt', ['bill'], {
      derived: {
        how: {
          measure: 'cases',
          cases: [{ when: { test: 'always' }, value: { field: field('way') } }],
          otherwise: { value: null },
        },
      },
    }),
    user: type('user', [], { form: null, builtIn: 'user' }),
  },
  workflows: {
    receipt: {
      of: 'receipt',
      states: { new: { title: 'Brand new' } },
      // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word
      transitions: { post: { saves: true, input: 'post', then: [] } },
    },
  },
  kinds: {},
  departments: { desk: { key: 'desk', title: 'Front desk', units: null } },
  lookups: {
    place: {
      rows: [
        { value: 'old-town', label: 'Old Town' },
        { value: 'gone', label: 'Gone', retired: true },
      ],
    },
  },
} as unknown as Portal;

const columnOf = (of: string, value: string) => typeOfColumn(portal, of, value);

test.each([
  ['receipt', 'amount', 'money'],
  ['bill', 'sums.total', 'money'],
  ['receipt', 'bill.sums.total', 'money'],
  ['receipt', 'bill.settled', 'money'],
  ['receipt', 'bill.receipts', 'number'],
  ['bill', 'last-way', 'choice'],
  ['receipt', 'how', 'choice'],
  ['receipt', 'paid', 'boolean'],
  ['receipt', 'day', 'date'],
  ['receipt', 'post.paid_on', 'date'],
  ['receipt', 'at', 'moment'],
  ['receipt', 'pieces', 'number'],
  ['receipt', 'place', 'lookup'],
  ['receipt', 'state', 'state'],
  ['receipt', 'bill.office', 'department'],
  ['receipt', 'order.kind', 'kind'],
  ['receipt', 'created', 'date'],
  ['user', 'department', 'department'],
])('a list of %s shows %s as %s', (of, value, said) => {
  expect(columnOf(of, value).type).toBe(said);
});

test.each([
  ['receipt', 'remark'],
  ['receipt', 'department'],
  ['order', 'amount'],
  ['receipt', 'order.title'],
  ['unknown', 'amount'],
  ['receipt', 'number'],
])('a list of %s shows %s as it was typed', (of, value) => {
  expect(columnOf(of, value)).toEqual({ type: 'text' });
});

test('keys come with what they are called, a list with several of them', () => {
  expect(columnOf('receipt', 'way').labels).toEqual({ cash: 'In cash', card: 'By card' });
  expect(columnOf('receipt', 'notes')).toEqual({ type: 'choice', labels: { coin: 'Coins' }, isList: true });
  expect(columnOf('receipt', 'state').labels).toEqual({ new: 'Brand new' });
  expect(columnOf('user', 'department').labels).toEqual({ desk: 'Front desk' });
});

test('a row of a lookup that is no longer offered is called what it was', () => {
  expect(columnOf('receipt', 'place').labels).toEqual({ 'old-town': 'Old Town', gone: 'Gone' });
});

const wire = (value: string) => wireColumn(portal, portal.recordTypes['receipt']!, { value, title: value });

test('the slice has the labels of a column, except those that it already contains', () => {
  expect(wire('way')).toMatchObject({ type: 'choice', labels: { cash: 'In cash', card: 'By card' } });
  expect(wire('state')).toEqual({ value: 'state', title: 'state', type: 'state' });
});

test('a number has the unit of its question', () => {
  expect(typeOfColumn(portal, 'receipt', 'weight')).toEqual({ type: 'number', unit: 'kg' });
});
