/**
 * A business stays open while it corrects a finding: from the inspection through the temporary permit to its end, in
 * a real browser.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { fillQuestions, readForm } from './fill-form.ts';
import { answerStep, goTo, openFrom, press, saveDecisions, statusRegion } from './offices.ts';
import { pdf, sayPaperDay } from './papers.ts';
import { ask } from './past-the-screens.ts';
import { bookFirstFree, fileByExample, recordsBelow } from './same-session.ts';
import { openTown, type Town } from './town.ts';
import { expectSound, takePicture, type Visit } from './visit.ts';

const name = /Reyes Beach Eatery/;
const finding = 'The rear exit is locked.';

let town: Town;
let owner: Visit;
let licensing: Visit;
let fire: Visit;
let application: WireRecord;
/** The temporary permit. */
let permit: WireRecord;
let hasFailed = false;

beforeAll(async () => {
  town = await openTown('2027-03-01T09:00');
});

// Each step depends on the one before; what a failed step saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    for (const [who, visit] of Object.entries({ owner, licensing, fire })) {
      if (visit !== undefined) await takePicture(visit.page, `failed-temporary-${who}`);
    }
  });
});

afterAll(() => town?.close());

test('an office finds something at its visit and lists it', async () => {
  owner = await town.signIn('establishment@malay.example');
  licensing = await town.signIn('bplo@malay.example');
  application = await fileApplication(owner, eatery);
  await acceptApplication(licensing, application);
  const [clearance] = (await recordsBelow(owner.page, 'clearance', application)).filter(
    ({ office }) => office === 'bfp',
  );
  await fileByExample(owner.page, clearance as WireRecord);
  await bookFirstFree(owner.page, clearance as WireRecord);
  await town.at('2027-03-02T16:30');
  fire = await town.signIn('bfp@malay.example');
  await goTo(fire, '/bureau-of-fire/visits');
  await fire.page.locator('[data-row-link]').first().click();
  await answerStep(fire, {
    button: 'Record the inspection',
    form: 'inspection',
    answers: { inspected_on: '2027-03-02', met: 'Ana Reyes', result: 'findings' },
    state: 'Inspected',
  });
  await answerStep(fire, {
    button: 'List findings',
    form: 'findings',
    answers: { findings: [{ finding, legal_basis: 'RA 9514 rule 10', cure_by: '30 days' }] },
    state: 'Waiting for corrections',
  });
  await expectSound(fire, 'temporary-findings');
  expect([...owner.problems, ...licensing.problems, ...fire.problems]).toEqual([]);
});

test('the owner swears an undertaking and asks for a temporary permit with it', async () => {
  const { page } = owner;
  await goTo(owner, '/establishment/findings');
  await page.getByText(finding).first().waitFor();
  await expectSound(owner, 'temporary-to-cure');
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page.getByRole('link', { name: 'File an affidavit' }).click();
  await fillQuestions(page.getByRole('form'), readForm('affidavit'), {
    purpose: 'undertaking',
    affiant: 'Ana Reyes',
    statement: 'I undertake to open the rear exit.',
    promised_by: '2027-03-26',
    notary: 'Atty. Jose Cruz',
    doc_no: '12',
    page_no: '4',
    book_no: 'II',
    series: '2027',
    notarised_on: '2027-03-02',
  });
  await sendPaper('affidavit.pdf');
  await press(owner, 'Send to the licensing office', 'Submitted');
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page.getByRole('link', { name: 'Apply for a temporary permit' }).click();
  await fillQuestions(page.getByRole('form'), readForm('temporary-permit'), {
    reason: 'The guests of the holy week are booked.',
    undertaking: [{ what: 'Open the rear exit', office: 'Bureau of Fire Protection', cure_by: '2027-03-26' }],
    declared_true: true,
  });
  await expectSound(owner, 'temporary-form');
  await sendPaper('undertaking.pdf');
  await press(owner, 'Send the request', 'Requested');
  await page.getByText('Business Permits and Licensing Office works on it now.').waitFor();
  await expectSound(owner, 'temporary-requested');
  [permit] = (await recordsBelow(page, 'temporary-permit', application)) as [WireRecord];
  expect(owner.problems).toEqual([]);
});

test('nobody sees a preview before it is issued', async () => {
  const anybody = await town.visit();
  await expectNoPreview(anybody);
  expect((await recordsBelow(owner.page, 'temporary-permit', application)).length).toBe(1);
  await anybody.context.close();
});

