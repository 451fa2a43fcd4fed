/**
 * The main course, in a real browser on the real configuration: a business files, an office returns once and
 * approves.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import {
  fillQuestions,
  fillSteps,
  readForm,
  readWritten,
  type Answers,
  type WrittenForm,
} from './fill-form.ts';
import { press, saveDecisions } from './offices.ts';
import { pdf, png, sayPaperDay, type Paper } from './papers.ts';
import { addAccount, ask, filesOf } from './past-the-screens.ts';
import { startPortal, type RunningPortal } from './portal.ts';
import { expectSound, signIn, takePicture, type Visit } from './visit.ts';

const unified = readForm('unified-form');
const classification = readForm('classification');
const kind = readWritten('requirements/tourism/accommodation') as { form: WrittenForm; examples: Answers[] };
const remark = 'The paper is not signed.';
let portal: RunningPortal;
let browser: Browser;
let owner: Visit;
let officer: Visit;
let licensing: Visit;
let hasFailed = false;
/** The owner's page of the checklist. */
let ownPath = '';
/** The item that the office returns. */
let returned = '';

beforeAll(async () => {
  browser = await launchChromium();
  portal = await startPortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
  officer = await signIn(browser, portal.address, 'pmto@malay.example');
  licensing = await signIn(browser, portal.address, 'bplo@malay.example');
});

// Each step depends on the one before; what a failed step saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    await takePicture(owner.page, 'failed-owner');
    await takePicture(officer.page, 'failed-office');
    await takePicture(licensing.page, 'failed-licensing');
  });
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a business files an application, step by step, and sees what happens next', async () => {
  const { page } = owner;
  await expectSound(owner, 'owner-applications-empty');
  await page.getByRole('link', { name: 'Apply', exact: true }).click();
  const form = page.getByRole('form', { name: unified.title as string });
  await form.getByText('You have completed 0 of 8 sections.').waitFor();
  await expectSound(owner, 'owner-form');
  await fillSteps(form, unified, unified.examples?.[0] ?? {});
  await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await expectSound(owner, 'owner-form-check');
  await form.getByRole('button', { name: 'File application' }).click();
  await page.getByText('Your number is').waitFor();
  await page.getByText(/The answer is due by /).waitFor();
  await page.getByText('We sent a confirmation to establishment@malay.example.').waitFor();
  // The office that has it says whom to ask.
  const address = page.getByRole('link', { name: 'bplo@malay.example' });
  expect(await address.getAttribute('href')).toBe('mailto:bplo@malay.example');
  await expectSound(owner, 'owner-confirmation');
  expect(owner.problems).toEqual([]);
});

