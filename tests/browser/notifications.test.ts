/**
 * A person confirms an address by the link in the mail, and reads the notifications behind the bell, in a real
 * browser.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { pdf } from '../server/files/paper-desk.ts';
import { openBrowser } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, root, type RunningPortal, startPortal } from './portal.ts';
import { answer, call, sendPapers, take } from './same-session.ts';
import { answerSignIn, expectSound, openVisit, signIn, withoutWorker } from './visit.ts';

const run = promisify(execFile);
const email = 'bar@example.org';

let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await startPortal();
  await register();
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

async function register(): Promise<void> {
  const guest = openBrowser(portal.address);
  await guest.visit('/registration/establishment');
  const data = {
    email,
    password,
    business_name: 'Bar by the Sea',
    owner_first_name: 'Ana',
    owner_last_name: 'Reyes',
    mobile: '09171234567',
    barangay: 'balabag',
    data_privacy_consent: true,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const answered = await guest.send('POST', 'records/establishment-profile', { body: { data }, headers });
  expect(answered.status).toBe(202);
}

/** As an operator of the portal reads it. */
async function linkInMail(): Promise<string> {
  const command = [join(root, 'src/cli.ts'), 'mail', '--json'];
  const env = { ...process.env, DATA_DIR: portal.dataDirectory };
  const { stdout } = await run(process.execPath, command, { cwd: root, env });
  const mails = JSON.parse(stdout) as { address: string; text: string }[];
  const text = mails.findLast(({ address }) => address === email)?.text ?? '';
  return /https?:\/\/[^/\s]+(\/confirm\/\S+)/.exec(text)?.[1] ?? '';
}

test('the link of the mail asks first, then confirms', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  const path = await linkInMail();
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Confirm my e-mail address' }).waitFor();
  await expectSound(visit, 'confirm');
  await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await expectSound(visit, 'confirmed');
  await page.goto(path);
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  expect(visit.problems).toEqual([]);
  await page.goto('/confirm/nothing');
  await page.getByRole('heading', { name: 'Unknown link' }).waitFor();
  await visit.context.close();
});

test('the bell counts what is new, and leads to the page of the record', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page } = visit;
  await page.goto('/');
  await answerSignIn(page, email);
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByText('your account is ready').waitFor();
  await expectSound(visit, 'notifications');
  await list.getByRole('link', { name: 'Your e-mail address is confirmed' }).click();
  await page.waitForURL(/\/establishment\/verify-account\/\w+$/);
  await page.getByRole('button', { name: 'Notifications, none unread' }).click();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await expectSound(visit, 'profile');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('Ctrl-K finds pages, the own record and settings, with the keyboard alone', async () => {
  const visit = await signIn(browser, portal.address, email);
  const { page } = visit;
  await page.keyboard.press('Control+K');
  const words = page.getByRole('dialog').getByRole('combobox');
  await words.fill('bar sea');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Bar by the Sea').waitFor();
  await expectSound(visit, 'find');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/establishment\/verify-account\/\w+$/);
  await page.getByRole('button', { name: 'Find' }).click();
  await dialog.getByRole('option', { name: 'Switch to dark colours' }).waitFor();
  await words.fill('dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.keyboard.press('Control+K');
  await words.fill('no such thing');
  await dialog.getByText('Nothing found.').waitFor();
  await expectSound(visit, 'find-nothing');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('the licensing office updates the information of a business, and its envelope leads to its own messages', async () => {
  const owner = await signIn(browser, portal.address, email);
  const { items } = await call<{ items: WireRecord[] }>(owner.page, ['GET', 'records/establishment-profile']);
  const [profile] = items;
  if (profile === undefined) throw new Error('The registration left no profile.');
  await answer(owner.page, profile, {
    organization_type: 'single_proprietorship',
    registration_body: 'DTI',
    registration_no: 'DTI-2026-0042',
    registration_date: '2026-10-05',
  });
  await sendPapers(owner.page, profile);
  await take(owner.page, profile, 'send-id');
  const licensing = await signIn(browser, portal.address, 'bplo@malay.example');
  const { page } = licensing;
  await page.goto(`/bplo/update-establishment-info/${profile.slug}`);
  const form = page.getByRole('form');
  await form.getByLabel('Trade name or franchise').fill('Bar at Station 2');
  for (const step of ['The owner', 'How to reach you', 'Check your answers']) {
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByRole('heading', { name: step, level: 2 }).waitFor();
  }
  await form.getByRole('button', { name: 'Save answers' }).click();
  await form.getByText('Saved.').waitFor();
  const { data } = await call<WireRecord>(page, ['GET', `records/establishment-profile/${profile.slug}`]);
  expect(data).toMatchObject({ trade_name: 'Bar at Station 2', email });
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Messages/ })
    .click();
  await page.waitForURL((url) => url.pathname === '/bplo/messages');
  expect([...owner.problems, ...licensing.problems]).toEqual([]);
});

