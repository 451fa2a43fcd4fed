/** A late renewal with the previous year's answers: surcharge and interest, quarterly receipts, release. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { Assessment } from '../../engine/portal/fees/assessment.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import { issueDocument, type Issued } from '../server/issued-document.ts';
import { openBrowser } from '../server/portal-server.ts';
import { fillQuestions, leaveTaskList, readForm, readWritten, type Answers } from './fill-form.ts';
import { answerStep, approveStatement, goTo, openFrom, postReceipt, press, statusRegion } from './offices.ts';
import { password } from './portal.ts';
import { call, recordAt, recordsBelow, sendPapers, take } from './same-session.ts';
import { openTown, type Town } from './town.ts';
import { expectSound, type Visit } from './visit.ts';

const name = /Kusina ni Ana/;
const unified = readForm('unified-form');
const [example = {}] = unified.examples ?? [];

const lastYear: Answers = {
  ...example,
  tax_year: 2025,
  business_name: 'Kusina ni Ana',
  payment_mode: 'quarterly',
  water_connection: false,
  lines: [{ line: 'carinderia', units: 1, capitalization: '300000.00' }],
  seats: 20,
};
/** The answers that are asked again each year. */
const thisYear: Answers = {
  tax_year: 2026,
  application_type: 'renewal',
  prior_permit_no: '',
  lines: [{ gross_non_essential: '1200000.00' }],
  declared_true: true,
  undertake_30_days: true,
  data_privacy_consent: true,
};

let town: Town;
let owner: Visit;
let licensing: Visit;
let encoder: Visit;
let before: Issued;
let application: WireRecord;
let hasFailed = false;

beforeAll(async () => {
  town = await openTown('2026-06-03T09:00');
  before = await issueDocument(town.portal.application, {
    type: 'application',
    state: 'expired',
    owner: 'establishment',
    document: 'mayors-permit',
    validUntil: '2025-12-31',
    data: lastYear,
  });
  owner = await town.signIn('establishment@malay.example');
  licensing = await town.as('bplo');
  encoder = await town.as('mto');
});

// Each step depends on the one before; what a failed step saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    await town.takePictures('failed-renewal');
  });
});

afterAll(() => town?.close());

test('last year’s answers are there; what changes each year is asked anew', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Apply', exact: true }).click();
  const form = page.getByRole('form', { name: unified.title as string });
  await leaveTaskList(form, unified.steps ?? []);
  await form.getByRole('heading', { name: 'Application', exact: true }).waitFor();
  expect(await page.getByLabel('TIN').inputValue()).toBe(example['tin']);
  expect(await page.getByLabel('Tax year').inputValue()).toMatch(/^20\d\d$/);
  await expectSound(owner, 'renewal-form');
  const answers = { ...thisYear, prior_permit_no: before.number };
  for (const { title, properties } of unified.steps ?? []) {
    await form.getByRole('heading', { name: title, exact: true }).waitFor();
    const own = Object.entries(answers).filter(([question]) => properties.includes(question));
    await fillQuestions(form, unified, Object.fromEntries(own));
    await form.getByRole('button', { name: 'Continue' }).click();
  }
  await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await form.getByRole('button', { name: 'File application' }).click();
  await page.getByText('Your number is').waitFor();
  await page.getByRole('link', { name: 'See the status' }).click();
  await statusRegion(page).getByText('Received', { exact: true }).waitFor();
  application = await recordAt(page, 'application');
  expect(application.data).toMatchObject({
    business_name: 'Kusina ni Ana',
    lines: [{ line: 'carinderia', units: 1, gross_non_essential: '1200000.00' }],
  });
  expect(application.data['lines']).not.toMatchObject([{ capitalization: '300000.00' }]);
  expect(owner.problems).toEqual([]);
});

test('the licensing office accepts it, and every office finds its certificate still good', async () => {
  licensing = await town.as('bplo');
  await openFrom(licensing, '/bplo/to-receive', name);
  await answerStep(licensing, {
    button: 'Accept and classify',
    form: 'classification',
    answers: { class: 'simple', lines_confirmed: true },
    state: 'Offices clearing',
  });
  const clearances = await recordsBelow(licensing.page, 'clearance', application);
  for (const [office, mine] of Map.groupBy(clearances, (one) => one.office)) {
    const desk = openBrowser(town.portal.origin);
    await desk.signIn(`${office}@malay.example`, password);
    for (const { slug, version } of mine) {
      const answer = await desk.send('POST', `records/clearance/${slug}/waive`, {
        body: { input: { reason: 'The certificate on file is valid until December.' } },
        headers: { 'idempotency-key': randomUUID(), 'if-match': String(version) },
      });
      expect(answer.status).toBe(200);
    }
  }
  await owner.page.reload();
  await statusRegion(owner.page).getByText(`All ${clearances.length} clearances done`).waitFor();
  await expectSound(owner, 'renewal-cleared');
});

