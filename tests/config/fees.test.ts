/** The fees of config/fees, through the whole configuration: every worked example, to the centavo. */
import { expect, test } from 'vitest';
import { assess, lateCharges } from '../../engine/portal/fees/assess.ts';
import { type Assessment, spokenAssessment } from '../../engine/portal/fees/assessment.ts';
import { add, toAmount, money } from '../../engine/portal/fees/amounts.ts';
import { linesOf } from '../../engine/portal/fees/quantities.ts';
import { valueShown } from '../../engine/portal/text/tell.ts';
import { feeExamples, lateExamples } from '../fixtures/fee-examples.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';
import { readPortal } from '../server/read-portal.ts';

const portal = await readPortal();

const day = '2026-01-10';

/** The assessment is a child of the application that it reads. */
function assessed(application: Readonly<Record<string, unknown>>, today = day): Assessment {
  const context = contextOf({
    record: recordOf('assessment', {}),
    ancestors: [recordOf('application', application)],
  });
  return assess(portal, 'business-permit', context, { today });
}

function sumOf(assessment: Assessment, name: string): string {
  if (name === 'total') return assessment.total;
  const lines = name.includes('/')
    ? assessment.lines.filter(({ id }) => id === name)
    : linesOf(name.split('+'), assessment.lines);
  return money(add(lines.map(({ amount }) => toAmount(amount))));
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
  const found = lateCharges(portal, 'business-permit', part!, { paidOn });
  expect({ late: part?.late, ...found }).toMatchObject(charges);
  expect(money(add([part?.late ?? '0', found.total].map(toAmount)))).toBe(owed);
});

test('the whole says the same of a late quarter as the quarter alone', () => {
  const [{ application, paidOn }] = [lateExamples[2]];
  const [first, second, third] = assessed(application, paidOn).instalments;
  expect(second).toMatchObject({ charges: { surcharge: '718.75', interest: '143.75' }, balance: '3737.50' });
  expect(first?.charges.months).toBe(5);
  expect(third?.charges.total).toBe('0.00');
});

test('every line says how it was computed', () => {
  const { lines } = spokenAssessment(portal, assessed(feeExamples['ex17']!.application));
  expect(lines.map(({ title, rule, amount }) => `${title} | ${rule} | ${amount}`)).toMatchInlineSnapshot(`
    [
      "Business tax: Contractors and services | ₱2,000,000.00 or more: 0.5% of ₱3,600,000.00, at least ₱11,500.00 | 18000.00",
      "Mayor's permit fee | Above 9, up to 99: ₱3,000.00 | 3000.00",
      "Sanitary inspection fee | Above 25, up to 100: ₱500.00 | 500.00",
      "Health cards | 12 × ₱150.00 | 1800.00",
      "Occupational permits | 12 × ₱200.00 | 2400.00",
      "Garbage charge, twelve months: Restaurant | 12 × ₱500.00 | 6000.00",
      "Building inspection fee | Fixed amount | 600.00",
      "Electrical inspection fee | Fixed amount | 300.00",
      "Plumbing inspection fee | Fixed amount | 200.00",
      "Signboard fee | Fixed amount | 400.00",
      "Barangay clearance | Above 9, up to 99: ₱500.00 | 500.00",
      "Fire safety inspection fee | 15% of ₱15,200.00 (Regulatory fees), at least ₱500.00 | 2280.00",
    ]
  `);
});

test('late charges say how they were computed', () => {
  const rules = lateExamples.map(({ application, instalment, paidOn }) => {
    const { [instalment]: part } = assessed(application).instalments;
    return valueShown(portal, lateCharges(portal, 'business-permit', part!, { paidOn }).rule!);
  });
  expect(rules).toMatchInlineSnapshot(`
    [
      "Surcharge 25% of ₱11,500.00; interest 2% × 5 months of ₱14,375.00",
      "Surcharge 25% of ₱28,000.00; interest 2% × 36 months (the most) of ₱35,000.00",
      "Surcharge 25% of ₱2,875.00; interest 2% × 2 months of ₱3,593.75",
    ]
  `);
});

/** A record with an assessment, with the answers of its form and of its steps. */
function assessedAs(schedule: string, type: string, data: Readonly<Record<string, unknown>>): Assessment {
  return assess(portal, schedule, contextOf({ record: recordOf(type, data) }), { today: day });
}

const retiring = (gross: string) => ({
  lines: [{ line: 'resort', gross }],
  compute: { tax_paid: '21000.00' },
});

test.each([
  ['ex14: more was earned than was taxed', '5100000.00', '25500.00', '4500.00'],
  ['ex15: nothing more is due, and nothing given back', '2500000.00', '12500.00', '0.00'],
])('a business that closes, %s', (_, gross, due, shortfall) => {
  const assessment = assessedAs('retirement', 'closure', retiring(gross));
  expect([sumOf(assessment, 'due'), sumOf(assessment, 'shortfall')]).toEqual([due, shortfall]);
  expect(assessment.total).toBe(money(toAmount(shortfall).plus(200)));
  const { lines } = spokenAssessment(portal, assessment);
  expect(lines.find(({ id }) => id === 'shortfall')?.rule).toMatch(/less ₱21,000\.00, never below ₱0\.00$/);
});

const halfTaxed = (line: string, gross: string) => ({ line, units: 1, gross_essential: gross });

