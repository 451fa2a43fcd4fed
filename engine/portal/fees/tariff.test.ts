/** A tariff describes what a schedule charges, without any record. */
import { expect, test } from 'vitest';
import type { FeeLine, FeeSchedule } from '../model/fee.ts';
import { english } from '../language/say.ts';
import { sayRate } from './rate-words.ts';
import { tariffOf } from './tariff.ts';

const place = { file: '', line: 1, column: 1 };
const path = (...keys: string[]) => ({ ancestor: null, keys, lookup: null });
const line = (id: string, parts: Partial<FeeLine>): FeeLine => ({
  id,
  title: id,
  help: null,
  forEach: null,
  base: [],
  rate: { by: 'amount', amount: { value: '75' } },
  per: [],
  proRata: null,
  share: null,
  less: [],
  min: null,
  max: null,
  rebate: null,
  tags: [],
  when: { test: 'always' },
  isCharged: true,
  source: null,
  certainty: null,
  place,
  ...parts,
});

const rows = { rows: path('stalls'), groupBy: { keys: ['ware'], lookup: null }, labels: { fish: 'Fish' } };
const schedule: FeeSchedule = {
  name: 'stall',
  title: 'Market stall',
  version: '1',
  of: 'order',
  round: { to: '0.01', mode: 'half up' },
  tags: { tax: 'Tax', fee: 'Fees' },
  tables: {
    area: {
      name: 'area',
      title: 'By area',
      mode: 'flat',
      bound: 'upTo',
      rows: [{ limit: null, rate: { amount: '600' }, min: null, max: null }],
      source: 'Ordinance 12',
      certainty: 'law',
    },
    unused: {
      name: 'unused',
      title: '',
      mode: 'flat',
      bound: 'from',
      rows: [],
      source: null,
      certainty: null,
    },
  },
  lines: [
    line('helpers', { per: [{ number: '12' }, { field: path('helpers') }], tags: ['fee'] }),
    line('stall', {
      base: [{ field: path('area') }],
      rate: { by: 'table', table: { value: 'area' } },
      tags: ['fee'],
    }),
    line('sales', {
      help: 'For those who sell.',
      forEach: rows,
      base: [{ sum: { keys: ['sales'], lookup: null }, where: [], except: [] }],
      rate: { by: 'percent', percent: { byGroup: { fish: '2', rice: '1' } } },
      tags: ['tax'],
      when: { test: 'not', of: { test: 'always' } },
      source: 'Section 4',
      certainty: 'law',
    }),
    line('fund', {
      base: [{ lines: ['fee', 'sales'] }],
      rate: { by: 'percent', percent: { value: '15' } },
      min: '100',
    }),
    line('seal', {
      rate: { by: 'amount', amount: { cases: [{ when: { test: 'always' }, value: '5' }], otherwise: '10' } },
    }),
  ],
  instalments: null,
  due: null,
  late: { of: ['tax'], surcharge: '25', interest: null, source: 'Section 9' },
  payments: null,
  refunds: null,
  waivers: null,
  source: 'Ordinance 12',
  certainty: 'assumption',
  place,
};

const form = {
  schema: {
    properties: {
      helpers: { type: 'integer', title: 'Helpers' },
      area: { type: 'number', title: 'Area' },
      stalls: { type: 'array', items: { properties: { sales: { type: 'string', title: 'Sales' } } } },
    },
  },
};
const measured = { schema: { properties: { metres: { type: 'number', title: 'Metres measured' } } } };
const portal = {
  recordTypes: { order: { form: 'f' } },
  forms: { f: form, m: measured },
  workflows: { order: { transitions: { measure: { input: 'm' } } } },
  lookups: {
    ware: {
      rows: [
        { value: 'fish', label: 'Fish', rate: 0.14 },
        { value: 'old', label: 'Old', rate: 9, retired: true },
      ],
    },
  },
};

test('lines are below their headings, with their base in the words of the questions', () => {
  const { groups } = tariffOf(portal, schedule);
  expect(groups.map(({ title, lines }) => [title, lines.map(({ id }) => id)])).toEqual([
    ['Tax', ['sales']],
    ['Fees', ['helpers', 'stall']],
    [null, ['fund', 'seal']],
  ]);
  const [sales, helpers, stall, fund, seal] = groups.flatMap(({ lines }) => lines);
  expect(sales).toMatchObject({
    base: ['Sales'],
    help: 'For those who sell.',
    isForAll: false,
    source: 'Section 4',
    certainty: 'law',
  });
  expect(sales?.rates).toEqual([
    { for: 'Fish', percent: '2' },
    { for: 'rice', percent: '1' },
  ]);
  expect(helpers).toMatchObject({
    rates: [{ for: null, amount: '75' }],
    per: ['12', 'Helpers'],
    isForAll: true,
  });
  expect(stall).toMatchObject({ rates: [{ for: null, table: 'By area' }], base: ['Area'] });
  expect(fund).toMatchObject({ base: ['Fees', 'sales'], min: '100', certainty: 'assumption' });
  expect(seal?.rates).toEqual([
    { for: null, amount: '10' },
    { for: null, amount: '5' },
  ]);
});

test('a table shows the base of its limits, and an unused table is left out', () => {
  const { tables, late } = tariffOf(portal, schedule);
  expect(tables).toEqual([{ ...schedule.tables['area'], of: ['Area'], isMoney: false }]);
  expect(late).toEqual({ surcharge: '25', interest: null, source: 'Section 9' });
});

const shown = (amount: string) => `¤${amount}`;

test('rates that answers give, deductions, limits and months are said too', () => {
  const limits = { by: 'limits', atLeast: '20', atMost: null } as const;
  const fees = [{ lines: ['fee'] }];
  const dues = { ...path('ware'), lookup: { name: 'ware', column: 'rate' } };
  const own = [
    line('dues', {
      rate: { by: 'amount', amount: { field: dues } },
      per: [{ field: path('measure', 'metres') }],
    }),
    line('asked', { rate: { by: 'amount', amount: { field: path('helpers') } } }),
    line('early', { base: fees, rate: { by: 'percent', percent: { value: '10' } }, rebate: ['fee'] }),
    line('least', { base: fees, rate: limits }),
    line('yearly', {
      proRata: { from: { from: null, plus: null }, to: { day: '12-31' }, months: 12, per: 'full month' },
    }),
  ];
  const { groups } = tariffOf(portal, { ...schedule, lines: own });
  const said = groups.flatMap(({ lines }) =>
    lines.flatMap((one) => one.rates.map((rate) => sayRate({ words: english, money: shown }, one, rate))),
  );
  expect(said).toEqual([
    'Fish: ¤0.14 × Metres measured',
    'as in “Helpers”',
    'less 10% of Fees',
    'Fees, at least ¤20',
    '¤75, 1/12 for each full month',
  ]);
});
