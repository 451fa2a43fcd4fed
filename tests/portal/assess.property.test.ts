/**
 * Invariants of every schedule and record, whatever the rates: sums agree to the centavo, brackets ascend, debts are
 * settled.
 */
import { array, assert, bigInt, constantFrom, date, nat, pre, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { assess, lateCharges } from '../../engine/portal/fees/assess.ts';
import type { Assessment } from '../../engine/portal/fees/assessment.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';

const library = readFiles('tests/fixtures/library').files;

function portalWith(lines: readonly string[]): Portal {
  const text = ['title: Fees', 'of: loan', ...lines].join('\n');
  const files = [
    ...library.filter(({ name }) => name !== 'forms/loan.yaml'),
    { path: 'config/fees/loan.yaml', name: 'fees/loan.yaml', text },
    { path: 'config/forms/loan.yaml', name: 'forms/loan.yaml', text: form },
  ];
  const { portal, diagnostics } = compilePortal(files, { proofs: false });
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (portal === null || wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return portal;
}

const form = `type: object
title: Loan
properties:
  book: { type: string, title: Book }
  copies: { type: integer, title: Copies }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: Student }
  value: { type: string, title: Value, format: money }
  plan: { type: string, title: Plan }
  amount: { type: string, title: Paid, format: money }
  paid_on: { type: string, title: Paid on, format: date }
`;

const scale = {
  marginal: { mode: 'marginal', rows: ['{ from: 0, percent: 2 }', '{ from: 400000, percent: 1.125 }'] },
  flat: {
    mode: 'flat',
    rows: ['{ upTo: 10000.50, amount: 165.10 }', '{ upTo: 500000, amount: 900 }', '{ amount: 2000 }'],
  },
};

function tableOf(name: keyof typeof scale): string[] {
  const { mode, rows } = scale[name];
  return [`  ${name}:`, `    mode: ${mode}`, '    rows:', ...rows.map((row) => `      - ${row}`)];
}

const portal = portalWith([
  'tags: { tax: Tax, fee: Fees }',
  'tables:',
  ...tableOf('marginal'),
  ...tableOf('flat'),
  'lines:',
  '  - { id: tax, title: Tax, base: { field: value }, table: marginal, tags: [tax] }',
  '  - { id: scale, title: Scale, base: { field: value }, table: flat, tags: [fee] }',
  '  - { id: desk, title: Desk, amount: 1320.10, per: { field: copies }, tags: [fee] }',
  '  - { id: fund, title: Fund, percent: 15, of: { tag: fee }, min: 500 }',
  '  - { id: memo, title: Memo, percent: 100, of: { tag: [tax, fee] }, charged: false }',
  'instalments:',
  '  of: tax',
  '  by: plan',
  '  plans: { one: [01-20], two: [01-20, 07-20], three: [01-20, 05-31, 09-30], four: [01-20, 04-20, 07-20, 10-20] }',
  'late: { of: tax, surcharge: 25, interest: { percent: 2, cap: 36 } }',
  'payments: { of: loan, amount: amount, paidOn: paid_on }',
]);

const centavos = bigInt({ min: 0n, max: 10n ** 13n });
const plan = constantFrom('one', 'two', 'three', 'four');
const loan = record({ value: centavos.map(spoken), copies: nat({ max: 40 }), plan });
const day = date({ min: new Date('2026-01-01'), max: new Date('2031-12-31'), noInvalidDate: true }).map(
  (moment) => moment.toISOString().slice(0, 10),
);

/** 132010n → `1320.10`. */
function spoken(amount: bigint): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function inCentavos(money: string): bigint {
  expect(money).toMatch(/^-?\d+\.\d{2}$/);
  return BigInt(money.replace('.', ''));
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, one) => total + inCentavos(one), 0n);
}

interface Paid {
  readonly amount: string;
  readonly paid_on: string;
}

function assessed(
  data: Readonly<Record<string, unknown>>,
  today = '2026-01-02',
  paid: readonly Paid[] = [],
): Assessment {
  const children = paid.map((payment) => recordOf('loan', { ...payment }));
  return assess(portal, 'loan', contextOf({ record: recordOf('loan', data), children }), { today });
}

