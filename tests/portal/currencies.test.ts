/** Every text says the currency of its amount: of an answer, of a bill, and of the answer to a step. */
import { expect, test } from 'vitest';
import { assess } from '../../engine/portal/fees/assess.ts';
import { spokenAssessment } from '../../engine/portal/fees/assessment.ts';
import { typeOfColumn } from '../../engine/portal/forms/column-type.ts';
import { fillDocument } from '../../engine/portal/documents/document-content.ts';
import { templateValues } from '../../engine/portal/documents/template-values.ts';
import { tariffOf } from '../../engine/portal/fees/tariff.ts';
import { fillTemplate } from '../../engine/portal/text/text-template.ts';
import type { RecordContext } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { type Edits, editedPortal } from '../plan/edited-portal.ts';

const answers = { yacht: 'Windward', length_m: 14.5, nights: 3, worth: '1234567.80' };

/** The bill of a foreign yacht, and what texts about it say. */
function billOf(edits: Edits = {}) {
  const portal = editedPortal('tests/fixtures/harbour', edits);
  const payment = recordOf('dollar-payment', { amount: '20.00', paid_on: '2026-01-09' });
  const unpaid = contextOf({ record: recordOf('foreign-stay', answers), children: [payment] });
  const assessment = assess(portal, 'foreign-stay', unpaid, { today: '2026-01-10' });
  const record = { ...unpaid.record, data: { ...answers, assessment } };
  const context = { ...contextOf({ record, children: [payment] }), input: { amount: '20.00' } };
  const values = templateValues({ portal, context, people: {} });
  return {
    portal,
    context,
    spoken: spokenAssessment(portal, assessment),
    say: (text: string) => fillTemplate(text, values),
  };
}

test('a bill in dollars is said in dollars wherever it is read', () => {
  const { portal, spoken, say } = billOf();
  expect(spoken).toMatchObject({ currency: 'USD', total: '244.19', paid: '20.00', balance: '224.19' });
  expect(spoken.lines.map(({ rule }) => rule).join('\n')).toContain('US$2.35');
  expect(spoken.lines.map(({ rule }) => rule).join('\n')).not.toContain('€');
  expect(say('{assessment.balance:money} of {assessment.total:money}')).toBe('US$224.19 of US$244.19');
  expect(say('{worth:money}, {input.amount:money}')).toBe('US$1,234,567.80, US$20.00');
  const currencies = ['assessment.total', 'collected', 'worth'].map(
    (path) => typeOfColumn(portal, 'foreign-stay', path).currency,
  );
  expect(currencies).toEqual(['USD', 'USD', 'USD']);
  expect(tariffOf(portal, portal.fees['foreign-stay']!).currency).toBe('USD');
});

test('the currency of the portal needs no code, and has its short sign', () => {
  const { spoken, say } = billOf({ 'portal.yaml': ['currency: EUR', 'currency: USD'] });
  expect(spoken).not.toHaveProperty('currency');
  expect(say('{assessment.total:money}, {worth:money}')).toBe('$244.19, $1,234,567.80');
});

/** Where a migration of foreign stays, one step in each line from the fifth, mixes currencies. */
function mixedBy(...steps: readonly string[]): string[] {
  const header = 'title: Deposits\ntype: foreign-stay\nexpect: 0\nsteps:\n';
  const footer = 'back: none\nwhy: Nobody needs it.\n';
  const edits: Edits = {
    'forms/foreign-stay.yaml': [
      '  worth:\n',
      `  deposit: { type: string, format: money, title: Deposit }
  remark: { type: string, title: Remark }
  worth:\n`,
    ],
    'migrations/deposits.yaml': `${header}${steps.map((step) => `  - ${step}\n`).join('')}${footer}`,
  };
  try {
    editedPortal('tests/fixtures/harbour', edits);
    return [];
  } catch (error) {
    return Array.from(
      String(error).matchAll(/deposits\.yaml:(\d+):\d+ {2}(.*)/g),
      ([, line, code]) => `${line} ${code}`,
    );
  }
}

test('a migration never makes amounts of one currency out of those of another', () => {
  const mixed = mixedBy(
    `{ set: { deposit: '{worth}' } }`,
    `{ fill: { worth: { cases: [{ when: { field: nights, is: 1 }, value: deposit }], else: worth } } }`,
    `{ set: { remark: '{worth}' }, when: { field: deposit, is: { field: worth } } }`,
    `{ split: { question: worth, into: [deposit, remark], pattern: '([0-9]+)[.]([0-9]+)' } }`,
  );
  expect(mixed).toEqual([5, 6, 7, 8].map((line) => `${line} currency/mixed`));
  expect(
    mixedBy(
      `{ set: { remark: '{worth} and {deposit}' } }`,
      `{ set: { deposit: { product: [nights, 5] } } }`,
      `{ set: { deposit: '5.00' } }`,
    ),
  ).toEqual([]);
});

