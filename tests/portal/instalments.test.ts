/**
 * Instalments, whatever the rounding and the days: no part is negative, a paid bill stays paid, the oldest debt is
 * paid first.
 */
import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { assess } from '../../engine/portal/fees/assess.ts';
import { type Assessment, spokenAssessment } from '../../engine/portal/fees/assessment.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';

const library = readFiles('tests/fixtures/library').files.map((file) => ({
  ...file,
  text: file.name === 'portal.yaml' ? file.text.replace('Europe/Lisbon', 'Asia/Manila') : file.text,
}));

const form = `type: object
title: Loan
properties:
  book: { type: string, title: Book }
  copies: { type: integer, title: Copies }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: Student }
  rent: { type: string, title: Rent, format: money }
  stamp: { type: string, title: Stamp, format: money }
  rebate: { type: string, title: Rebate, format: money }
  credit: { type: string, title: Credit, format: money }
  plan: { type: string, title: Plan }
  starts_on: { type: string, title: First day, format: date }
  amount: { type: string, title: Paid, format: money }
  paid_on: { type: string, title: Paid on, format: date }
`;

const days = `working: [mon, tue, wed, thu, fri]
officeHours: { from: '08:00', to: '17:00' }
named:
  leap: { title: Leap day, day: 02-29 }
`;

const feesWith = (round: string, remainder: string) => `title: Fees
of: loan
tags: { rent: Rent, deposit: Deposit, credit: Credit }
lines:
  - { id: base, title: Rent, base: { field: rent }, percent: 100, tags: [rent] }
  - { id: stamp, title: Stamp, base: { field: stamp }, percent: 100, tags: [rent] }
  - { id: rebate, title: Rebate, amount: 0, less: { field: rebate }, tags: [rent] }
  - { id: deposit, title: Deposit, amount: 500, tags: [deposit] }
  - { id: credit, title: Credit, amount: 0, less: { field: credit }, tags: [credit] }
round: ${round}
instalments:
  of: rent
  by: plan
  remainder: ${remainder}
  plans:
    four: [01-20, 04-20, 07-20, 10-20]
    mixed:
      - { due: { field: starts_on, plus: 2 months } }
      - { title: On the first day, due: { field: starts_on } }
      - { due: { field: starts_on, plus: 3 months } }
    leap: [02-29, leap]
    counted: [07-20, { title: Counted, due: { field: starts_on } }]
late: { of: [base, deposit], surcharge: 10, interest: { percent: 2, per: month begun } }
payments: { of: loan, amount: amount, paidOn: paid_on }
`;

