/** Steps without a connection: they wait on the device, people see them, and the server gets each of them once. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireEvent, WireRecord } from '../../engine/contract/record.ts';
import type { WireThread } from '../../engine/contract/threads.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { pageOf } from './every-kind.ts';
import { servePortal } from './portal.ts';
import { pdf } from './papers.ts';
import { answer, call, readAgain, recordsBelow, sendPapers } from './same-session.ts';
import { answerSignIn, expectSound, isPrepared, signIn, takePicture, type Visit } from './visit.ts';

const step = 'Withdraw application';
const anHour = 3_600_000;

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a step without a connection waits, over a reload, and reaches the server once when it is back', async () => {
  const { page, context, problems } = owner;
  const application = await openApplication(page);
  await isPrepared(page);
  await isLoaded(page, '.stepNoLongerPossible');
  await isLoaded(page, '.discardQuestion');
  await context.setOffline(true);
  await withdraw(page);
  await page.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
  expect(await page.getByRole('button', { name: 'Other steps' }).count()).toBe(0);
  await page.reload();
  await page.getByText('Kept on this device.').waitFor();
  expect(await page.getByRole('button', { name: 'Other steps' }).count()).toBe(0);
  await waiting(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await list.getByRole('heading', { name: step }).waitFor();
  await list.getByText('It is sent as soon as there is a connection.').waitFor();
  await expectSound(owner, 'outbox-waiting');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await context.setOffline(false);
  await page.getByText(`Sent: ${step}`).waitFor();
  await waiting(page, 1).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Status' }).getByText('Withdrawn').waitFor();
  expect(await withdrawals(page, application)).toBe(1);
  expect(await keptOn(page)).toEqual([]);
  // Every browser logs the lost connection, and the first write of a page that has no token yet.
  const told = /ERR_INTERNET_DISCONNECTED|status of 403/;
  expect(problems.filter((problem) => !told.test(problem))).toEqual([]);
});

test('if somebody else changed the record meanwhile, the step stays with its reason until its person decides', async () => {
  const { page, context } = owner;
  const application = await openApplication(page);
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  await context.setOffline(true);
  await withdraw(page);
  await waiting(page, 1).waitFor();
  await acceptApplication(office, application);
  await office.context.close();
  await context.setOffline(false);
  await page.getByText('1 thing was not sent. Decide what happens with it.').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await list.getByText('Not sent: this was changed in the meantime.').waitFor();
  await list.getByRole('button', { name: 'Discard' }).click();
  await list.getByText('Discard this? The office will not receive it.').waitFor();
  await expectSound(owner, 'outbox-conflict');
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await takePicture(page, 'outbox-conflict-dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  await list.getByRole('button', { name: 'Keep it' }).click();
  expect(await withdrawals(page, application)).toBe(0);
  await list.getByRole('button', { name: 'Send again' }).click();
  await list.getByText('Everything is sent.').waitFor();
  expect(await withdrawals(page, application)).toBe(1);
  expect((await readAgain(page, application)).state).toBe('withdrawn');
  await page.keyboard.press('Escape');
});

test('a step older than 20 hours asks, outlives signing out, and is of its account alone', async () => {
  const { page, context } = owner;
  const application = await openApplication(page);
  await context.setOffline(true);
  await withdraw(page);
  await waiting(page, 1).waitFor();
  const key = await ageWrite(page, 21 * anHour);
  await page.reload();
  await context.setOffline(false);
  await page.getByText('1 thing was not sent.').waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: '1 thing is not sent yet' }).waitFor();
  await expectSound(owner, 'outbox-sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await answerSignIn(page, 'freelancer@malay.example');
  await page.getByRole('link', { name: 'Sign out' }).waitFor();
  expect(await waiting(page, 1).count()).toBe(0);
  expect(await keptOn(page)).toEqual([key]);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await answerSignIn(page, 'establishment@malay.example');
  await waiting(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await list.getByText(/^This is from .* Send it now\?$/).waitFor();
  expect(await withdrawals(page, application)).toBe(0);
  await expectSound(owner, 'outbox-old');
  await list.getByRole('button', { name: 'Send now' }).click();
  await list.getByText('Everything is sent.').waitFor();
  expect(await withdrawals(page, application)).toBe(1);
});

test('a paper that a step needs reaches the server before the step, also from another page', async () => {
  const { page, context } = owner;
  await loadPage(page);
  const application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  await acceptApplication(office, application);
  await office.context.close();
  const { record, item } = await oneMissingPaper(page, application);
  await page.goto(pageOf(portal.application.portal(), 'establishment', record));
  const field = page.locator(`[data-item="${item}"]`);
  await field.waitFor();
  await context.setOffline(true);
  await field.locator('input[type=file]').first().setInputFiles(pdf('paper.pdf', 'Ana Reyes'));
  await field.getByText('0 %').waitFor();
  await page.getByRole('button', { name: 'Send to the office' }).click();
  await page.getByText('Kept on this device. It is sent as soon as there is a connection.').waitFor();
  await page.goto('/establishment');
  await waiting(page, 1).waitFor();
  await context.setOffline(false);
  await page.getByText('Sent: Send to the office').waitFor();
  const { state, items } = await readAgain(page, record);
  expect(state).not.toBe(record.state);
  expect(items.find(({ id }) => id === item)?.files).toHaveLength(1);
});

test('a message without a connection waits below the others, and is sent once', async () => {
  const { page, context } = owner;
  await loadPage(page);
  const { items } = await call<{ items: { to: string }[] }>(page, ['GET', 'threads/addresses']);
  const body = { to: items[0]?.to, subject: 'Opening hours', text: 'When are you open?', files: [] };
  const { slug } = await call<{ slug: string }>(page, ['POST', 'threads'], { body });
  await page.goto(`/establishment/messages?thread=${slug}`);
  await page.getByText('When are you open?').waitFor();
  await context.setOffline(true);
  await page.getByLabel('Message', { exact: true }).fill('Also on Saturday?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Kept on this device.').waitFor();
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
  await expectSound(owner, 'outbox-message');
  await context.setOffline(false);
  await page.getByRole('listitem').getByText('Also on Saturday?').waitFor();
  expect(await page.getByText('Kept on this device.').count()).toBe(0);
  const thread = await call<WireThread>(page, ['GET', `threads/${slug}`]);
  expect(thread.messages.map(({ text }) => text)).toEqual(['When are you open?', 'Also on Saturday?']);
});

/** A clearance that lacks nothing but one paper, which needs no date. */
async function oneMissingPaper(page: Page, application: WireRecord) {
  const kind = 'negative-list/barangay';
  const all = await recordsBelow(page, 'clearance', application);
  const clearance = all.find((one) => one.kind === kind);
  if (clearance === undefined) throw new Error(`The application has no ${kind}.`);
  const answered = await answer(page, clearance, portal.application.portal().kinds[kind]?.examples[0]);
  const needed = answered.items.find(
    ({ evidence, optional, dated, accepts }) =>
      evidence === 'file' && !optional && !dated && accepts.includes('pdf'),
  );
  if (needed === undefined) throw new Error(`${kind} asks for no paper without a date.`);
  await sendPapers(page, answered, [needed.id]);
  return { record: await readAgain(page, answered), item: needed.id };
}

