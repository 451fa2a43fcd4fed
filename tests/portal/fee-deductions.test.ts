/**
 * What lowers a bill, and what is charged for a part of a year: rebates, limits of a sum, waivers, refunds and months.
 * Whatever the amounts, no bill falls below zero, and every line is there to read.
 */
import { array, assert, bigInt, constantFrom, date, nat, property, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { assess } from '../../engine/portal/fees/assess.ts';
import { type Assessment, spokenAssessment } from '../../engine/portal/fees/assessment.ts';
import { add, toAmount } from '../../engine/portal/fees/amounts.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { MonthCount } from '../../engine/portal/model/fee.ts';
import { monthsOfTerm } from '../../engine/portal/fees/months.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';

const form = `type: object
title: Loan
properties:
  book: { type: string, title: Book }
  copies: { type: integer, title: Copies }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: Student }
  rent: { type: string, title: Rent, format: money }
  before: { type: string, title: Paid before, format: money }
  from: { type: string, title: First day, format: date }
  until: { type: string, title: Last day, format: date }
  free: { type: array, title: Not charged, items: { type: string, enum: [rent, desk, year, least] } }
  why: { type: string, title: Why }
  amount: { type: string, title: Paid, format: money }
  back: { type: string, title: Paid back, format: money }
  given_on: { type: string, title: Given, format: date }
`;

const fees = `title: Fees
of: loan
tags: { rent: Rent, fee: Fees }
lines:
  - { id: rent, title: Rent, base: { field: rent }, percent: 100, tags: [rent] }
  - { id: desk, title: Desk fee, amount: 100.10, tags: [fee] }
  - id: year
    title: Yearly fee
    amount: 1000
    proRata: { from: { field: from }, to: { field: until }, months: 12, per: month begun }
    tags: [fee]
  - { id: student, title: For students, percent: 60, rebate: { tag: rent }, when: { field: is_student, is: true } }
  - { id: early, title: Paid early, percent: 50, rebate: { tag: rent } }
  - { id: least, title: Smallest fee, of: { tag: fee }, limits: { atLeast: 150, atMost: 900 }, tags: [fee] }
  - { id: fund, title: Fund, percent: 10, of: { tag: fee } }
  - { id: credit, title: Paid before, amount: { field: before }, rebate: { tag: [rent, fee, fund] } }
instalments:
  of: [rent, fee, student, early]
  plans:
    monthly: [{ due: { field: from }, each: 1 month, until: { field: until } }]
payments: { of: loan, where: { field: amount, exists: true }, amount: amount, paidOn: given_on }
refunds: { of: loan, where: { field: back, exists: true }, amount: back, paidOn: given_on }
waivers: { of: loan, where: { field: why, exists: true }, lines: free, reason: why }
`;

function portalWith(schedule: string): Portal {
  const own: Readonly<Record<string, string>> = { 'fees/loan.yaml': schedule, 'forms/loan.yaml': form };
  const files = [
    ...readFiles('tests/fixtures/library').files.filter(({ name }) => !Object.hasOwn(own, name)),
    ...Object.entries(own).map(([name, text]) => ({ name, path: `config/${name}`, text })),
  ];
  const { portal: compiled, diagnostics } = compilePortal(files, { proofs: false });
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (compiled === null || wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return compiled;
}

const portal = portalWith(fees);

type Answers = Readonly<Record<string, unknown>>;

function assessed(data: Answers, children: readonly Answers[] = [], today = '2026-12-31'): Assessment {
  const below = children.map((one) => recordOf('loan', one));
  return assess(portal, 'loan', contextOf({ record: recordOf('loan', data), children: below }), { today });
}

/** `id rule amount` of each line, in words. */
function said(assessment: Assessment): string[] {
  return spokenAssessment(portal, assessment).lines.map(
    ({ id, title, rule, amount }) => `${id} | ${title} | ${rule} | ${amount}`,
  );
}

test('each deduction is a line of its own that says how it was computed', () => {
  const loan = {
    rent: '1000.00',
    is_student: true,
    from: '2026-04-10',
    until: '2026-10-09',
    before: '45.20',
  };
  const waived = { free: ['desk'], why: 'The desk was closed.' };
  expect(said(assessed(loan, [waived]))).toMatchInlineSnapshot(`
    [
      "rent | Rent | 100% of 1,000.00 | 1000.00",
      "desk | Desk fee | Fixed amount | 100.10",
      "desk/waived | Waived: Desk fee | The desk was closed. | -100.10",
      "year | Yearly fee | 6 of 12 months of 1,000.00 | 500.00",
      "student | For students | 60% of 1,000.00 (Rent) | -600.00",
      "early | Paid early | 50% of 1,000.00 (Rent), at most 400.00 | -400.00",
      "fund | Fund | 10% of 500.00 (Fees) | 50.00",
      "credit | Paid before | Fixed amount | -45.20",
    ]
  `);
});

function difference({ lines }: Assessment): string | null {
  return lines.find(({ id }) => id === 'least')?.amount ?? null;
}

test('a sum is lifted to its minimum and lowered to its maximum, and a waiver is not taken back', () => {
  const year = { rent: '0.00', from: '2026-01-01', until: '2026-12-31' };
  expect(difference(assessed({ rent: '0.00' }))).toBe('49.90');
  expect(difference(assessed(year))).toBe('-200.10');
  expect(difference(assessed({ rent: '0.00' }, [{ free: ['desk'], why: 'Closed.' }]))).toBe('49.90');
  expect(difference(assessed(year, [{ free: ['year'], why: 'Closed.' }]))).toBeNull();
});

test('what a rebate takes from several lines is shared, and a later rebate on one of them may take the rest', () => {
  const lines = [
    '  - { id: desk, title: Desk, amount: 100, tags: [fee] }',
    '  - { id: rent, title: Rent, amount: 900, tags: [fee] }',
    '  - { id: tenth, title: A tenth, percent: 10, rebate: { tag: fee } }',
    '  - { id: credit, title: Credit, amount: 500, rebate: { tag: desk } }',
  ];
  const shared = `title: Fees\nof: loan\ntags: { fee: Fees }\nlines:\n${lines.join('\n')}\n`;
  const bill = assess(portalWith(shared), 'loan', contextOf({ record: recordOf('loan', {}) }), {
    today: '2026-12-31',
  });
  expect(bill.lines.map(({ amount }) => amount)).toEqual(['100.00', '900.00', '-100.00', '-90.00']);
  expect(bill.total).toBe('810.00');
});

const both = (first: string, last: string) =>
  (['month begun', 'full month', 'calendar month'] as const).map((per: MonthCount) =>
    monthsOfTerm(first, last, per),
  );

test.each([
  ['2026-01-01', '2026-12-31', [12, 12, 12]],
  ['2026-04-10', '2026-10-09', [6, 6, 7]],
  ['2026-04-10', '2026-10-10', [7, 6, 7]],
  ['2026-01-31', '2026-02-27', [1, 1, 2]],
  ['2026-01-31', '2026-02-26', [1, 0, 2]],
  ['2028-02-29', '2028-02-29', [1, 0, 1]],
  ['2026-05-02', '2026-05-01', [0, 0, 0]],
])('the months from %s to %s', (first, last, expected) => {
  expect(both(first, last)).toEqual(expected);
});

test('a term has an instalment on its first day and after each month, each on its day of the month', () => {
  const { instalments } = assessed({ rent: '100.00', from: '2026-01-31', until: '2026-04-30' });
  expect(instalments.map(({ due }) => due)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(assessed({ rent: '100.00' }).instalments.map(({ due }) => due)).toEqual([null]);
});

test('what is paid back is owed again, and what is paid back beyond the payments too', () => {
  const loan = { rent: '500.00' };
  const paid = [
    { amount: '80.00', given_on: '2026-02-01' },
    { amount: '40.00', given_on: '2026-03-01' },
  ];
  const { balance: owed } = assessed(loan);
  const after = assessed(loan, [...paid, { back: '50.00', given_on: '2026-04-01' }]);
  expect([after.paid, after.refunded]).toEqual(['70.00', '50.00']);
  expect(toAmount(after.balance).plus(70).eq(owed)).toBe(true);
  const all = assessed(loan, [...paid, { back: '999.00', given_on: '2026-04-01' }]);
  expect([all.paid, all.refunded]).toEqual(['-879.00', '999.00']);
  expect(toAmount(all.balance).minus(owed).toFixed(2)).toBe('879.00');
  const early = assessed(loan, [...paid, { back: '50.00', given_on: '2026-04-01' }], '2026-03-31');
  expect([early.paid, early.refunded]).toEqual(['120.00', '0.00']);
});

const centavos = bigInt({ min: 0n, max: 10n ** 9n }).map((amount) => {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
});
const day = date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }).map(
  (moment) => moment.toISOString().slice(0, 10),
);
const loan = record({
  rent: centavos,
  before: centavos,
  from: day,
  until: day,
  is_student: constantFrom(true, false),
});
const waivers = subarray(['rent', 'desk', 'year', 'least', 'fee']).map((free) => [{ free, why: 'Because.' }]);
const money = array(record({ on: day, of: centavos, isBack: nat({ max: 2 }) }), { maxLength: 5 }).map((all) =>
  all.map(({ on, of, isBack }) => (isBack === 0 ? { back: of, given_on: on } : { amount: of, given_on: on })),
);

test('no bill falls below zero, and its instalments are the whole of it', () => {
  assert(
    property(loan, waivers, money, (data, free, paid) => {
      const { total, instalments, lines, balance, ...rest } = assessed(
        data,
        [...free, ...paid],
        '2029-12-31',
      );
      expect(toAmount(total).gte(0)).toBe(true);
      expect(toAmount(rest.paid).plus(rest.refunded!).gte(0)).toBe(true);
      expect(add(instalments.map(({ amount }) => toAmount(amount))).eq(total)).toBe(true);
      expect(add(lines.map(({ amount }) => toAmount(amount))).eq(total)).toBe(true);
      expect(toAmount(balance).plus(rest.paid).eq(toAmount(total).plus(rest.lateCharges))).toBe(true);
    }),
  );
});
