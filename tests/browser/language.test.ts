/**
 * The portal in another language, in a real browser: chosen before there is an account, stored with it, and never
 * mixed with the first.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount } from '../../engine/server/accounts/accounts.ts';
import { sendPasswordLink } from '../../engine/server/accounts/password-links.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import type { PortalSlice, WireForm } from '../../engine/portal/wire/slice.ts';
import { launchChromium } from './chromium.ts';
import { fillCompiledForm } from './fill-compiled-form.ts';
import { readForm, type Answers } from './fill-form.ts';
import { bytesOf, mostSignInBytes, recordLoadedFiles } from './loaded-files.ts';
import { servePortal } from './portal.ts';
import { expectSound, openVisit, signIn, type Visit } from './visit.ts';

const username = 'nene@example.com';
const example: Answers = { ...readForm('applicant-registration').examples?.[0], email: username };

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let requester: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  requester = await openVisit(browser, portal.address);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('the sign-in page loads one script, and no more bytes than its budget', async () => {
  const { context, page } = requester;
  const loaded = await recordLoadedFiles(await context.newCDPSession(page));
  await page.goto('/', { waitUntil: 'networkidle' });
  const files = loaded();
  expect(bytesOf(files) > mostSignInBytes ? files.slice(0, 5) : []).toEqual([]);
  const scripts = files.flatMap(({ path }) => /([\w-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? []);
  expect(scripts).toEqual(['main']);
});

test('a visitor chooses Filipino on the sign-in page, and every page says so from then on', async () => {
  const { page, problems } = requester;
  await page.goto('/?next=%2Fapplicant');
  expect(await languageOf(page)).toBe('en');
  await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'Filipino' }).click();
  await page.getByRole('button', { name: 'Mag-sign in' }).waitFor();
  expect(await languageOf(page)).toBe('fil');
  expect(new URL(page.url()).search).toBe('?next=%2Fapplicant');
  await expectSound(requester, 'sign-in-filipino');
  await page.getByRole('button', { name: 'Mag-sign in' }).click();
  await page.getByText('Ilagay ang inyong password.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Mag-sign in' }).waitFor();
  expect(await languageOf(page)).toBe('fil');
  expect(problems).toEqual([]);
});

test('mistakes at the questions of a form are told in Filipino, and what is typed survives the other language', async () => {
  const { page, problems } = requester;
  await page.goto('/registration/applicant');
  await page.locator('#root_email').fill(username);
  await page.locator('#root_password').fill('maikli');
  await page.getByRole('button', { name: 'Magpatuloy' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'dapat tingnang muli' });
  await summary.getByText('Sumulat ng hindi bababa sa 10 karakter.').waitFor();
  await expectSound(requester, 'registration-filipino');
  await page.setViewportSize({ width: 360, height: 740 });
  const name = page.getByRole('banner').getByText('Malay Online Business Permits');
  const lines = () =>
    name.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
  // The words beside it are longer in Filipino.
  await expect.poll(lines).toBeLessThan(2.5);
  await page.getByRole('link', { name: 'Mag-sign in' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  expect(await page.locator('#root_email').inputValue()).toBe(username);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await page.getByRole('button', { name: 'Magpatuloy' }).waitFor();
  expect(await page.locator('#root_email').inputValue()).toBe(username);
  expect(problems).toEqual([]);
});

test('who registers in Filipino signs in to pages in Filipino', async () => {
  const { page, problems } = requester;
  const form = page.getByRole('form');
  await fillCompiledForm(form, await formOf(page, 'applicant-profile'), example, 'Magpatuloy');
  await form.getByRole('heading', { name: 'Suriin ang inyong mga sagot' }).waitFor();
  await expectSound(requester, 'registration-check-filipino');
  await form.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Tingnan ang inyong e-mail' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Mag-sign in' }).click();
  await answer(page);
  await page.getByRole('link', { name: 'Mag-sign out' }).waitFor();
  await expectSound(requester, 'home-filipino');
  expect(problems).toEqual([]);
});

test('another browser that asks for English shows the account’s language once it is signed in', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page, problems } = visit;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await languageOf(page)).toBe('en');
  await answer(page);
  await page.getByRole('link', { name: 'Mag-sign out' }).waitFor();
  expect(await languageOf(page)).toBe('fil');
  await page.reload();
  await page.getByRole('link', { name: 'Mag-sign out' }).waitFor();
  expect(await languageOf(page)).toBe('fil');
  expect(problems).toEqual([]);
  await visit.context.close();
});

test('who has forgotten the password asks for a link, which sets another one', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page, problems } = visit;
  await page.setViewportSize({ width: 360, height: 740 });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in page has such a field, too, and stays until the next one is loaded.
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await page.getByLabel('E-mail').fill('menro@malay.example');
  await expectSound(visit, 'forgotten-password');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If this address has an account').waitFor();

  const { application } = portal;
  const account = await findAccount(application.database, 'menro@malay.example');
  if (account === null) throw new Error('The demonstration has changed.');
  await sendPasswordLink(application.database, application, { account, purpose: 'reset' });
  const [mail] = (await listMessages(application.database)).slice(-1);
  const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  await application.database.query(
    `INSERT INTO passkeys (account, credential, public_key, counter, transports, name)
     VALUES ($1, 'one', '\\x00', 0, '{}', 'Old phone')`,
    [account.id],
  );
  await page.goto(`/new-password#${token}`);
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lanterns');
  await page.getByLabel('Repeat the new password').fill('seven quiet lanterns');
  await expectSound(visit, 'new-password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('Your password is changed.').waitFor();
  await page.getByText('remove any that you do not know: Old phone').waitFor();
  await expectSound(visit, 'password-set');
  // Servers and proxies log addresses.
  expect(addresses.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill('menro@malay.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('seven quiet lanterns');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/menro');

  await page.goto('/menro/sessions');
  await page.getByText('This device').waitFor();
  await page.getByText(/Chrome.* on Linux/).waitFor();
  await expectSound(visit, 'sessions');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).waitFor();

  await page.goto('/new-password');
  await page.getByText('The address is not complete.').waitFor();
  expect(problems).toEqual([]);
  await visit.context.close();
});

test('what was typed a moment ago is there after the language was changed, on a phone by the sheet of all pages', async () => {
  const visit = await signIn(browser, portal.address, 'establishment@malay.example');
  const { page, problems } = visit;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/establishment/application/apply');
  await page.getByRole('button', { name: 'Application', exact: true }).click();
  await page.locator('#root_registration_no').fill('R-2026');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Filipino' }).click();
  await page.getByRole('button', { name: 'Magpatuloy' }).waitFor();
  expect(await page.locator('#root_registration_no').inputValue()).toBe('R-2026');
  expect(new URL(page.url()).pathname).toBe('/establishment/application/apply');
  await page
    .getByText(/^Na-save/)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await visit.context.close();
});

async function answer(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(String(example.password));
  await page.getByRole('button', { name: /^(Sign in|Mag-sign in)$/ }).click();
  await page.waitForURL((url) => url.pathname !== '/');
}

function languageOf(page: Page): Promise<string | null> {
  return page.locator('html').getAttribute('lang');
}

/** The form of a new record of this type, in the language of the page. */
async function formOf(page: Page, type: string): Promise<WireForm> {
  const slice = await read<PortalSlice>(page, 'portal');
  return read<WireForm>(page, `forms/${slice.recordTypes[type]?.form}`);
}

async function read<T>(page: Page, path: string): Promise<T> {
  const body: unknown = await page.evaluate(async (name) => (await fetch(`/api/v1/${name}`)).json(), path);
  return body as T;
}
