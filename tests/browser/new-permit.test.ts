/**
 * A new restaurant with a pool: from registration to the printed permit, through every office involved, in a real
 * browser.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { RecordPage, WireRecord } from '../../engine/contract/record.ts';
import { pageOf } from './every-kind.ts';
import { fillQuestions, fillSteps, readWritten } from './fill-form.ts';
import {
  acceptShown,
  approveStatement,
  postReceipt,
  answerStep,
  bookFirst,
  goTo,
  inspect,
  openFrom,
  press,
  statusRegion,
  inspectionPages,
} from './offices.ts';
import { pagesOf, pdf, sayPaperDay } from './papers.ts';
import {
  business,
  email,
  fireClearance,
  registrationForm,
  registrationAnswers,
  unifiedForm,
} from './poolside-restaurant.ts';
import {
  acceptItems,
  bookFirstFree,
  call,
  fileByExample,
  readAgain,
  recordAt,
  recordsBelow,
  sendPapers,
  take,
} from './same-session.ts';
import { openTown, type Town } from './town.ts';
import { answerSignIn, expectSound, type Visit } from './visit.ts';

const name = /Reyes Poolside Restaurant/;

/** The names of the holders on the pages. */
const offices = [...Object.keys(inspectionPages), 'barangay', 'mto'].map(
  (key) => readWritten(`departments/${key}`) as { readonly title: string },
);

let town: Town;
let owner: Visit;
let application: WireRecord;
let clearances: WireRecord[];
let hasFailed = false;

beforeAll(async () => {
  town = await openTown('2027-03-01T09:00');
});

// Each step depends on the one before; what a failed step saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    await town.takePictures('failed-new');
  });
});

afterAll(() => town?.close());

test('registers, and confirms the address by the link of the mail', async () => {
  owner = await town.visit();
  const { page } = owner;
  await page.goto('/registration/establishment');
  const form = page.getByRole('form');
  await fillSteps(form, registrationForm, registrationAnswers);
  await form.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor();
  await page.goto(await town.linkInMail(email));
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await page.goto('/');
  await answerSignIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'My applications' }).waitFor();
  expect(owner.problems).toEqual([]);
});

test('sends its identification, which the licensing office accepts', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Verify my account' }).click();
  await openFirst(owner);
  const items = page.locator('[data-item]');
  await items.first().waitFor();
  for (const item of await items.all()) {
    await sayPaperDay(item);
    await item.locator('input[type=file]').first().setInputFiles(pdf('paper.pdf', 'Ana Reyes'));
    await item.getByText('Sent', { exact: true }).waitFor();
  }
  await press(owner, 'Send my identity papers', 'Identification sent');
  await page.getByText('Business Permits and Licensing Office works on it now.').waitFor();
  const licensing = await town.as('bplo');
  await openFrom(licensing, '/bplo/establishments/to-verify', name);
  await acceptShown(licensing);
  await press(licensing, 'Accept identification', 'Verified');
  expect([...owner.problems, ...licensing.problems]).toEqual([]);
});

test('files the unified form, which the licensing office accepts', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Apply', exact: true }).click();
  const form = page.getByRole('form', { name: unifiedForm.title as string });
  await fillSteps(form, unifiedForm, business);
  await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await form.getByRole('button', { name: 'File application' }).click();
  await page.getByText('Your number is').waitFor();
  await page.getByRole('link', { name: 'See the status' }).click();
  await statusRegion(page).getByText('Received', { exact: true }).waitFor();
  expect(await statusRegion(page).innerText()).toContain(
    'This is with Business Permits and Licensing Office',
  );
  const licensing = await town.as('bplo');
  await openFrom(licensing, '/bplo/to-receive', name);
  await answerStep(licensing, {
    button: 'Accept and classify',
    form: 'classification',
    answers: { class: 'complex', lines_confirmed: true },
    state: 'Offices clearing',
  });
  await page.reload();
  await statusRegion(page).getByText('Offices clearing', { exact: true }).waitFor();
  await expectSound(owner, 'new-negative-list');
  application = await recordAt(page, 'application');
  clearances = await recordsBelow(page, 'clearance', application);
  expect(new Set(clearances.map(({ office }) => office))).toEqual(
    new Set([...Object.keys(inspectionPages), 'barangay', 'mto']),
  );
  expect([...owner.problems, ...licensing.problems]).toEqual([]);
});

