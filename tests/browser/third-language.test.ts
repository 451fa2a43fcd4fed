/** One file more in a copy of the configuration is one language more: words, dates, times and numbers follow it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { root, servePortal } from './portal.ts';
import { expectSound, signIn } from './visit.ts';

/** Not complete: what it lacks stays in English. */
const german = `texts:
  My applications: Meine Anträge
  Business permit application: Antrag auf einen Gewerbeschein
engine:
  account.sign-out: Abmelden
  page.language: Sprache
`;

let folder: string;
let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'three-languages-'));
  cpSync(join(root, 'config'), folder, { recursive: true });
  const file = join(folder, 'portal.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('locales: [en, fil]', 'locales: [en, fil, de]'));
  writeFileSync(join(folder, 'locales/de.yaml'), german);
  const { portal: compiled } = await loadPortal(folder, { proofs: false });
  if (compiled === null) throw new Error('The configuration with a third language has errors.');
  browser = await launchChromium();
  portal = await servePortal(compiled);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

test('a third language is chosen without a reload, and dates and times follow it', async () => {
  const visit = await signIn(browser, portal.address, 'establishment@malay.example');
  const { page, problems } = visit;
  const { slug } = await fileApplication(visit, { ...eatery, registration_date: '2026-02-15' });
  await page.goto(`/establishment/application/${slug}`);
  await page.getByRole('link', { name: 'Sign out' }).waitFor();
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''));
  const { address } = await momentOf(page, 'en-GB', 'en-PH');

  await choose(page, 'Deutsch');
  await page.getByRole('link', { name: 'Abmelden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect((await momentOf(page, 'de')).address).toBe(address);
  await expectSound(visit, 'third-language');
  await choose(page, 'Filipino');
  await page.getByRole('link', { name: 'Mag-sign out' }).waitFor();
  // Twelve hours a day: the region of the portal decides.
  expect((await momentOf(page, 'fil')).shown).toMatch(/[AP]M/);
  await choose(page, 'English');
  await page.getByRole('link', { name: 'Sign out' }).waitFor();
  await momentOf(page, 'en-GB', 'en-PH');

  expect(await page.locator('html').getAttribute('data-not-reloaded')).toBe('');
  await page.reload();
  await page.getByRole('link', { name: 'Sign out' }).waitFor();
  expect(problems).toEqual([]);
  await visit.context.close();
});

function choose(page: Page, name: string): Promise<void> {
  return page.getByRole('banner').getByRole('button', { name }).click();
}

/** Waits until the history shows its first moment as these locales write its day and its time. */
async function momentOf(
  page: Page,
  locale: string,
  ofTimes = locale,
): Promise<{ shown: string; address: string }> {
  const time = page.locator('li time[datetime*="T"]').first();
  const iso = (await time.getAttribute('datetime')) ?? '';
  const timeZone = 'Asia/Manila';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(iso));
  const hour = new Intl.DateTimeFormat(ofTimes, { timeStyle: 'short', timeZone }).format(new Date(iso));
  await expect.poll(async () => plain(await time.innerText())).toBe(plain(`${day}, ${hour}`));
  return { shown: plain(await time.innerText()), address: new URL(page.url()).pathname };
}

/** Versions of the locale data differ in their blanks. */
function plain(said: string): string {
  return said.replaceAll(/\s/g, ' ');
}