test('yen have no decimals, and a line is rounded to a whole one', () => {
  const forms = ['foreign-stay', 'dollar-payment', 'dollar-receipt'].map((name) => `forms/${name}.yaml`);
  const inYen: Edits = Object.fromEntries(forms.map((name) => [name, ['currency: USD', 'currency: JPY']]));
  const schedule = `
title: Stays of foreign yachts
of: foreign-stay
currency: JPY
lines:
  - { id: night, title: Nights, percent: 0.025, base: { field: worth } }
payments: { of: dollar-payment, amount: amount, paidOn: paid_on }
`;
  const { spoken, say } = billOf({ ...inYen, 'fees/foreign-stay.yaml': schedule });
  // 0.025% of 1,234,567.80 are 308.64.
  expect(spoken).toMatchObject({ currency: 'JPY', total: '309.00' });
  expect(say('{assessment.total:money}, {worth:money}')).toBe('JP¥309, JP¥1,234,567.8');
});

/** The rows of the first table of a printed document. */
function printedRows(portal: Portal, name: string, context: RecordContext) {
  const { blocks } = fillDocument(portal.documents[name]!, {
    portal,
    context,
    below: () => [],
    people: {},
    signers: {},
    document: {
      id: name,
      code: 'X',
      document: name,
      number: null,
      variant: null,
      state: 'valid',
      issuedAt: '2026-01-10T00:00:00Z',
      validUntil: null,
    },
  });
  return blocks.flatMap((block) => (block.block === 'list' ? block.rows : []));
}

const table = (of: string, over: string, columns: readonly string[]) => `
title: Bill
of: ${of}
blocks:
  - table:
      title: Lines
      over: ${over}
      columns: [${columns.map((text) => `{ title: Column, text: '${text}' }`).join(', ')}]
`;

test('a printed bill says the base of a line in the currency of the bill', () => {
  const { portal, context } = billOf({
    'documents/bill.yaml': table('foreign-stay', 'assessment.lines', ['{id}', '{base}', '{amount:money}']),
  });
  expect(printedRows(portal, 'bill', context)).toContainEqual(['insured', 'US$1,234,567.80', 'US$123.46']);
});

test('a receipt says the lines of the bill above it in the currency of that bill', () => {
  const over = 'foreign-stay.assessment.lines';
  const { portal, context } = billOf({
    'documents/receipt.yaml': table('dollar-payment', over, ['{id}', '{amount:money}']),
  });
  const [payment] = context.children;
  const below = contextOf({ record: payment!, ancestors: [context.record] });
  expect(printedRows(portal, 'receipt', below)).toContainEqual(['clearance', 'US$18.50']);
});

const supply = (slug: string, price: string) =>
  contextOf({ record: { ...recordOf('supply', { price, unit_sold: 'litre' }), slug } });

test('a column of a table follows an answer of its row to the record that it names', () => {
  const columns = ['{quantity}', '{supply.price:money}', '{supply.unit_sold}'];
  const supplies = {
    'forms/supply.yaml': [/format: money/g, 'format: money, currency: USD'],
    'forms/supply-order.yaml': [/format: money/g, 'format: money, currency: USD'],
  } satisfies Edits;
  const edits = { ...supplies, 'documents/slip.yaml': table('supply-order', 'lines', columns) };
  const portal = editedPortal('tests/fixtures/harbour', edits);
  const lines = [
    { supply: 'water', quantity: 200 },
    { supply: 'rope', quantity: 3 },
  ];
  const context = {
    ...contextOf({ record: recordOf('supply-order', { lines }) }),
    referred: [supply('water', '0.05'), supply('rope', '12.00')],
  };
  expect(printedRows(portal, 'slip', context)).toEqual([
    ['200', 'US$0.05', 'Litre'],
    ['3', 'US$12.00', 'Litre'],
  ]);
  const wrong = { ...edits, 'documents/slip.yaml': table('supply-order', 'lines', ['{supply.colour}']) };
  expect(() => editedPortal('tests/fixtures/harbour', wrong)).toThrow('"{supply.colour}" is not a value of');
});
