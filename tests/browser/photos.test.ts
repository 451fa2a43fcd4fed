/** Papers from a phone: kept without a date, straightened, made smaller and bound before they are sent. */
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireItem, WireRecord } from '../../engine/contract/record.ts';
import { pathOf } from '../../engine/portal/routing/links.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { pagesOf, pdf, yesterdayOn } from './papers.ts';
import { photoOfPage } from './photos.ts';
import { servePortal } from './portal.ts';
import { call, readAgain, recordsBelow } from './same-session.ts';
import { expectSound, signIn, type Visit, withoutWorker } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;
let record: WireRecord;
/** Ids of an item that asks for a date, and of one that does not. */
let dated: string;
let plain: string;
const phone = { width: 360, height: 740 };

function fits({ editable, accepts, optional, comes_from: comesFrom }: WireItem): boolean {
  return editable && !optional && comesFrom === null && accepts.includes('pdf') && accepts.includes('jpg');
}

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example', withoutWorker);
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  const application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  await acceptApplication(office, application);
  await office.context.close();
  const clearances = await recordsBelow(owner.page, 'clearance', application);
  const below = await Promise.all(clearances.map((one) => recordsBelow(owner.page, 'checklist', one)));
  const found = below.flat().find(({ items }) => {
    const own = items.filter(fits);
    return own.some((item) => item.dated) && own.some((item) => !item.dated);
  });
  if (found === undefined) throw new Error('No checklist asks for both.');
  record = found;
  dated = found.items.filter(fits).find((item) => item.dated)?.id ?? '';
  plain = found.items.filter(fits).find((item) => !item.dated)?.id ?? '';
  const running = portal.application.portal();
  const visitor = visitorOf(running, 'establishment');
  if (visitor === null) throw new Error('There is no such department.');
  await owner.page.setViewportSize(phone);
  await owner.page.goto(pathOf({ portal: running, visitor }, record) ?? '/');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a file without a date, or with a wrong one, is kept; the item says what is missing', async () => {
  const { page } = owner;
  const item = itemOf(page, dated);
  await choose(item, pdf('clearance.pdf', 'Clearance'));
  await item.getByText('Date missing', { exact: true }).waitFor();
  await item.getByText('Enter the date printed on the paper.').waitFor();
  await expectSound(owner, 'paper-undated');
  await page.setViewportSize(phone);
  const day = item.locator('input[type=date]');
  await day.fill('2019-01-01');
  await item.getByText(/this paper was valid until/).waitFor();
  expect(await filesOf(dated)).toHaveLength(1);
  await day.fill(await yesterdayOn(page));
  await item.getByText('Sent', { exact: true }).waitFor();
  await page.reload();
  await item.getByText('Sent', { exact: true }).waitFor();
  await unfold(item);
  await item.getByRole('button', { name: 'Remove clearance.pdf' }).click();
  await item.getByText('Missing', { exact: true }).waitFor();
  // The date first, and wrong: the server refuses it, but not the file.
  await day.fill('2019-01-01');
  await choose(item, pdf('again.pdf', 'Clearance'));
  await item.getByText('Date missing', { exact: true }).waitFor();
  await item.getByText(/this paper was valid until/).waitFor();
  expect(await filesOf(dated)).toMatchObject([{ name: 'again.pdf' }]);
});

test('a photo is straightened, turned and made smaller, with the keyboard too', async () => {
  const { page } = owner;
  const item = itemOf(page, plain);
  const photo = await photoOfPage('IMG_1.jpg');
  expect(photo.buffer.length).toBeGreaterThan(3_000_000);
  await choose(item, photo);
  const editor = page.getByRole('dialog', { name: /^Photos for / });
  await editor.getByText('We found the edges of the page.').waitFor();
  const size = editor.getByText(/^1 page, \d/);
  await size.waitFor();
  await expectSound(owner, 'photo-editor');
  await page.setViewportSize(phone);
  const corner = editor.getByRole('button', {
    name: /^Top left corner: 1[34] % from the left, 1[23] % from the top/,
  });
  await corner.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await editor.getByRole('button', { name: /^Top left corner: 1[78] %/ }).waitFor();
  await editor.getByRole('button', { name: 'Turn by 90°' }).click();
  await editor.getByRole('button', { name: 'Turn by 90°' }).click();
  await size.waitFor();
  // What was chosen and edited so far survives a reload.
  await page.waitForTimeout(600);
  await page.reload();
  await item.getByText('1 photo is on this device, but not sent yet.').waitFor();
  await item.getByRole('button', { name: 'Continue' }).click();
  await editor.getByRole('button', { name: /^Top left corner/ }).waitFor();
  for (const _ of [1, 2]) await editor.getByRole('button', { name: 'Turn by 90°' }).click();
  await size.waitFor();
  await editor.getByRole('button', { name: 'Upload' }).click();
  await item.getByText('Sent', { exact: true }).waitFor();
  const [file] = await filesOf(plain);
  expect(file).toMatchObject({ type: 'image/jpeg' });
  expect(file?.bytes).toBeLessThan(700_000);
  const sent = sharp(await bytesOf(page, file?.id ?? ''));
  const { width = 0, height = 0 } = await sent.metadata();
  expect(Math.max(width, height)).toBe(2000);
  expect(height).toBeGreaterThan(width);
  // Nothing but the page is left: its ground is light up to each edge.
  const { channels } = await sent
    .clone()
    .extract({ left: 20, top: 20, width: width - 40, height: 60 })
    .stats();
  expect(Math.min(...channels.map(({ mean }) => mean))).toBeGreaterThan(200);
  expect(owner.problems.filter((one) => !one.includes('422'))).toEqual([]);
});