test('an owner writes about a record, and the office answers: both envelopes count without a reload', async () => {
  const owner = await signIn(browser, portal.address, email);
  const office = await signIn(browser, portal.address, 'bplo@malay.example', withoutWorker);
  const [asking, answering] = [owner.page, office.page];
  await office.page.goto('/bplo/messages');
  await answering.getByText('You have no messages yet.').waitFor();
  await expectSound(office, 'messages-none');
  await answering.getByRole('link', { name: 'Messages, none unread' }).waitFor();
  const { items } = await call<{ items: WireRecord[] }>(asking, ['GET', 'records/establishment-profile']);
  await asking.goto(`/establishment/verify-account/${items[0]?.slug}`);
  await asking.getByText('No messages about this record yet.').waitFor();
  await asking.getByRole('link', { name: 'Write a message' }).click();
  // The office that has such records comes first.
  const recipient = asking.getByRole('combobox', { name: 'To' });
  expect(await recipient.locator('option').first().innerText()).toBe('Business Permits and Licensing Office');
  expect(await recipient.inputValue()).toBe('bplo');
  await asking.getByRole('button', { name: 'Send' }).click();
  await asking.getByText('Enter a subject of at most 200 characters.').waitFor();
  await expectSound(owner, 'message-new');
  await asking.getByLabel('Subject').fill('Which paper?');
  await asking.getByRole('textbox', { name: 'Message' }).fill('Is a passport enough?');
  await asking.getByRole('button', { name: 'Send' }).click();
  await asking.getByRole('heading', { level: 1, name: 'Which paper?' }).waitFor();
  await answering.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
  await answering.getByRole('link', { name: /Which paper\?/ }).waitFor();
  await expectSound(office, 'messages');
  await answering.keyboard.press('/');
  await answering.keyboard.type('passp');
  await answering.waitForURL((url) => url.searchParams.get('q') === 'passp');
  await answering.locator('mark', { hasText: 'passport' }).waitFor();
  await expectSound(office, 'messages-found');
  await answering.getByLabel('Search messages').blur();
  await answering.keyboard.press('j');
  await answering.keyboard.press('Enter');
  await answering.getByText('Is a passport enough?').waitFor();
  await answering.getByRole('link', { name: 'Messages, none unread' }).waitFor();
  await asking.goto('/establishment/messages');
  await answering.getByRole('textbox', { name: 'Message' }).fill('Yes, it is.');
  const chooser = answering.getByLabel('Choose a file: Message');
  await chooser.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await answering.getByText('We cannot read this kind of file').waitFor();
  // A connection that breaks keeps what was typed.
  await answering.route('**/api/v1/files', (route) => route.fulfill({ status: 422, body: 'Lost.' }));
  await chooser.setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: pdf });
  await answering.getByText('Lost.').waitFor();
  await answering.getByRole('button', { name: 'Send' }).click();
  await answering.getByText('Wait until all files are uploaded').waitFor();
  await answering.unroute('**/api/v1/files');
  await answering.getByRole('button', { name: 'Discard list.pdf' }).click();
  await answering.getByLabel('Choose a file: Message').setInputFiles({
    name: 'list of papers.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  });
  await answering.getByRole('button', { name: 'Remove list of papers.pdf' }).waitFor();
  await dropFile(answering, 'map.pdf');
  await answering.getByRole('button', { name: 'Remove map.pdf' }).click();
  await answering.getByRole('button', { name: 'Remove map.pdf' }).waitFor({ state: 'detached' });
  await expectSound(office, 'message-with-files');
  await answering.getByRole('button', { name: 'Send' }).click();
  await answering.getByText('Yes, it is.', { exact: true }).waitFor();
  await answering.getByRole('button', { name: 'Open list of papers.pdf' }).waitFor();
  await expectSound(office, 'message-thread');
  await asking.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
  await asking.getByRole('link', { name: /Which paper\?/ }).click();
  await asking.getByRole('listitem').getByText('Business Permits and Licensing Office').waitFor();
  const [download] = await Promise.all([
    asking.waitForEvent('download'),
    asking.getByRole('button', { name: 'Open list of papers.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('list of papers.pdf');
  await asking.getByRole('link', { name: 'Messages, none unread' }).waitFor();
  await asking.goto(`/establishment/verify-account/${items[0]?.slug}`);
  await asking.getByRole('link', { name: /Which paper\?/ }).waitFor();
  await expectSound(owner, 'record-with-messages');
  // The browser logs the refused message.
  expect(owner.problems).toEqual([expect.stringContaining('422')]);
  expect(office.problems).toEqual([expect.stringContaining('422')]);
  await owner.context.close();
  await office.context.close();
});

test('an officer cuts a photo to a square, and the header and the messages show it', async () => {
  const visit = await signIn(browser, portal.address, 'bplo@malay.example');
  const { page } = visit;
  await page.getByRole('link', { name: 'Name and photo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Name and photo' }).waitFor();
  await expectSound(visit, 'photo-none');
  const chooser = page.getByLabel('Choose a picture');
  await chooser.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await page.getByText('We cannot read this picture.').waitFor();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#b7791f"/>
    <circle cx="300" cy="300" r="200" fill="#1c5d99"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const leftRight = page.getByRole('slider', { name: 'Left or right' });
  await leftRight.focus();
  await page.keyboard.press('Home');
  expect(await leftRight.getAttribute('aria-valuenow')).toBe('0');
  await page.getByRole('slider', { name: 'Size' }).press('ArrowRight');
  expect(await page.getByRole('slider', { name: 'Up or down' }).getAttribute('aria-valuenow')).toBe('50');
  await expectSound(visit, 'photo-cut');
  await page.getByRole('button', { name: 'Save my photo' }).click();
  await page.getByText('Your photo is saved.').waitFor();
  const shown = page.getByRole('banner').locator('img[src*="/photos/open/"]');
  await shown.waitFor();
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(480);
  await expectSound(visit, 'photo-saved');
  await page.goto('/bplo/messages');
  await page.getByRole('link', { name: /Which paper\?/ }).click();
  await page.getByRole('listitem').locator('img[src*="/photos/open/"]').waitFor();
  await expectSound(visit, 'photo-in-messages');
  await page.goto('/bplo/name-and-photo');
  await page.getByText('In your department, only those who manage accounts change names.').waitFor();
  await page.getByRole('button', { name: 'Remove my photo' }).click();
  await page.getByText('Your photo is removed.').waitFor();
  await shown.waitFor({ state: 'detached' });
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('an owner changes their name, and the header of every tab shows it', async () => {
  const visit = await signIn(browser, portal.address, 'freelancer@malay.example');
  const { page } = visit;
  await page.goto('/freelancer/name-and-photo');
  const tab = await visit.context.newPage();
  await tab.goto('/freelancer/messages');
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await page.bringToFront();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save my name' }).click();
  await page.getByText('Enter your name, with at most 200 visible characters.').waitFor();
  await name.fill('Ana Reyes-Cruz');
  await page.getByRole('button', { name: 'Save my name' }).click();
  await page.getByText('Your name is saved.').waitFor();
  for (const one of [page, tab]) await one.getByRole('banner').getByText('Ana Reyes-Cruz').waitFor();
  expect(await name.inputValue()).toBe('Ana Reyes-Cruz');
  await expectSound(visit, 'name-saved');
  await page.reload();
  await page.getByRole('banner').getByText('Ana Reyes-Cruz').waitFor();
  expect(visit.problems.filter((one) => !one.includes('422'))).toEqual([]);
  await visit.context.close();
});

/** Drops a file on the field for files, as somebody drags it from a folder. */
async function dropFile(page: Page, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([title, content]) => {
      const dragged = new DataTransfer();
      dragged.items.add(new File([content], title, { type: 'application/pdf' }));
      return dragged;
    },
    [name, pdf.toString()] as const,
  );
  await page.getByText('or drop it here.').dispatchEvent('drop', { dataTransfer });
}