test('uses for an office what was sent with the identification, with one press', async () => {
  const { page } = owner;
  const portal = town.portal.application.portal();
  const tourism = clearances.filter(({ office }) => office === 'pmto')[0] as WireRecord;
  const checklists = await recordsBelow(page, 'checklist', tourism);
  const accommodation = checklists.find(({ kind }) => kind === 'tourism/accommodation') as WireRecord;
  await goTo(owner, pageOf(portal, 'establishment', accommodation));
  const item = page.locator('[data-item="owner-id"]');
  const use = item.getByRole('button', { name: /^Use the file sent for Profile of a business on / });
  await use.waitFor();
  await expectSound(owner, 'new-offered');
  await use.click();
  await item.getByRole('button', { name: 'Open paper.pdf' }).waitFor();
  expect(await use.count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Fire safety compliance' }).waitFor();
  expect(owner.problems).toEqual([]);
});

test('fills in what each office asks, sends it and books the visits', async () => {
  const { page } = owner;
  for (const clearance of clearances) {
    for (const checklist of await recordsBelow(page, 'checklist', clearance)) {
      await fileByExample(page, checklist);
    }
    if (clearance.office === 'bfp') continue;
    const { state } = await fileByExample(page, clearance);
    if (state === 'received') await bookFirstFree(page, clearance);
  }
  await page.reload();
  await page.getByRole('link', { name: 'Fire safety compliance' }).click();
  await fillQuestions(page.getByRole('form'), fireClearance.form, fireClearance.examples[0] ?? {});
  await page.getByText(/^Saved [^.]*$/).waitFor();
  await sendPapers(page, await recordAt(page, 'clearance'));
  await page.reload();
  await press(owner, 'Send to the office', 'Appointment to be set');
  await bookFirst(owner, 'Set an appointment', 'Appointment set');
  expect(await statusRegion(page).innerText()).toMatch(
    /This is with Bureau of Fire Protection[^]*Appointment on/,
  );
  await expectSound(owner, 'new-appointment');
  await page.getByRole('link', { name: application.number ?? '' }).click();
  for (const { title } of offices) await page.getByText(title, { exact: true }).first().waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('Waiting for you');
  expect(owner.problems).toEqual([]);
});

test.each([
  ['barangay', '/barangay/captain-approval', ['Barangay compliance']],
  [
    'mto',
    '/treasurer/approval',
    ['Assessment requirements', 'Real property tax compliance', 'Water account compliance'],
  ],
])('%s looks at the papers and clears', async (office, list, titles) => {
  const officer = await town.as(office);
  for (const one of clearances) if (one.office === office) await acceptItems(officer.page, one);
  for (const title of titles) {
    await openFrom(officer, list, new RegExp(`${name.source}.*${title}`));
    await press(officer, 'Issue clearance', 'Issued');
  }
  expect(await statusRegion(officer.page).innerText()).toContain('Issued');
  await town.leave(office);
});

test('a pool needs lifeguards; the offices approve their checklists', async () => {
  const officer = await town.as('pmto');
  await openFrom(officer, '/tourism/validation', /Accommodation establishment/);
  const { page } = officer;
  await page.locator('[data-item]', { hasText: 'Lifeguard certificates' }).waitFor();
  await acceptItems(page, await recordAt(page, 'checklist'));
  await page.reload();
  await press(officer, 'Approve checklist', 'Accepted');
  const approved: (string | null)[] = [];
  for (const office of ['menro', 'police', 'ptfrb', 'pmto']) {
    const { page: desk } = await town.as(office);
    const sent = ['GET', 'records/checklist?list=to-review'] as const;
    for (const row of (await call<RecordPage>(desk, sent)).items) {
      const checklist = await readAgain(desk, row);
      await acceptItems(desk, checklist);
      approved.push((await take(desk, checklist, 'approve')).kind);
    }
  }
  expect(approved).toContain('tourism/bars-and-restaurant');
  expect(approved).toHaveLength(5);
});

test.each(Object.entries(inspectionPages))(
  '%s visits, endorses, and a second person issues',
  async (office, { approval, visits }) => {
    const mine = clearances.filter((clearance) => clearance.office === office);
    await town.at('2027-03-02T16:30');
    const inspector = await town.as(office);
    for (const { slug } of mine) await inspect(inspector, visits, { slug, day: '2027-03-02' });
    if (office === 'bfp') await expectSound(inspector, 'new-endorsed');
    await town.leave(office);
    await town.addAccount(office, `chief.${office}@malay.example`);
    const chief = await town.as(`chief.${office}`);
    for (const clearance of mine) {
      await openFrom(chief, approval, name);
      await press(chief, 'Issue clearance', 'Issued');
      expect((await readAgain(chief.page, clearance)).state).toMatch(/^(issued|for-approval)$/);
      // Until it reloads, the old list still starts with the one that was just issued.
      await chief.page.reload();
    }
    await town.leave(`chief.${office}`);
  },
);

test('the treasury computes, another approves, the cashier posts the receipt', async () => {
  const encoder = await town.as('mto');
  await openFrom(encoder, '/treasurer/assessment', name);
  await press(encoder, 'Compute', 'In computation');
  await encoder.page.getByRole('region', { name: 'Business taxes and fees' }).waitFor();
  await expectSound(encoder, 'new-assessment');
  await approveStatement(town, name);
  const { page } = owner;
  await goTo(owner, '/establishment/payment');
  await openFirst(owner);
  await statusRegion(page).getByText('Pay at the cashier').waitFor();
  await expectSound(owner, 'new-order-of-payment');
  const { total } = (await recordAt(page, 'assessment')).data['assessment'] as { total: string };
  await postReceipt(town, name, { number: '0042371', amount: total, day: '2027-03-02', state: 'Paid' });
  await goTo(encoder, '/treasurer/receipt');
  await encoder.page.getByRole('row', { name: /0042371/ }).waitFor();
  expect([...encoder.problems, ...owner.problems]).toEqual([]);
});

test('the licensing office recommends, and the mayor signs', async () => {
  const licensing = await town.as('bplo');
  await openFrom(licensing, '/bplo/validation', name);
  await press(licensing, 'Recommend to the mayor', "Mayor's signature");
  await goTo(owner, '/establishment/application');
  await openFirst(owner);
  await statusRegion(owner.page).getByText('This is with Office of the Municipal Mayor.').waitFor();
  const mayor = await town.as('mayor');
  await mayor.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expectSound(mayor, 'new-mayor-dashboard');
  await openFrom(mayor, '/mayor/application', name);
  await press(mayor, 'Approve and sign', 'Permit released');
  expect([...licensing.problems, ...mayor.problems]).toEqual([]);
});

test('the owner prints the permit on one page, and anybody checks it on a phone', async () => {
  const { page } = owner;
  await page.reload();
  await statusRegion(page).getByText('Permit released', { exact: true }).waitFor();
  await expectSound(owner, 'new-released');
  await page
    .getByRole('link', { name: /^Mayor's permit MP-2027-/ })
    .first()
    .click();
  await page.getByRole('heading', { name: "Mayor's permit", level: 2 }).waitFor();
  await expectSound(owner, 'new-permit');
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(printed)).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  expect(pagesOf(await readFile(await (await download).path()))).toBe(1);
  // It may travel together with others.
  const sheet = page.waitForResponse((answer) =>
    /documents\/\w+\/sheet/.test(decodeURIComponent(answer.url())),
  );
  await page.reload();
  const [, address = ''] = /"address":"([^"]+)"/.exec(await (await sheet).text()) ?? [];
  const anybody = await town.visit();
  await anybody.page.setViewportSize({ width: 360, height: 740 });
  await anybody.page.goto(address.replace(/^https?:\/\/[^/]+/, ''));
  await anybody.page.getByRole('heading', { name: 'Valid', exact: true }).waitFor();
  await anybody.page.getByText('Reyes Poolside Restaurant').waitFor();
  await expectSound(anybody, 'new-verified');
  expect([...owner.problems, ...anybody.problems]).toEqual([]);
});

async function openFirst({ page }: Visit): Promise<void> {
  await page.locator('[data-row-link]').first().click();
  await statusRegion(page).waitFor();
}
