/** The fees of config/fees, through the whole configuration: every worked example, to the centavo. */
import { expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { assess, lateCharges } from '../../engine/portal/assess.ts';
import type { Assessment } from '../../engine/portal/assessment.ts';
import { add, exactly, money } from '../../engine/portal/fees/amounts.ts';
import { linesOf } from '../../engine/portal/fees/quantities.ts';
import { feeExamples, lateExamples } from '../fixtures/fee-examples.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';

const { portal } = await loadPortal('config', { proofs: false });
if (portal === null) throw new Error('config/ does not compile');

const day = '2026-01-10';

/** The assessment stands below the application that it reads. */
function assessed(application: Readonly<Record<string, unknown>>, today = day): Assessment {
  const context = contextOf({
    record: recordOf('assessment', {}),
    ancestors: [recordOf('application', application)],
  });
  return assess(portal!, 'business-permit', context, { today });
}

function sumOf(assessment: Assessment, name: string): string {
  if (name === 'total') return assessment.total;
  const lines = name.includes('/')
    ? assessment.lines.filter(({ id }) => id === name)
    : linesOf([name], assessment.lines);
  return money(add(lines.map(({ amount }) => exactly(amount))));
}

test.each(Object.entries(feeExamples))('%s: $title', (_, { application, lines, instalments }) => {
  const assessment = assessed(application);
  const found = Object.keys(lines).map((name) => [name, sumOf(assessment, name)]);
  expect(Object.fromEntries(found)).toEqual(lines);
  const divided = assessment.instalments.map((one) => one.divided);
  expect(divided).toEqual(instalments ?? divided);
});

test.each(lateExamples)('$id: $title', ({ application, instalment, paidOn, charges, owed }) => {
  const { [instalment]: part } = assessed(application).instalments;
  const found = lateCharges(portal!, 'business-permit', part!, { paidOn });
  expect({ late: part?.late, ...found }).toMatchObject(charges);
  expect(money(add([part?.late ?? '0', found.total].map(exactly)))).toBe(owed);
});

test('the whole says the same of a late quarter as the quarter alone', () => {
  const [{ application, paidOn }] = [lateExamples[2]];
  const [first, second, third] = assessed(application, paidOn).instalments;
  expect(second).toMatchObject({ charges: { surcharge: '718.75', interest: '143.75' }, balance: '3737.50' });
  expect(first?.charges.months).toBe(5);
  expect(third?.charges.total).toBe('0.00');
});

test('every line says how it was computed', () => {
  const { lines } = assessed(feeExamples['ex17']!.application);
  expect(lines.map(({ title, rule, amount }) => `${title} | ${rule} | ${amount}`)).toMatchInlineSnapshot(`
    [
      "Business tax: Contractors and services | 2,000,000 or more: 0.5% of 3,600,000.00, at least 11,500.00 | 18000.00",
      "Mayor's permit fee | Above 9, up to 99: 3,000.00 | 3000.00",
      "Sanitary inspection fee | Above 25, up to 100: 500.00 | 500.00",
      "Health cards | 12 × 150.00 | 1800.00",
      "Occupational permits | 12 × 200.00 | 2400.00",
      "Garbage charge, twelve months: Restaurant | 12 × 500.00 | 6000.00",
      "Building inspection fee | Fixed amount | 600.00",
      "Electrical inspection fee | Fixed amount | 300.00",
      "Plumbing inspection fee | Fixed amount | 200.00",
      "Signboard fee | Fixed amount | 400.00",
      "Barangay clearance | Above 9, up to 99: 500.00 | 500.00",
      "Fire safety inspection fee | 15% of 15,200.00 (Regulatory fees), at least 500.00 | 2280.00",
    ]
  `);
});

test('late charges say how they were computed', () => {
  const rules = lateExamples.map(({ application, instalment, paidOn }) => {
    const { [instalment]: part } = assessed(application).instalments;
    return lateCharges(portal!, 'business-permit', part!, { paidOn }).rule;
  });
  expect(rules).toMatchInlineSnapshot(`
    [
      "Surcharge 25% of 11,500.00; interest 2% × 5 months of 14,375.00",
      "Surcharge 25% of 28,000.00; interest 2% × 36 months (the most) of 35,000.00",
      "Surcharge 25% of 2,875.00; interest 2% × 2 months of 3,593.75",
    ]
  `);
});
