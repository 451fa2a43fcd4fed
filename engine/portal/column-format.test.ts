import { expect, test } from 'vitest';
import { withFormat } from './column-format.ts';

type Described = Parameters<typeof withFormat>[0];
type RecordType = Described['recordTypes'][string];
type Form = Described['forms'][string];

const text = { type: 'string' };
const money = { 'ui:widget': 'money' };
const form = (properties: object, uiSchema: object) =>
  ({ schema: { type: 'object', properties }, uiSchema }) as Partial<Form> as Form;
const type = (name: string, parents: string[]) =>
  ({ form: name, parents }) as Partial<RecordType> as RecordType;
const portal = {
  forms: {
    bill: form({ sums: { type: 'object', properties: { total: text } } }, { sums: { total: money } }),
    receipt: form(
      {
        amount: text,
        remark: text,
        way: { type: 'string', enum: ['cash', 'card'] },
        notes: { type: 'array', items: { enum: ['coin'] } },
      },
      {
        amount: money,
        way: { 'ui:enumNames': ['In cash', 'By card'] },
        notes: { items: { 'ui:enumNames': ['Coins'] } },
      },
    ),
  },
  recordTypes: { order: type('none', []), bill: type('bill', ['order']), receipt: type('receipt', ['bill']) },
};

const columnOf = (of: string, value: string) => withFormat(portal, of, { value, title: value });
const formatOf = (of: string, value: string) => columnOf(of, value).format;

test.each([
  ['receipt', 'amount'],
  ['bill', 'sums.total'],
  ['receipt', 'bill.sums.total'],
])('a list of %s shows %s as money', (of, value) => {
  expect(formatOf(of, value)).toBe('money');
});

test.each([
  ['receipt', 'state'],
  ['receipt', 'remark'],
  ['order', 'amount'],
  ['receipt', 'order.title'],
  ['unknown', 'amount'],
])('a list of %s shows %s as it is', (of, value) => {
  expect(formatOf(of, value)).toBeUndefined();
});

test('a short closed list comes with what its values are called', () => {
  expect(columnOf('receipt', 'way').labels).toEqual({ cash: 'In cash', card: 'By card' });
  expect(columnOf('receipt', 'notes').labels).toEqual({ coin: 'Coins' });
  expect(columnOf('receipt', 'remark').labels).toBeUndefined();
});