function portalWith(round: string, remainder = 'last', change = (text: string) => text) {
  const own = {
    'fees/loan.yaml': change(feesWith(round, remainder)),
    'forms/loan.yaml': form,
    'calendar/days.yaml': days,
  };
  const files = [
    ...library.filter(({ name }) => !Object.hasOwn(own, name)),
    ...Object.entries(own).map(([name, text]) => ({ name, path: `config/${name}`, text })),
  ];
  const { portal, diagnostics } = compilePortal(files, { proofs: false });
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (portal === null || wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return portal;
}

const asWhole = (text: string) => text.replace(/^instalments:\n( .*\n)+/m, 'due: { field: starts_on }\n');
const undivided = portalWith('{ to: 0.01, mode: half up }', 'last', asWhole);

const exact = portalWith('{ to: 0.01, mode: half up }');
const modes = ['half up', 'half even', 'up', 'down'];
const rough = modes.flatMap((mode) =>
  ['first', 'last'].map((one) => portalWith(`{ to: 50, mode: ${mode} }`, one)),
);

interface Case {
  readonly portal?: typeof exact;
  readonly data: Readonly<Record<string, unknown>>;
  readonly today: string;
  readonly paid?: readonly { amount: string; paid_on: string }[];
  readonly createdAt?: string;
}

function assessed({
  portal = exact,
  data,
  today,
  paid = [],
  createdAt = '2026-01-05T00:00:00Z',
}: Case): Assessment {
  const children = paid.map((one) => recordOf('loan', { ...one }));
  const record = { ...recordOf('loan', data), createdAt };
  return assess(portal, 'loan', contextOf({ record, children }), { today });
}

const far = '2036-08-01';

test.each([
  ['100.00', ['50.00', '50.00', '0.00', '0.00']],
  ['120.00', ['50.00', '50.00', '50.00', '0.00']],
  ['1000.00', ['250.00', '250.00', '250.00', '250.00']],
])('a rent of %s, rounded up to 50, is divided into %s, and late no more once it is paid', (rent, parts) => {
  const [portal, data] = [portalWith('{ to: 50, mode: up }'), { rent, plan: 'four' }];
  const { instalments, total } = assessed({ portal, data, today: '2026-01-05' });
  expect(instalments.map(({ divided }) => divided)).toEqual(parts);
  const paid = [{ amount: total, paid_on: '2026-01-05' }];
  expect(assessed({ portal, data, today: far, paid })).toMatchObject({
    balance: '0.00',
    lateCharges: '0.00',
    nextDue: null,
  });
});

const amount = integer({ min: 0, max: 2000 }).map((pesos) => `${pesos}.00`);

const threeParts = { plan: 'mixed', starts_on: '2026-03-01', rent: '1000.00' };

test.each([
  ['1600.00', '-100.00', ['0.00', '0.00', '0.00'], '-100.00', null],
  ['1500.00', '0.00', ['0.00', '0.00', '0.00'], '0.00', null],
  ['1200.00', '300.00', ['0.00', '0.00', '300.00'], '300.00', '2026-06-01'],
  ['900.00', '600.00', ['0.00', '266.66', '333.34'], '600.00', '2026-05-01'],
  ['600.00', '900.00', ['233.33', '333.33', '333.34'], '900.00', '2026-03-01'],
])(
  'a credit of %s makes a total of %s: it reduces the instalments that follow to %s',
  (credit, total, parts, balance, nextDue) => {
    const data = { ...threeParts, credit };
    const first = assessed({ data, today: '2026-02-01' });
    expect(first).toMatchObject({ total, balance, nextDue, lateCharges: '0.00' });
    expect(first.instalments.map(({ amount: whole }) => whole)).toEqual(parts);
    const late = assessed({ data, today: '2026-08-01' });
    const isOwed = Number(total) > 0;
    expect(Number(late.lateCharges) > 0).toBe(isOwed);
    for (const { amount: whole, charges } of late.instalments)
      expect(charges.total === '0.00').toBe(whole === '0.00');
  },
);

test.each([
  ['1600.00', '0.00', '-100.00', '0.00'],
  ['1400.00', '100.00', '121.00', '21.00'],
])(
  'of a bill that is due as a whole, a credit of %s leaves %s to be paid',
  (credit, amountDue, balance, lateCharges) => {
    const bill = assessed({ portal: undivided, data: { ...threeParts, credit }, today: '2026-08-01' });
    expect(bill).toMatchObject({ balance, lateCharges, instalments: [{ amount: amountDue }] });
  },
);

test('what is paid on a bill below zero is owed back too', () => {
  const paid = [{ amount: '50.00', paid_on: '2026-02-01' }];
  expect(assessed({ data: { ...threeParts, credit: '1600.00' }, today: far, paid })).toMatchObject({
    paid: '50.00',
    balance: '-150.00',
    dueNow: '0.00',
    lateCharges: '0.00',
  });
});

test('no part is negative, the parts come to the whole, and who pays all of it in time owes nothing later', () => {
  const rates = { of: amount, portal: constantFrom(...rough), plan: constantFrom('four', 'mixed', 'leap') };
  const of = [rates.of, rates.of, rates.of, rates.of] as const;
  assert(
    property(rates.portal, rates.plan, ...of, (portal, plan, rent, stamp, rebate, credit) => {
      const data = { plan, starts_on: '2026-02-01', rent, stamp, rebate, credit };
      const { instalments, total } = assessed({ portal, data, today: '2026-01-05' });
      const whole = instalments.reduce((sum, one) => sum + Number(one.amount), 0);
      expect(whole).toBe(Math.max(0, Number(total)));
      for (const { amount: part, late } of instalments) {
        expect(Number(late)).toBeGreaterThanOrEqual(0);
        expect(Number(late)).toBeLessThanOrEqual(Number(part));
      }
      for (const { divided, amount: part } of instalments) {
        expect(Number(divided)).toBeGreaterThanOrEqual(0);
        expect(Number(divided)).toBeLessThanOrEqual(Number(part));
      }
      const isOwed = Number(total) > 0;
      const paid = isOwed ? [{ amount: total, paid_on: '2026-01-05' }] : [];
      expect(assessed({ portal, data, today: far, paid })).toMatchObject({
        balance: isOwed ? '0.00' : total,
        lateCharges: '0.00',
      });
    }),
  );
});

test('instalments stand in the order of their days, and payments go to the oldest', () => {
  const data = { plan: 'mixed', rent: '300.00', starts_on: '2026-03-01' };
  const paid = [{ amount: '600.00', paid_on: '2026-02-01' }];
  const { instalments, nextDue } = spokenAssessment(exact, assessed({ data, today: '2026-02-01', paid }));
  expect(instalments.map(({ title, due, amount: whole, balance }) => [title, due, whole, balance])).toEqual([
    ['On the first day', '2026-03-01', '600.00', '0.00'],
    ['Instalment 2 of 3', '2026-05-01', '100.00', '100.00'],
    ['Instalment 3 of 3', '2026-06-01', '100.00', '100.00'],
  ]);
  expect(nextDue).toBe('2026-05-01');
});

test('of two debts the one whose day is not known is paid last, and is not due yet', () => {
  const data = { plan: 'counted', rent: '200.00' };
  const { instalments, dueNow } = assessed({
    data,
    today: '2026-08-01',
    paid: [{ amount: '600.00', paid_on: '2026-07-01' }],
  });
  expect(instalments.map(({ due, balance }) => [due, balance])).toEqual([
    ['2026-07-20', '0.00'],
    [null, '100.00'],
  ]);
  expect(dueNow).toBe('0.00');
});

test.each([
  ['2026-12-31T15:59:00Z', '2026-12-31', '2026-01-20'],
  ['2026-12-31T16:00:00Z', '2027-01-01', '2027-01-20'],
  ['2026-12-31T23:30:00Z', '2027-01-01', '2027-01-20'],
])('what is begun at %s is due in the year of the town: %s', (createdAt, today, due) => {
  const { instalments } = assessed({ data: { plan: 'four', rent: '400.00' }, today, createdAt });
  expect(instalments[0]?.due).toBe(due);
});

test('a receipt without a day was paid on the day of the town on which it was made', () => {
  const child = { ...recordOf('loan', { amount: '500.00' }), createdAt: '2026-01-20T16:30:00Z' };
  const record = recordOf('loan', { plan: 'four', rent: '0.00' });
  const { instalments } = assess(exact, 'loan', contextOf({ record, children: [child] }), {
    today: '2026-01-22',
  });
  // Paid on the 21st, a day late.
  expect(instalments[0]?.charges.total).not.toBe('0.00');
});

const dueIn = (year: string) =>
  assessed({
    data: { plan: 'leap', rent: '10.00' },
    today: `${year}-01-10`,
    createdAt: `${year}-01-05T00:00:00Z`,
  });

test('29 February is the 28th in a year without one, written as a day and by its name', () => {
  expect(dueIn('2026').instalments.map(({ due }) => due)).toEqual(['2026-02-28', '2026-02-28']);
  expect(dueIn('2028').instalments.map(({ due }) => due)).toEqual(['2028-02-29', '2028-02-29']);
});

test('several payments in any order of instalments come to the same as their sum on one day', () => {
  const pesos = array(integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 });
  assert(
    property(pesos, (parts) => {
      const data = { plan: 'mixed', rent: '900.00', starts_on: '2026-03-01' };
      const paid = parts.map((one) => ({ amount: `${one}.00`, paid_on: '2026-02-01' }));
      const sum = [{ amount: `${parts.reduce((a, b) => a + b, 0)}.00`, paid_on: '2026-02-01' }];
      expect(assessed({ data, today: far, paid }).balance).toBe(
        assessed({ data, today: far, paid: sum }).balance,
      );
    }),
  );
});