test('lines of one letter are added up before their bracket is looked up, also when it is halved', () => {
  const application = {
    ...feeExamples['ex10']!.application,
    lines: [halfTaxed('rice-retail', '300000.00'), halfTaxed('minimart', '600000.00')],
  };
  expect(sumOf(assessed(application), 'tax')).toBe('6500.00');
});

const opening = (line: string, more: object = {}) => ({
  ...feeExamples['ex13']!.application,
  ...more,
  lines: [{ line, units: 2, capitalization: '100000.00' }],
});

test('a new carrier is exempt from the tax, and pays its franchise and no building', () => {
  const lines = assessed(opening('tricycle', { business_place: 'mobile' })).lines.map(({ id }) => id);
  expect(lines).not.toContain('business-tax-new/exempt');
  expect(lines).not.toContain('building-inspection');
  expect(sumOf(assessed(opening('tricycle')), 'franchise')).toBe('1440.00');
});

const smallStore = (other: string, essential: string) => ({
  ...feeExamples['ex16']!.application,
  lines: [{ line: 'sari-sari', units: 1, gross_non_essential: other, gross_essential: essential }],
});

test.each([
  ['the limit in all', '10000.00', '20000.00', '0.00', '300.00'],
  ['a centavo above', '10000.01', '20000.00', '400.00', '0.00'],
  ['each part below, both together above', '25000.00', '20000.00', '700.00', '0.00'],
  ['essential goods alone', '0.00', '30000.00', '0.00', '300.00'],
])('a small store is one by all that it sells: %s', (_, other, essential, tax, barangay) => {
  const assessment = assessed(smallStore(other, essential));
  expect([sumOf(assessment, 'tax'), sumOf(assessment, 'barangay-tax')]).toEqual([tax, barangay]);
});

test.each([
  ['bmbe', { 'decide-exemption': { ground: 'bmbe' } }, 'RA 9178 s.7'],
  ['boi', { 'decide-exemption': { ground: 'boi' } }, 'RA 7160 s.133(g)'],
  ['government', { 'decide-exemption': { ground: 'government' } }, 'RA 7160 s.133(o)'],
  ['cooperative', { organization_type: 'cooperative' }, 'RA 9520 (RA 6938)'],
])('who is exempt pays the fees and no tax, and reads why: %s', (reason, data, source) => {
  const { application } = feeExamples['ex17']!;
  const assessment = assessed({ ...application, ...data });
  const tax = spokenAssessment(portal, assessment).lines.filter(({ tags }) => tags.includes('tax'));
  expect(tax).toMatchObject([
    { id: `exempt-${reason}`, rule: '0% of ₱3,600,000.00', amount: '0.00', source },
  ]);
  expect(assessment.total).toBe('17980.00');
  const closing = {
    record: recordOf('closure', retiring('900000.00')),
    ancestors: [recordOf('application', { ...application, ...data })],
  };
  expect(sumOf(assess(portal, 'retirement', contextOf(closing), { today: day }), 'due')).toBe('0.00');
});

test.each([
  ['restaurant', {}, '0.00', '0.00'],
  ['restaurant', { new_structure: true }, '0.00', '500.00'],
  ['resort', {}, '500.00', '0.00'],
  ['dive-shop', {}, '0.00', '500.00'],
])('tourism and environment charge whom they look at closely: %s, %o', (name, more, tourism, environment) => {
  const assessment = assessed(opening(name, more));
  expect([sumOf(assessment, 'tourism-compliance'), sumOf(assessment, 'environmental-clearance')]).toEqual([
    tourism,
    environment,
  ]);
});

test('a line of business with its own fee of the permit does not pay by size too', () => {
  const assessment = assessed(opening('pawnshop', { employees_total: 4 }));
  expect(sumOf(assessment, 'mayors-permit')).toBe('0.00');
  expect(sumOf(assessment, 'mayors-permit-line')).toBe('6000.00');
});

test('a store that closes with 30,000 or less owes the municipality nothing', () => {
  const assessment = assessedAs('retirement', 'closure', {
    lines: [{ line: 'sari-sari', gross: '20000.00' }],
  });
  expect(sumOf(assessment, 'due')).toBe('0.00');
});

const permitFor = (nationality: string) =>
  assessedAs('working-permit', 'working-permit', { nationality }).total;

const clearanceFor = (data: object) =>
  assessedAs('occupational-clearance', 'occupational-clearance', { ...data }).total;

test('a worker pays the fee of the permit, a foreigner more, a first-time jobseeker nothing', () => {
  expect([permitFor('PH'), permitFor('KR')]).toEqual(['200.00', '5000.00']);
  expect([clearanceFor({}), clearanceFor({ first_time_jobseeker: true })]).toEqual(['50.00', '0.00']);
});

const receipt = (amount: string, state: string) => ({
  ...recordOf('payment', { amount, paid_on: '2026-01-08' }),
  state,
});

test('receipts that are posted count, voided ones do not', () => {
  const context = contextOf({
    record: recordOf('assessment', {}),
    ancestors: [recordOf('application', feeExamples['ex17']!.application)],
    children: [receipt('30000.00', 'posted'), receipt('5980.00', 'voided')],
  });
  const { total, paid, balance, dueNow } = assess(portal, 'business-permit', context, { today: day });
  expect({ total, paid, balance, dueNow }).toEqual({
    total: '35980.00',
    paid: '30000.00',
    balance: '5980.00',
    dueNow: '5980.00',
  });
});