test('several photos become one PDF, in the order that was chosen', async () => {
  const { page } = owner;
  const item = itemOf(page, plain);
  const photos = [await photoOfPage('IMG_2.jpg', 'PAGE ONE'), await photoOfPage('IMG_3.jpg', 'PAGE TWO')];
  await choose(item, [...photos, photos[0] ?? []].flat());
  const editor = page.getByRole('dialog', { name: /^Photos for / });
  await editor.getByText(/^3 pages, /).waitFor();
  await expectSound(owner, 'photo-pages');
  await page.setViewportSize(phone);
  const strip = editor.getByRole('list', { name: 'Pages' });
  expect(await strip.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  await editor.getByRole('button', { name: 'Move earlier: page 3' }).click();
  await editor.getByRole('button', { name: 'Remove page 2' }).click();
  await editor.getByText(/^2 pages, /).waitFor();
  await editor.getByRole('button', { name: 'Upload' }).click();
  await expect.poll(async () => (await filesOf(plain)).length).toBe(2);
  const file = (await filesOf(plain))[1];
  expect(file).toMatchObject({ type: 'application/pdf' });
  expect(file?.name).toMatch(/\.pdf$/);
  expect(pagesOf(await bytesOf(page, file?.id ?? ''))).toBe(2);
});

test('a broken photo says what to do', async () => {
  const { page } = owner;
  const item = itemOf(page, plain);
  const buffer = Buffer.alloc(700_000, 7);
  await choose(item, { name: 'IMG_4.HEIC', mimeType: 'image/heic', buffer });
  const editor = page.getByRole('dialog', { name: /^Photos for / });
  await editor.getByText('This browser cannot open HEIC photos.').waitFor();
  await expectSound(owner, 'photo-broken');
  await page.setViewportSize(phone);
  await editor.getByRole('button', { name: 'Remove page 1' }).click();
  await editor.waitFor({ state: 'detached' });
  expect(await filesOf(plain)).toHaveLength(2);
});

test('what was chosen without a connection waits on the device, through a reload, and is sent afterwards', async () => {
  const { page, context } = owner;
  const item = itemOf(page, plain);
  const before = (await filesOf(plain)).length;
  await page.route('**/api/v1/files', (route) => route.abort('internetdisconnected'));
  await choose(item, pdf('offline.pdf', 'Offline'));
  await item.getByText('No connection. The file is saved on this device').waitFor();
  await expectSound(owner, 'paper-offline');
  await page.setViewportSize(phone);
  await page.reload();
  await item.waitFor();
  await unfold(item);
  await item.getByText('No connection. The file is saved on this device').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(true);
  await context.setOffline(false);
  await item.getByRole('button', { name: 'Open offline.pdf' }).waitFor({ timeout: 30_000 });
  expect(await filesOf(plain)).toHaveLength(before + 1);
});

function itemOf(page: Page, id: string): Locator {
  return page.locator(`[data-item="${id}"]`);
}

/** What was sent is folded away. */
async function unfold(item: Locator): Promise<void> {
  if ((await item.locator('details[open]').count()) === 0) await item.locator('summary').first().click();
}

type Chosen = Parameters<Locator['setInputFiles']>[0];

async function choose(item: Locator, files: Chosen): Promise<void> {
  await item.locator('input[type=file]').first().setInputFiles(files);
}

async function filesOf(id: string): Promise<WireItem['files']> {
  const { items } = await readAgain(owner.page, record);
  return items.find((one) => one.id === id)?.files ?? [];
}

async function bytesOf(page: Page, id: string): Promise<Buffer> {
  const { url } = await call<{ readonly url: string }>(page, ['POST', `files/${id}/link`]);
  const answer = await page.request.get(url);
  return answer.body();
}
