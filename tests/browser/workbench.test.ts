/** The administrator reads the configuration in force: every part is sound in both widths, and the keyboard reaches it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { expectSound, signIn, type Visit } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  visit = await signIn(browser, portal.address, 'admin@malay.example');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const parts: readonly (readonly [link: string, shows: string])[] = [
  ['Offices', 'Open without an account'],
  ['Requirements', 'Tourism compliance'],
  ['Permissions', 'Administrator'],
  ['Citizen’s Charter', 'What the office does'],
  ['Translations', 'Every text has a translation.'],
  ['Versions', 'Version 1'],
];

test.each(parts)('the part %s is sound', async (link, shows) => {
  const { page } = visit;
  await page.goto('/admin/workbench');
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await expectSound(visit, `workbench-${link}`);
  expect(visit.problems).toEqual([]);
});

test('a workflow is drawn, zoomed and scrolled with the keyboard, and said in lists', async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=workflows&type=clearance');
  const diagram = page.getByRole('img', { name: 'Diagram of Clearance' });
  await diagram.getByText('Record the inspection').first().waitFor();
  await expectSound(visit, 'workbench-workflow');
  const width = async () => (await diagram.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  const frame = page.getByRole('region', { name: 'Diagram of Clearance' });
  await frame.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.getByRole('heading', { name: 'Time limits' }).waitFor();
  await page.getByLabel('Record type').selectOption({ label: 'Health card' });
  await page.getByRole('img', { name: 'Diagram of Health card' }).waitFor();
  expect(new URL(page.url()).searchParams.get('type')).toBe('health-card');
});

test('only a page with a diagram loads what lays it out', async () => {
  const { page } = visit;
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(request.url()));
  await page.goto('/admin/workbench?part=charter');
  await page.getByRole('heading', { name: 'Complaints' }).waitFor();
  expect(loaded.filter((url) => url.includes('diagram-layout'))).toEqual([]);
});

test('the charter prints without the frame of the portal, each service on a new sheet', async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=charter');
  await page.getByRole('heading', { name: 'Working permit' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  const broken = page.locator('#service-working-permit');
  expect(await broken.evaluate((part) => getComputedStyle(part).breakBefore)).toBe('page');
  await page.emulateMedia({ media: null });
});