async function openApplication(page: Page): Promise<WireRecord> {
  await loadPage(page);
  const application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  await page.goto(`/establishment/application/${application.slug}`);
  await page.getByRole('button', { name: 'Other steps' }).waitFor();
  return application;
}

/** A page that was opened without a connection has no token against forged requests. */
async function loadPage(page: Page): Promise<void> {
  await page.goto('/establishment');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Other steps' }).click();
  await page.getByRole('menuitem', { name: step }).click();
  const dialog = page.getByRole('dialog', { name: step });
  await dialog.getByRole('button', { name: step }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The button in the header. */
function waiting(page: Page, count: number): Locator {
  return page.getByRole('button', { name: `Waiting to be sent: ${count}` });
}

/** The part of the page that shows this message has arrived, before it is needed without a connection. */
async function isLoaded(page: Page, message: string): Promise<void> {
  const loaded = () =>
    page.evaluate(async (words) => {
      const cache = await caches.open('portal');
      const files = await Promise.all((await cache.keys()).map((file) => cache.match(file)));
      const texts = await Promise.all(files.map((file) => file?.text() ?? ''));
      return texts.some((text) => text.includes(words));
    }, message);
  await expect.poll(loaded, { timeout: 30_000 }).toBe(true);
}

async function withdrawals(page: Page, { type, slug }: WireRecord): Promise<number> {
  const events = await call<readonly WireEvent[]>(page, ['GET', `records/${type}/${slug}/events`]);
  return events.filter(({ what }) => what === 'withdraw').length;
}

/** Keys of what waits on the device. */
function keptOn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portal.outbox.')));
}

/** As if the only step that waits had been taken earlier. @returns its key */
function ageWrite(page: Page, by: number): Promise<string> {
  return page.evaluate((earlier) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('portal.outbox.')) ?? '';
    const write = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number; since: number };
    const older = { ...write, at: write.at - earlier, since: write.since - earlier };
    localStorage.setItem(key, JSON.stringify(older));
    return key;
  }, by);
}