test('the licensing office accepts the affidavit, weighs the risk and asks the offices', async () => {
  const { page } = licensing;
  await openFrom(licensing, '/bplo/affidavit', name);
  await acceptPaper('The affidavit, notarised');
  await press(licensing, 'Accept', 'Accepted');
  await openFrom(licensing, '/bplo/temporary-permit', name);
  await acceptPaper('Notarised affidavit of undertaking');
  await press(licensing, 'Start the assessment', 'Under assessment');
  await answerStep(licensing, {
    button: 'Ask the offices for objections',
    form: 'temporary-permit-assessment',
    answers: { risk: 'low', amount: '3200.00', conditions: 'No guests on the second floor.' },
    state: 'Waiting for objections',
  });
  await goTo(licensing, `/bplo/temporary-permit/vieww-assessment/${application.slug}/${permit.slug}`);
  await page.getByRole('definition').filter({ hasText: 'No guests on the second floor.' }).waitFor();
  await expectSound(licensing, 'temporary-assessment');
  expect(licensing.problems).toEqual([]);
});

test('an office that could object does not, and the day passes', async () => {
  await openFrom(fire, '/bfp/temporary-permit', name);
  const others = fire.page.getByRole('button', { name: 'Other steps' });
  await others.click();
  await fire.page.getByRole('menuitem', { name: 'Object', exact: true }).waitFor();
  await fire.page.keyboard.press('Escape');
  await expectSound(fire, 'temporary-objection');
  await town.at('2027-03-04T17:05');
  await fire.page.reload();
  await statusRegion(fire.page).getByText('For payment', { exact: true }).waitFor();
  expect(await others.count()).toBe(0);
  expect(fire.problems).toEqual([]);
});

test('the cashier posts the receipt, and the mayor issues it', async () => {
  const cashier = await town.signIn('mto@malay.example');
  await openFrom(cashier, '/treasurer/temporary-permit', name);
  await cashier.page.getByRole('definition').filter({ hasText: '₱3,200.00' }).waitFor();
  await answerStep(cashier, {
    button: 'Post a receipt',
    form: 'receipt',
    answers: { or_number: '0042390', amount: '3200.00', paid_on: '2027-03-04' },
    state: "Mayor's signature",
  });
  const mayor = await town.signIn('mayor@malay.example');
  await openFrom(mayor, '/mayor/temporary-permit-to-sign', name);
  await expectSound(mayor, 'temporary-for-mayor');
  await press(mayor, 'Issue the temporary permit', 'Active');
  expect([...cashier.problems, ...mayor.problems]).toEqual([]);
});

test('anybody sees it by its address, and it prints on one page', async () => {
  const { page } = owner;
  await goTo(owner, '/establishment/temporary-permit');
  await page.locator('[data-row-link]').first().click();
  await statusRegion(page).getByText('Active', { exact: true }).waitFor();
  await expectSound(owner, 'temporary-active');
  await page
    .getByRole('link', { name: /^Temporary permit TP-2027-/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Temporary permit', level: 2, exact: true }).waitFor();
  await expectSound(owner, 'temporary-sheet');
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  expect(pagesOf(await readFile(await (await download).path()))).toBe(1);
  const anybody = await town.visit();
  await anybody.page.goto(`/temporary-permit/preview/${permit.slug}`);
  await anybody.page.getByText('Open the rear exit').waitFor();
  await anybody.page.getByText('No guests on the second floor.').waitFor();
  await expectSound(anybody, 'temporary-preview');
  expect(pagesOf(await anybody.page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
  expect([...owner.problems, ...anybody.problems]).toEqual([]);
  await anybody.context.close();
});

test('after its days it has expired, and the preview is not there any more', async () => {
  await town.at('2027-04-05T08:00');
  const { page } = owner;
  await goTo(owner, `/establishment/temporary-permit/${permit.slug}`);
  await statusRegion(page).getByText('Expired', { exact: true }).waitFor();
  await expectSound(owner, 'temporary-expired');
  const anybody = await town.visit();
  await expectNoPreview(anybody);
  expect(owner.problems).toEqual([]);
});

/** The page does not exist for them, and the server returns nothing. */
async function expectNoPreview({ page }: Visit): Promise<void> {
  await page.goto(`/temporary-permit/preview/${permit.slug}`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect([401, 404]).toContain(await ask(page, 'GET', `records/temporary-permit/${permit.slug}`));
}

/** From the form to the page of the new record, which asks for its paper. */
async function sendPaper(paper: string): Promise<void> {
  const { page } = owner;
  await page.getByRole('form').getByRole('button', { name: 'Continue to the papers' }).click();
  const item = page.locator('[data-item]').first();
  await sayPaperDay(item);
  await item.locator('input[type=file]').first().setInputFiles(pdf(paper, 'Ana Reyes'));
  await item.getByText('Sent', { exact: true }).waitFor();
}

async function acceptPaper(title: string): Promise<void> {
  const { page } = licensing;
  await page.getByRole('button', { name: `Accept ${title}` }).click();
  await saveDecisions(page);
  await page.getByRole('listitem', { name: `${title}: Accepted` }).waitFor();
}

function pagesOf(document: Buffer): number {
  return (document.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}
