/** An office maintains a lookup for businesses: adds a row, sees errors, changes and retires it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchPart } from '../../engine/contract/batch.ts';
import { openBrowser } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, type RunningPortal, startPortal } from './portal.ts';
import { answerSignIn, expectSound, moveTo, openVisit } from './visit.ts';

let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await startPortal();
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

/** The current choices of a business, by label. */
async function choices(): Promise<readonly string[]> {
  const business = openBrowser(portal.address);
  await business.signIn('establishment@malay.example', password);
  const read = async (path: string) => (await business.send('GET', path)).json();
  const { recordTypes } = await read('portal');
  const { uiSchema } = await read(`forms/${recordTypes.application.form}`);
  return uiSchema.lines.items.line['ui:enumNames'];
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test('a line of business is added, chosen, corrected and offered no longer', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/');
  await answerSignIn(page, 'bplo@malay.example');
  await page.waitForURL('**/bplo');
  await page.goto('/bplo/line-of-business');
  await page.getByRole('searchbox').fill('restaur');
  await page
    .getByRole('row', { name: /Restaurant/ })
    .first()
    .waitFor();
  await expectSound(visit, 'lookup-list');
  await page.getByRole('link', { name: 'Add a line of business' }).click();
  await field(page, 'Name').fill('Surf school');
  await field(page, 'PSIC class').fill('85');
  await page.getByLabel('Tax group').selectOption({ label: 'Contractors and services' });
  await page.getByRole('checkbox', { name: 'Sea sports' }).check();
  await page.getByRole('button', { name: 'Add a line of business' }).click();
  await page.getByRole('alert').waitFor();
  await expectSound(visit, 'lookup-fault');
  await field(page, 'PSIC class').fill('8541');
  await page.getByRole('button', { name: 'Add a line of business' }).click();
  await page.getByText('“Surf school” is offered from now on.').waitFor();
  expect(await choices()).toContain('Surf school');

  await page.getByRole('searchbox').fill('surf');
  await page.getByRole('link', { name: 'Surf school', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Surf school' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/bplo/line-of-business/surf-school');
  await field(page, 'Name').fill('Surfing school');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. The change applies from now on.').waitFor();
  await expectSound(visit, 'lookup-row');
  expect(await choices()).toContain('Surfing school');
  await page.getByRole('button', { name: 'Stop offering it' }).click();
  await page.getByRole('button', { name: 'Offer it again' }).waitFor();
  expect(await choices()).not.toContain('Surfing school');
  await page.goto('/bplo/line-of-business/no-such-line');
  await page.getByText('There is no such row.').waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('the public lists are read at the first navigation, and kept for the next ones', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(...new URL(request.url()).searchParams.getAll('paths')));
  await page.goto('/');
  const answered = page.waitForResponse((response) => /paths=barangay\b/.test(response.url()));
  await page.getByRole('link', { name: 'Register' }).click();
  const parts = (await (await answered).json()) as readonly BatchPart[];
  expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toEqual(expect.arrayContaining(['barangay', 'purok', 'nationality', 'freelancer']));
  await moveTo(page, '/tariff');
  await page.getByRole('heading', { level: 1, name: 'Taxes and fees' }).waitFor();
  expect(asked.filter((path) => path === 'barangay' || path === 'purok')).toHaveLength(2);
  const form = page.waitForResponse((response) => /paths=forms[^&]+lookups/.test(response.url()));
  await page.goto('/registration/establishment');
  const read = (await (await form).json()) as readonly BatchPart[];
  const sent = read.map(({ body }) => JSON.stringify(body)).find((text) => text.includes('"schema"')) ?? '';
  expect([sent.includes('"$lookup":["barangay","value",17]'), sent.includes('"Yapak"')]).toEqual([
    true,
    false,
  ]);
  await page.getByLabel('E-mail').waitFor();
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