test('the licensing office accepts and classifies it, and the offices that it needs are asked', async () => {
  const { page } = licensing;
  await page.goto(`${portal.address}/bplo/business-application`);
  await page
    .getByRole('row', { name: /Reyes Beach Resort/ })
    .locator('[data-row-link]')
    .click();
  await page.getByRole('button', { name: 'Accept and classify' }).click();
  const form = page.getByRole('dialog').getByRole('form');
  // What the officer confirms is in the dialog.
  await form.getByText('PSIC classes of these lines').waitFor();
  expect(await form.innerText()).toMatch(
    /PSIC classes of these lines\s+5510\s+Tax groups of these lines\s+Contractors and services/,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  // On a phone all of it can be scrolled to.
  const first = form.getByText('PSIC classes of these lines');
  await first.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect
    .poll(() => first.evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await fillQuestions(form, classification as WrittenForm, classification.examples?.[0] ?? {});
  await page.getByRole('dialog').getByRole('button', { name: 'Accept and classify' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Offices clearing', { exact: true }).first().waitFor();
  expect(licensing.problems).toEqual([]);
});

test('the business fills in the checklist of the tourism clearance, with real files, and sends it', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'See the status' }).click();
  await page.getByRole('heading', { level: 1, name: 'Business permit application' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Tourism compliance' }).waitFor();
  await expectSound(owner, 'owner-application');
  await page.getByRole('link', { name: 'Tourism compliance' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tourism compliance' }).waitFor();
  await expectSound(owner, 'owner-clearance');
  await page.getByRole('link', { name: 'Accommodation establishment' }).click();
  const form = page.getByRole('form', { name: 'Accommodation establishment' });
  await form.waitFor();
  await page.getByRole('button', { name: 'Send to the office' }).click();
  // Each error is where it is mended: answers in the form, papers at the items.
  const first = form.getByRole('alert').getByRole('button').first();
  await first.click();
  await form.locator('[aria-invalid=true]').first().waitFor();
  const papers = page.getByRole('alert').filter({ hasNot: page.getByRole('heading') });
  await papers.getByRole('button').first().waitFor();
  await expectSound(owner, 'owner-checklist-errors');
  expect(owner.problems.splice(0)).toEqual([expect.stringContaining('status of 422')]);
  await fillSteps(form, kind.form, kind.examples[0] ?? {});
  // They save themselves: one button of the page sends them.
  expect(await form.getByRole('button', { name: /Save/ }).count()).toBe(0);
  // A pool makes these necessary.
  await items(page).filter({ hasText: 'Lifeguard certificates' }).waitFor();
  ownPath = new URL(page.url()).pathname;
  const asked = await namesOf(items(page).filter({ hasText: 'Choose a file', hasNotText: '(optional)' }));
  expect(asked.length).toBeGreaterThan(10);
  for (const [index, name] of asked.entries()) {
    const paper =
      index % 2 === 0 ? pdf(`paper-${index + 1}.pdf`, 'Reyes Beach Resort') : png(`photo-${index + 1}.png`);
    await send(itemOf(page, name), paper);
  }
  expect(await papers.count()).toBe(0);
  await expectSound(owner, 'owner-checklist-filled');
  await page.getByRole('button', { name: 'Send to the office' }).click();
  await stateOf(page, 'With the office').waitFor();
  await expectSound(owner, 'owner-checklist-sent');
  await page.locator('[data-empty=false]').getByRole('link', { name: 'Receipt to save or print' }).click();
  await page.getByRole('heading', { level: 1, name: /^Receipt: / }).waitFor();
  await page.getByText(/^paper-1\.pdf \(/).waitFor();
  await page.getByText(`${portal.address}${ownPath}`).waitFor();
  await expectSound(owner, 'owner-receipt');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await stateOf(page, 'With the office').waitFor();
  expect(owner.problems).toEqual([]);
});

test('the office finds it, opens a file, returns one item with a remark and sends it back', async () => {
  const { page } = officer;
  await page.reload();
  await page.getByRole('table', { name: 'Checklists to review' }).getByText('Reyes Beach Resort').waitFor();
  await expectSound(officer, 'office-dashboard');
  await page.getByRole('table', { name: 'Checklists to review' }).locator('[data-row-link]').click();
  await items(page).first().waitFor();
  await expectSound(officer, 'office-checklist');
  const there = await namesOf(items(page).filter({ has: page.getByText('Sent', { exact: true }) }));
  const [first, second, ...others] = there.map((name) => itemOf(page, name));
  if (first === undefined || second === undefined) throw new Error('Nothing was sent.');
  await first.getByRole('button').click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download paper-1.pdf' }).click();
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('img', { name: 'Page 1 of 1: paper-1.pdf' }).waitFor();
  await second.getByRole('button').click();
  await expect.poll(() => page.getByRole('img', { name: 'photo-2.png' }).evaluate(widthOf)).toBe(480);
  for (const item of [first, ...others]) await accept(item);
  returned = (await second.getAttribute('data-item')) ?? '';
  await second.getByRole('button').click();
  await page.getByRole('button', { name: /^Return with a remark/ }).click();
  await page.getByRole('button', { name: remark }).click();
  await takeReadmePicture(officer);
  await expectSound(officer, 'office-remark');
  await page.getByRole('button', { name: 'Return this item' }).click();
  await saveDecisions(page);
  await second.getByText('Returned', { exact: true }).waitFor();
  await press(officer, 'Return with remarks', 'Returned');
  await stateOf(page, 'Returned').waitFor();
  await expectSound(officer, 'office-returned');
});

test('the business reads what should be better, replaces the file and sends it again', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('[data-to-do]').getByText('Reyes Beach Resort').first().waitFor();
  await expectSound(owner, 'owner-waiting');
  await page.getByRole('link', { name: 'Accommodation establishment' }).click();
  const notice = page.getByRole('region', { name: 'Returned to you' });
  await notice.getByText('1 item came back to you').waitFor();
  expect(await notice.innerText()).toContain(remark);
  await expectSound(owner, 'owner-returned');
  const item = itemOf(page, returned);
  await item.getByRole('button', { name: 'Remove photo-2.png' }).click();
  await item.getByText('photo-2.png').waitFor({ state: 'detached' });
  await send(item, pdf('signed.pdf', 'Signed'));
  await page.getByRole('button', { name: 'Send to the office' }).click();
  await stateOf(page, 'With the office').waitFor();
  expect(owner.problems).toEqual([]);
});

test('the office accepts every item and approves; both see it, and its history in words', async () => {
  const { page } = officer;
  await page.getByRole('link', { name: 'Validation' }).click();
  await page
    .getByRole('row', { name: /Reyes Beach Resort/ })
    .locator('[data-row-link]')
    .click();
  await stateOf(page, 'With the office').waitFor();
  for (const name of await namesOf(items(page))) await settle(itemOf(page, name));
  await saveDecisions(page);
  await press(officer, 'Approve checklist', 'Accepted');
  await stateOf(page, 'Accepted').waitFor();
  await expectSound(officer, 'office-approved');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dashboard' }).click();
  const table = page.getByRole('table', { name: 'Checklists of my office' });
  await table.getByRole('row', { name: /Reyes Beach Resort.*Accepted/ }).waitFor();
  // Nothing waits any more, and no zero says so.
  expect(await page.getByRole('listitem').filter({ hasText: 'Checklists to review' }).count()).toBe(0);
  await owner.page.goto(ownPath);
  await stateOf(owner.page, 'Accepted').waitFor();
  const history = owner.page.getByRole('complementary', { name: 'What happened and what comes next' });
  await history.getByText('Approve checklist').waitFor();
  await history.getByRole('button', { name: /^Show \d+ earlier$/ }).click();
  expect(await history.getByText(remark).count()).toBe(1);
  await history.getByText('Government-issued ID with photo: removed').waitFor();
  await expectSound(owner, 'owner-approved');
  await owner.page.getByRole('link', { name: 'Tourism compliance' }).click();
  await owner.page
    .getByRole('listitem')
    .filter({ hasText: /Accommodation establishment.*Accepted/ })
    .waitFor();
  expect(officer.problems).toEqual([]);
  expect(owner.problems).toEqual([]);
});

test.each(['mho@malay.example', 'another@malay.example'])(
  '%s opens neither the checklist nor a file of it',
  async (username) => {
    if (username.startsWith('another')) await addAccount(portal, 'establishment', username);
    const { page, context } = await signIn(browser, portal.address, username);
    const record = `records/checklist/${ownPath.split('/').at(-1)}`;
    const [file] = await filesOf(owner.page, record);
    expect(file).toBeDefined();
    expect(await ask(page, 'GET', record)).toEqual(404);
    expect(await ask(page, 'GET', `${record}/events`)).toEqual(404);
    expect(await ask(page, 'POST', `files/${file}/link`)).toEqual(404);
    expect(await ask(page, 'GET', `files/${file}`)).toEqual(404);
    if (username.startsWith('another')) {
      await page.goto(ownPath);
      await page.getByRole('heading', { name: 'No longer here' }).waitFor();
    }
    await context.close();
  },
);

/** The head of a page shows the state of its record. */
function stateOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Status' }).getByText(title, { exact: true });
}

function items(page: Page): Locator {
  return page.locator('[data-item]');
}

function itemOf(page: Page, name: string): Locator {
  return page.locator(`[data-item="${name}"]`);
}

async function namesOf(found: Locator): Promise<string[]> {
  return found.evaluateAll((all) => all.map((each) => each.getAttribute('data-item') ?? ''));
}

/** Chooses a file for an item, and waits for the upload. */
async function send(item: Locator, paper: Paper): Promise<void> {
  // A paper that another office will issue is folded away.
  if ((await item.locator('details[open]').count()) === 0) await item.locator('summary').first().click();
  await sayPaperDay(item);
  await item.locator('input[type=file]').first().setInputFiles(paper);
  await item.getByRole('button', { name: `Open ${paper.name}` }).waitFor();
  await item.getByText('Sent', { exact: true }).waitFor();
}

async function accept(item: Locator): Promise<void> {
  await item.getByRole('button').click();
  await item
    .page()
    .getByRole('button', { name: /^Accept / })
    .click();
  await item.getByText('Accepted', { exact: true }).waitFor();
}

/** An optional item without a file needs no review; an item that the office checks itself does. */
async function settle(item: Locator): Promise<void> {
  const waiting = item.getByText(/^(Sent|To be inspected)$/);
  if (await waiting.isVisible()) await accept(item);
}

function widthOf(picture: Element): number {
  return (picture as HTMLImageElement).naturalWidth;
}

/** The picture of the README, taken again if `SHOTS` names a folder. */
async function takeReadmePicture({ page }: Visit): Promise<void> {
  const { SHOTS } = process.env;
  if (SHOTS === undefined || SHOTS === '') return;
  await page
    .locator(`[data-item="${returned}"]`)
    .evaluate((item) => scrollBy(0, item.getBoundingClientRect().top - 76));
  await page.screenshot({ path: join(SHOTS, 'checklist-office.png') });
}
