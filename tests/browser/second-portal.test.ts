/** The same build serves another kind of organisation, from another folder of configuration. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { fillQuestions, readForm, readWritten, type Answers } from './fill-form.ts';
import { root, startPortal, type RunningPortal } from './portal.ts';
import { expectSound, openVisit, signIn } from './visit.ts';

const library = join(root, 'tests/fixtures/library');
const loan = readForm('loan', library);
const { examples } = readWritten('records/loan', library) as { examples: Answers[] };

let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await startPortal({ CONFIG_DIR: library });
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a library greets its visitors in its own words and colours', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/');
  await page.getByText('Borrow, return and become a member').waitFor();
  expect(await page.title()).toContain('City Library');
  // Accounts of this library are created at its desk.
  expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
  // Nor has it a page for forgotten passwords.
  expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0);
  await expectSound(visit, 'library-sign-in');
  await page.goto('/desk');
  await page.getByText('Please sign in first.').waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('a member asks for a book, and the desk lends it', async () => {
  const member = await signIn(browser, portal.address, 'member@library.example');
  const { page } = member;
  await page.getByRole('heading', { level: 1, name: 'My loans' }).waitFor();
  await page.getByText('You have not borrowed anything yet.').waitFor();
  await expectSound(member, 'library-loans');
  await page.getByRole('link', { name: 'Ask for a book' }).first().click();
  const form = page.getByRole('form', { name: 'Loan' });
  await fillQuestions(form, loan, examples[0] ?? {});
  await expectSound(member, 'library-form');
  await form.locator('button[type=submit]').click();
  await page.getByText('Your number is').waitFor();
  await expectSound(member, 'library-confirmation');
  await page.getByRole('link', { name: 'My loans' }).first().click();
  await page.getByRole('row', { name: /Asked for/ }).waitFor();

  const desk = await signIn(browser, portal.address, 'desk@library.example');
  await desk.page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  await desk.page.locator('[data-row-link]').click();
  await desk.page.getByText('Atlas').waitFor();
  await expectSound(desk, 'library-loan');
  await desk.page.getByRole('button', { name: 'Lend' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Lend' }).click();
  await desk.page.getByText('Done. Status: Lent.').waitFor();
  // Without a reload.
  await page.getByRole('row', { name: /Lent/ }).waitFor();

  await page
    .getByRole('row', { name: /L-\d{4}-00001/ })
    .locator('[data-row-link]')
    .click();
  await page.getByRole('region', { name: 'Status' }).getByText('Lent', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  for (const { problems } of [member, desk]) expect(problems).toEqual([]);
});