test('lines, subtotals and instalments come to the same total, to the centavo', () => {
  assert(
    property(loan, (data) => {
      const { lines, subtotals, instalments, total } = assessed(data);
      const charged = lines.filter(({ isCharged }) => isCharged);
      const untagged = charged.filter(({ tags }) => tags.length === 0);
      expect(sum(charged.map(({ amount }) => amount))).toBe(inCentavos(total));
      expect(sum([...subtotals, ...untagged].map(({ amount }) => amount))).toBe(inCentavos(total));
      expect(sum(instalments.map(({ amount }) => amount))).toBe(inCentavos(total));
      const tax = lines.find(({ id }) => id === 'tax')?.amount ?? '';
      expect(sum(instalments.map(({ divided }) => divided))).toBe(inCentavos(tax));
      expect(sum(instalments.map(({ late }) => late))).toBe(inCentavos(tax));
    }),
  );
});

test('the parts of what is divided differ by no more than the rounding leaves', () => {
  assert(
    property(loan, (data) => {
      const parts = assessed(data).instalments.map(({ divided }) => inCentavos(divided));
      const [least = 0n, most = 0n] = [parts.reduce(min), parts.reduce(max)];
      expect(most - least <= BigInt(parts.length)).toBe(true);
    }),
  );
});

test('a marginal scale gives what whole numbers of centavos give, half up', () => {
  assert(
    property(centavos, (value) => {
      const tax = assessed({ value: spoken(value) }).lines[0]?.amount ?? '';
      const limit = 40_000_000n;
      const low = min(value, limit) * 2000n;
      const high = max(value - limit, 0n) * 1125n;
      expect(inCentavos(tax)).toBe((low + high + 50_000n) / 100_000n);
    }),
  );
});

test('who has more never pays less', () => {
  assert(
    property(centavos, centavos, (one, other) => {
      const [less, more] = [min(one, other), max(one, other)].map((value) =>
        assessed({ value: spoken(value) }),
      );
      for (const [at, line] of (less?.lines ?? []).entries()) {
        expect(inCentavos(line.amount) <= inCentavos(more?.lines[at]?.amount ?? '')).toBe(true);
      }
    }),
  );
});

test('late charges never shrink with time, and end with the cap', () => {
  assert(
    property(centavos, day, day, (value, one, other) => {
      const instalment = { due: '2026-01-20', late: spoken(value) };
      const [sooner, later] = [one, other]
        .toSorted()
        .map((paidOn) => lateCharges(portal, 'loan', instalment, { paidOn }));
      expect(inCentavos(sooner?.total ?? '') <= inCentavos(later?.total ?? '')).toBe(true);
      expect(later?.months).toBeLessThanOrEqual(36);
    }),
  );
});

const payments = array(record({ amount: centavos.map(spoken), paid_on: day }), { maxLength: 5 });

test('what was paid and what is owed come to the total with its late charges', () => {
  assert(
    property(loan, day, payments, (data, today, paid) => {
      const { total, lateCharges: late, paid: received, balance } = assessed(data, today, paid);
      const until = paid.filter(({ paid_on: on }) => on <= today);
      expect(inCentavos(received)).toBe(sum(until.map(({ amount }) => amount)));
      expect(inCentavos(received) + inCentavos(balance)).toBe(inCentavos(total) + inCentavos(late));
    }),
  );
});

test('who pays the balance owes nothing any more, then or later', () => {
  assert(
    property(loan, day, day, payments, (data, one, other, earlier) => {
      const [today = '', later = ''] = [one, other].toSorted();
      const before = earlier.filter(({ paid_on: on }) => on <= today);
      const { balance } = assessed(data, today, before);
      pre(inCentavos(balance) >= 0n);
      const paid = [...before, { amount: balance, paid_on: today }];
      expect(assessed(data, later, paid).balance).toBe('0.00');
    }),
  );
});

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
