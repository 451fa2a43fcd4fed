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
    receipt: form({ amount: text, remark: text }, { amount: money }),
  },
  recordTypes: { order: type('none', []), bill: type('bill', ['order']), receipt: type('receipt', ['bill']) },
};

const formatOf = (of: string, value: string) => withFormat(portal, of, { value, title: value }).format;

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