test('the assessment adds surcharge and interest to the quarters that are late', async () => {
  encoder = await town.as('mto');
  await openFrom(encoder, '/treasurer/assessment', name);
  await press(encoder, 'Compute', 'In computation');
  const { page } = encoder;
  const sheet = page.getByRole('region', { name: 'Business taxes and fees' });
  await sheet.getByRole('row', { name: /^First quarter.*Due 20 January 2026/ }).waitFor();
  await expectSound(encoder, 'renewal-assessment');
  const { lines, instalments, lateCharges } = await assessmentOn(encoder);
  expect(lines.find(({ id }) => id.startsWith('business-tax/'))).toMatchObject({
    base: '1200000.00',
    amount: '11500.00',
  });
  const quarters = instalments.filter(({ due }) => due !== null);
  expect(quarters.map(({ divided, charges }) => [divided, charges.surcharge, charges.interest])).toEqual([
    ['2875.00', '718.75', '359.38'],
    ['2875.00', '718.75', '143.75'],
    ['2875.00', '0.00', '0.00'],
    ['2875.00', '0.00', '0.00'],
  ]);
  expect(lateCharges).toBe('1940.63');
  await approveStatement(town, name);
  expect(encoder.problems).toEqual([]);
});

test('what is due now is paid, and the permit is released', async () => {
  const { page } = owner;
  await goTo(owner, '/establishment/payment');
  await page.locator('[data-row-link]').first().click();
  await statusRegion(page).getByText('To be paid', { exact: true }).waitFor();
  await statusRegion(page).getByText('Pay at the cashier').waitFor();
  // The treasurer made it, and nothing is paid yet.
  expect(await page.getByRole('link', { name: 'Receipt to save or print' }).count()).toBe(0);
  await expectSound(owner, 'renewal-order-of-payment');
  const { dueNow } = await assessmentOn(owner);
  await postReceipt(town, name, {
    number: '0042371',
    amount: dueNow,
    day: '2026-06-03',
    state: 'Partly paid',
  });
  licensing = await town.as('bplo');
  await openFrom(licensing, '/bplo/validation', name);
  await press(licensing, 'Recommend to the mayor', "Mayor's signature");
  const mayor = await town.as('mayor');
  await openFrom(mayor, '/mayor/application', name);
  await press(mayor, 'Approve and sign', 'Permit released');
  await goTo(owner, `/establishment/application/${application.slug}`);
  await statusRegion(page).getByText('Permit released', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /^Mayor's permit MP-2026-/ })
    .first()
    .waitFor();
  expect([...owner.problems, ...licensing.problems, ...mayor.problems]).toEqual([]);
});

test('the other quarters are paid when they are due, until nothing is owed', async () => {
  await town.at('2026-07-15T10:00');
  await postReceipt(town, name, {
    number: '0048002',
    amount: '2875.00',
    day: '2026-07-15',
    state: 'Partly paid',
  });
  expect(await assessmentOn(encoder)).toMatchObject({ balance: '2875.00', lateCharges: '1940.63' });
  await town.at('2026-10-12T10:00');
  await postReceipt(town, name, { number: '0051177', amount: '2875.00', day: '2026-10-12', state: 'Paid' });
  expect(await assessmentOn(encoder)).toMatchObject({ balance: '0.00' });
  await goTo(owner, '/establishment/receipt');
  for (const number of ['0042371', '0048002', '0051177'])
    await owner.page.getByRole('row', { name: new RegExp(number) }).waitFor();
  await owner.page.getByRole('row', { name: /0048002.*₱2,875\.00/ }).waitFor();
  await expectSound(owner, 'renewal-receipts');
  expect([...owner.problems, ...encoder.problems]).toEqual([]);
});

test('the treasurer opens the closure of a business, and reads of its application the name', async () => {
  const [data] = readWritten('records/closure')['examples'] as Answers[];
  const body = { data, parent: before.record.slug };
  const draft = await call<WireRecord>(owner.page, ['POST', 'records/closure'], { body });
  await sendPapers(owner.page, draft);
  await take(owner.page, draft, 'submit');
  encoder = await town.as('mto');
  const { page } = encoder;
  const seen = encoder.problems.length;
  await goTo(encoder, `/treasurer/closure/${draft.slug}`);
  await statusRegion(page).getByText('Filed', { exact: true }).waitFor();
  await page.getByText('The lease ends.').first().waitFor();
  await page.getByText(name).first().waitFor();
  const above = await call<WireRecord>(page, ['GET', `records/application/${before.record.slug}`]);
  expect(above).toMatchObject({ view: 'summary', data: { business_name: 'Kusina ni Ana' } });
  await expectSound(encoder, 'renewal-closure');
  expect(encoder.problems.slice(seen)).toEqual([]);
});

async function assessmentOn({ page }: Visit): Promise<Assessment> {
  const { data } = await recordAt(page, 'assessment');
  return data['assessment'] as Assessment;
}
