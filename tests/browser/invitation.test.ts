/**
 * An office opens an account in a real browser: the officer is invited, sets a password with the link in the mail,
 * signs in, turns on two-step sign-in, which the head resets, and is suspended and signed out.
 */
import type { Browser } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { openBrowser, openPortalServer, type PortalServer } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, root } from './portal.ts';
import { answerSignIn, expectSound, openVisit, signIn, type Visit } from './visit.ts';

const address = 'nena.reyes@example.org';
const chosen = 'paper lantern bamboo';

let server: PortalServer;
let browser: Browser;
let head: Visit;
let officer: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  await ensureBuilt({ root, say: () => {} });
  server = await openPortalServer(undefined, { DEMO_PASSWORD: password });
  head = await signIn(browser, server.origin, 'obo@malay.example');
  officer = await openVisit(browser, server.origin);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The address in the newest mail, without its origin. */
async function linkInMail(): Promise<string> {
  const mail = (await listMessages(server.database)).findLast((one) => one.address === address);
  return /https?:\/\/[^/\s]+(\/\S+#\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('the head of an office invites an officer, with the keyboard', async () => {
  const { page } = head;
  await page.goto('/obo/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await page.getByText('No owner has records in your office yet.').waitFor();
  expect(await page.getByRole('link', { name: 'Add a user' }).count()).toBe(0);
  const entries = page.getByRole('navigation', { name: 'Pages' });
  await entries.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'Add a user' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add a user' }).waitFor();
  expect(await entries.locator('[aria-current]').innerText()).toBe('Users');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText('Enter the name of the person.').waitFor();
  await expectSound(head, 'invite');
  await expect
    .poll(() => page.getByLabel('Name').evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.type('Nena Reyes');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Building inspector');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The invitation is on its way' }).waitFor();
  await expectSound(head, 'invited');
  await page.getByRole('link', { name: 'To the list' }).click();
  await page.getByRole('row', { name: /Nena Reyes.*Building inspector.*Invited/ }).waitFor();
  await expectSound(head, 'users');
});

test('the officer sets a password with the link in the mail, and signs in', async () => {
  const { page } = officer;
  await page.goto(await linkInMail());
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(chosen);
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(chosen);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your password is changed.' }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await answerSignIn(page, address, chosen);
  await page.waitForURL('**/engineering**');
  expect(officer.problems).toEqual([]);
});

/** @param ahead half-minutes from now: a code of this one may be used up */
function codeOf(secret: string, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + ahead * 30_000 });
}

test('the officer turns on two-step sign-in, and signs in with a code of the app', async () => {
  const { page } = officer;
  await page.goto('/engineering/second-step');
  await page.getByRole('textbox', { name: 'Current password' }).fill(chosen);
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await expectSound(officer, 'second-step-scan');
  const secret = (await page.locator('main pre').textContent()) ?? '';
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await expectSound(officer, 'recovery-codes');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await expectSound(officer, 'second-step-on');
  await page.goto('/logout');
  await answerSignIn(page, address, chosen);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await expectSound(officer, 'second-step-code');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter the code.', { exact: true }).waitFor();
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/engineering**');
  expect(officer.problems).toEqual([]);
});

test('the head resets the two-step sign-in of the officer', async () => {
  const { page } = head;
  await page.getByRole('link', { name: 'Nena Reyes' }).click();
  await page.getByText('Two-step sign-in is on.').waitFor();
  await expectSound(head, 'user-with-second-step');
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click();
  await page.getByText('Two-step sign-in reset').waitFor();
  await officer.page.goto('/');
  await officer.page.getByRole('dialog').getByRole('button').click();
  await answerSignIn(officer.page, address, chosen);
  await officer.page.waitForURL('**/engineering**');
  expect(head.problems).toHaveLength(1);
});

test('somebody adds a passkey, and signs in without a password', async () => {
  // A passkey belongs to a name, and an address in figures has none.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const visit = await signIn(browser, origin, 'menro@malay.example');
  const { page, context } = visit;
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/menro/second-step');
  await page.getByText('You have no passkey yet.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  const ask = page.getByRole('region', { name: 'Passkeys' });
  await ask.getByRole('textbox', { name: 'Current password' }).fill(password);
  await expectSound(visit, 'passkey-add');
  await ask.getByRole('button', { name: 'Add a passkey' }).click();
  await ask.getByText('Not used yet').waitFor();
  await expectSound(visit, 'passkeys');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectSound(visit, 'sign-in-passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/menro**');
  await page.goto('/menro/second-step');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await ask.getByRole('textbox', { name: 'Current password' }).fill(password);
  await expectSound(visit, 'passkey-remove');
  await ask.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('You have no passkey yet.').waitFor();
  expect(visit.problems).toEqual([]);
});

test('the head suspends the officer, who is signed out and cannot sign in', async () => {
  const { page } = head;
  await page.reload();
  await page.getByText('Signed in on 1 device.').waitFor();
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  await page.getByLabel('Reason').fill('On leave until 3 January');
  await expectSound(head, 'suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend the account' }).click();
  await page.getByText('The account is suspended.').waitFor();
  await page.getByText('On leave until 3 January').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(head, 'suspended-dark');
  // The form that was sent without a name.
  expect(head.problems).toEqual([expect.stringContaining('status of 422')]);
  await officer.page.goto('/engineering/users');
  await officer.page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect((await openBrowser(server.origin).signIn(address, chosen)).status).toBe(422);
});
