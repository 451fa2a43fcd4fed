/** A new restaurant with a pool: from registration to the printed permit, through every office that it must see, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { WireRecord } from '../../engine/portal/wire.ts';
import {
  fillQuestions,
  fillSteps,
  readForm,
  readWritten,
  type Answers,
  type WrittenForm,
} from './fill-form.ts';
import { answerStep, bookFirst, openFrom, press, standing, visiting } from './offices.ts';
import { pdf } from './papers.ts';
import { bookFirstFree, call, fileByExample, recordsBelow, sendPapers } from './same-session.ts';
import { openTown, type Town } from './town.ts';
import { answerSignIn, expectSound, takePicture, type Visit } from './visit.ts';

const email = 'resort@example.com';
const name = /Reyes Poolside Restaurant/;
const unified = readForm('unified-form');
const fireForm = readWritten('requirements/negative-list/bfp') as {
  form: WrittenForm;
  examples: Answers[];
};
const registration = readForm('establishment-registration');
const business: Answers = {
  ...unified.examples?.[0],
  business_name: 'Reyes Poolside Restaurant',
  registration_date: '2027-02-15',
  parking_area: true,
  lines: [
    { line: 'restaurant', units: 1, capitalization: '1500000.00' },
    { line: 'resort', units: 1, capitalization: '1000000.00' },
  ],
  seats: 60,
};

let town: Town;
let owner: Visit;
let application: WireRecord;
let clearances: WireRecord[];
let hasFailed = false;
const people = new Map<string, Visit>();

beforeAll(async () => {
  town = await openTown('2027-03-01T09:00');
}, 150_000);

// Each step stands on the one before; what a failed one saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    if (owner !== undefined) await takePicture(owner.page, 'failed-owner');
    for (const [who, { page }] of people) if (!page.isClosed()) await takePicture(page, `failed-${who}`);
  });
});

afterAll(() => town?.close());

/** Signs in as somebody of an office, once. */
async function as(who: string): Promise<Visit> {
  const known = people.get(who);
  if (known !== undefined) return known;
  const visit = await town.signIn(`${who}@malay.example`);
  people.set(who, visit);
  return visit;
}

test('registers, and confirms the address by the link of the mail', { timeout: 60_000 }, async () => {
  owner = await town.visit();
  const { page } = owner;
  await page.goto('/registration/establishment');
  const form = page.getByRole('form');
  await fillSteps(form, registration, {
    ...registration.examples?.[0],
    email,
    business_name: 'Reyes Poolside Restaurant',
  });
  await form.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Your account is ready' }).waitFor();
  await page.goto(await town.linkInMail(email));
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await page.goto('/');
  await answerSignIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'My applications' }).waitFor();
  expect(owner.problems).toEqual([]);
});

test('sends its identification, which the licensing office accepts', { timeout: 60_000 }, async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Verify my account' }).click();
  await openFirst(owner);
  const items = page.locator('[data-item]');
  await items.first().waitFor();
  for (const item of await items.all()) {
    await item.locator('input[type=file]').first().setInputFiles(pdf('paper.pdf', 'Ana Reyes'));
    await item.getByText('There', { exact: true }).waitFor();
  }
  await press(owner, 'Send my identification', 'Identification sent');
  expect(await standing(page).innerText()).toContain('Business Permits and Licensing Office has it.');
  await expectSound(owner, 'new-identification');
  const licensing = await as('bplo');
  await openFrom(licensing, '/bplo/establishments/to-verify', name);
  await licensing.page.locator('[data-item]').first().waitFor();
  for (const accept of await licensing.page
    .getByRole('button', { name: /^Accept (?!identification)/ })
    .all()) {
    await accept.first().click();
  }
  await press(licensing, 'Accept identification', 'Verified');
  expect([...owner.problems, ...licensing.problems]).toEqual([]);
});

test(
  'files the unified form, which the licensing office accepts and classifies',
  { timeout: 90_000 },
  async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    const form = page.getByRole('form', { name: unified.title as string });
    await fillSteps(form, unified, business);
    await form.getByRole('button', { name: 'File application' }).click();
    await page.getByText('Your number is').waitFor();
    await expectSound(owner, 'new-filed');
    await page.getByRole('link', { name: 'Follow it' }).click();
    await standing(page).getByText('Received', { exact: true }).waitFor();
    expect(await standing(page).innerText()).toContain('Business Permits and Licensing Office has it.');
    const licensing = await as('bplo');
    await openFrom(licensing, '/bplo/to-receive', name);
    await expectSound(licensing, 'new-bplo-received');
    await answerStep(licensing, {
      button: 'Accept and classify',
      form: 'classification',
      answers: { class: 'complex', lines_confirmed: true },
      state: 'Offices clearing',
    });
    await page.reload();
    await standing(page).getByText('Offices clearing', { exact: true }).waitFor();
    await expectSound(owner, 'new-negative-list');
    application = await recordOn(page);
    clearances = await recordsBelow(page, 'clearance', application);
    expect(new Set(clearances.map(({ office }) => office))).toEqual(
      new Set([...Object.keys(visiting), 'barangay', 'mto']),
    );
    expect([...owner.problems, ...licensing.problems]).toEqual([]);
  },
);

test('fills in what each office asks, sends it and books the visits', { timeout: 120_000 }, async () => {
  const { page } = owner;
  const fire = only('bfp');
  for (const clearance of clearances) {
    for (const checklist of await recordsBelow(page, 'checklist', clearance)) {
      await fileByExample(page, checklist);
    }
    if (clearance.slug === fire.slug) continue;
    const { state } = await fileByExample(page, clearance);
    if (state === 'received') await bookFirstFree(page, clearance);
  }
  await page.reload();
  await page.getByRole('link', { name: 'Fire safety compliance' }).click();
  await fillQuestions(page.getByRole('form'), fireForm.form, fireForm.examples[0] ?? {});
  await page.getByRole('button', { name: 'Save my answers' }).click();
  await page.getByText('Saved', { exact: false }).first().waitFor();
  await sendPapers(page, fire);
  await page.reload();
  await press(owner, 'Send to the office', 'Appointment to be set');
  await bookFirst(owner, 'Set an appointment', 'Appointment set');
  expect(await standing(page).innerText()).toMatch(/Bureau of Fire Protection has it\.[^]*Appointment on/);
  await expectSound(owner, 'new-appointment');
  expect(owner.problems).toEqual([]);
});

async function openFirst({ page }: Visit): Promise<void> {
  await page.locator('[data-row-link]').first().click();
  await standing(page).waitFor();
}

/** The record whose page is open: its slug is the last part of the address. */
function recordOn(page: Page): Promise<WireRecord> {
  return call(page, ['GET', `records/application/${new URL(page.url()).pathname.split('/').at(-1)}`]);
}

function only(office: string): WireRecord {
  const [found] = clearances.filter((clearance) => clearance.office === office);
  if (found === undefined) throw new Error(`Nothing is asked by ${office}.`);
  return found;
}
