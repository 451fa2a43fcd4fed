/** A bill shows its rules, subtotals, due dates and the lines that are not charged. */
// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AssessedLine, SpokenAssessment } from '../../../portal/fees/assessment.ts';
import { assessmentOf, wordingOf } from '../../facts/assessment-parts.ts';
import { AssessmentSheet } from './assessment.tsx';

const line = (parts: Partial<AssessedLine<string>>): AssessedLine<string> => ({
  id: 'loan',
  title: 'Loan',
  rule: '3 × 1,320.10',
  base: null,
  isBaseMoney: true,
  rate: '1320.10',
  isRateMoney: true,
  amount: '3960.30',
  isCharged: true,
  tags: ['fee'],
  source: null,
  certainty: null,
  ...parts,
});

const nothingLate = { months: 0, surcharge: '0.00', interest: '0.00', total: '0.00', rule: null };
const assessment: SpokenAssessment = {
  schedule: 'loan',
  title: 'Fees of a loan',
  version: '2026',
  assessedOn: '2026-06-03',
  lines: [
    line({}),
    line({
      id: 'desk',
      title: 'Desk',
      base: '12',
      isBaseMoney: false,
      rate: null,
      amount: '5.00',
      certainty: 'assumption',
    }),
    line({ id: 'memo', title: 'Memo', isCharged: false, tags: [] }),
  ],
  subtotals: [{ tag: 'fee', title: 'Usual fees', amount: '3965.30' }],
  total: '3965.30',
  instalments: [
    {
      title: 'First half',
      due: '2026-01-20',
      amount: '1982.65',
      divided: '1982.65',
      late: '1982.65',
      charges: { months: 1, surcharge: '495.66', interest: '49.57', total: '545.23', rule: 'Surcharge 25%' },
      paid: '0.00',
      balance: '2527.88',
    },
    {
      title: 'Second half',
      due: '2026-07-20',
      amount: '1982.65',
      divided: '1982.65',
      late: '1982.65',
      charges: nothingLate,
      paid: '0.00',
      balance: '1982.65',
    },
  ],
  lateCharges: '545.23',
  paid: '0.00',
  balance: '4510.53',
  dueNow: '2527.88',
  nextDue: '2027-04-20',
};

const wording = wordingOf({ constants: { currency: 'EUR' }, timeZone: 'UTC' }, undefined);

function textOf(shown: SpokenAssessment): string {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<AssessmentSheet assessment={shown} wording={wording} hasMarks />);
  return [...page.querySelectorAll('tr, p')]
    .map((row) => [...row.childNodes].map((cell) => cell.textContent).join(' | '))
    .join('\n');
}

test('each line shows its rule, base, rate and amount above its subtotal', () => {
  const text = textOf(assessment);
  expect(text).toContain('Loan3 × 1,320.10 |  | €1,320.10 | €3,960.30');
  expect(text).toContain('Desk *3 × 1,320.10 | 12 |  | €5.00\nUsual fees | €3,965.30');
  expect(text).toContain('Memo3 × 1,320.10 · not charged');
  expect(text).toContain('* This rate is not confirmed yet.');
});

test('instalments say when they are due, what being late added, and what is to pay now', () => {
  const text = textOf(assessment);
  expect(text).toMatch(
    /First halfDue 20 January 2026.*Surcharge 25% \| €1,982.65 \| €545.23 \| €0.00 \| €2,527.88/,
  );
  expect(text).toMatch(
    /Still to pay.* \| €3,965.30 \| €545.23 \| €0.00 \| €4,510.53\nOf this, due now \| €2,527.88/,
  );
});

test('a waived line is followed by one that takes it off, and what was paid back is said', () => {
  const waived = line({
    id: 'loan/waived',
    title: 'Waived: Loan',
    rule: 'Flood',
    amount: '-3960.30',
    rate: null,
  });
  const text = textOf({ ...assessment, lines: [line({}), waived], refunded: '20.00' });
  expect(text).toContain('€3,960.30\nWaived: LoanFlood |  |  | -€3,960.30');
  expect(text).toContain('Paid back | €20.00');
  expect(textOf({ ...assessment, refunded: '0.00' })).not.toContain('Paid back');
});

test('what is paid at once and on time needs no table of instalments', () => {
  const [first] = assessment.instalments;
  const plain = { ...first!, due: null, charges: nothingLate, amount: '3965.30', balance: '3965.30' };
  expect(
    textOf({ ...assessment, instalments: [plain], lateCharges: '0.00', balance: '3965.30' }),
  ).not.toContain('Instalment');
});

test('only what the engine computed is shown as an assessment', () => {
  expect(assessmentOf({ assessment })).toBe(assessment);
  expect(assessmentOf({ assessment: 'high' })).toBeNull();
  expect(assessmentOf({})).toBeNull();
});
