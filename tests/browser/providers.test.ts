/** Signing in with a real OpenID Connect provider in a real browser, across two sites. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { CLIENT, type IdentityProvider, openIdentityProvider, SECRET } from '../server/identity-provider.ts';
import { openPortalServer, readPortal, type PortalServer } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, root } from './portal.ts';
import { answerSignIn, expectSound, openVisit } from './visit.ts';

const callbacks: string[] = [];
let provider: IdentityProvider;
let server: PortalServer;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  await ensureBuilt({ root, say: () => {} });
  provider = await openIdentityProvider(callbacks);
  const portal = await readPortal();
  const city = {
    key: 'city',
    title: 'City ID',
    issuer: provider.issuer,
    clientId: CLIENT,
    scopes: ['openid', 'email', 'profile'],
    departments: ['menro', 'mho'],
    withoutAccount: { message: 'Ask the human resources office for an account.', open: null },
  };
  server = await openPortalServer(
    { ...portal, signIn: { providers: [city], withoutPassword: ['mho'] } },
    { DEMO_PASSWORD: password, PROVIDER_SECRET_CITY: SECRET },
  );
  callbacks.push(`${server.origin}/api/v1/login/callback/city`);
  for (const key of ['menro', 'mho'])
    provider.people.set(key, { email: `${key}@malay.example`, email_verified: true });
  provider.people.set('stranger', { email: 'stranger@malay.example', email_verified: true });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await provider?.close();
});

test('an officer signs in with the provider, and comes back to the page of the link', async () => {
  const visit = await openVisit(browser, server.origin);
  const { page, context } = visit;
  await page.goto('/menro/users?x=1');
  const button = page.getByRole('button', { name: 'Sign in with City ID' });
  await button.waitFor();
  await expectSound(visit, 'provider-sign-in');
  const cookies = async () =>
    (await context.cookies(server.origin)).map(({ name, value, sameSite }) => ({ name, value, sameSite }));
  const before = await cookies();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'City identity' }).waitFor();
  expect(new URL(page.url()).hostname).toBe('localhost');
  await page.getByLabel('Name').fill('menro');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('**/menro/users?x=1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The cookie of the way back is gone; the browser is the one that was known before.
  expect(await cookies()).toEqual(before);
  expect(before.map(({ name, sameSite }) => [name, sameSite])).toEqual([['browser', 'Strict']]);
  await page.goBack();
  expect(page.url()).not.toContain('ticket=');
  expect(visit.problems).toEqual([]);
  await context.close();
});

test('a person without an account, and one who refuses, read what to do', async () => {
  const visit = await openVisit(browser, server.origin);
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with City ID' }).click();
  await page.getByLabel('Name').fill('stranger');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('alert').getByText('Ask the human resources office for an account.').waitFor();
  expect(page.url()).toBe(`${server.origin}/`);
  await page.getByRole('dialog').getByRole('button').click();
  await expectSound(visit, 'provider-no-account');
  await page.getByRole('button', { name: 'Sign in with City ID' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('alert').getByText('City ID did not sign you in.').waitFor();
  // The tickets of the two refusals.
  expect(visit.problems.filter((one) => !one.includes('status of 422'))).toEqual([]);
  await visit.context.close();
});

test('a provider that is away is said so, and the password still works', async () => {
  provider.isAway = true;
  const other = await server.second();
  const visit = await openVisit(browser, other.origin);
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with City ID' }).click();
  await page.getByRole('alert').getByText('City ID cannot be reached now.').waitFor();
  provider.isAway = false;
  await page.getByRole('dialog').getByRole('button').click();
  await answerSignIn(page, 'mho@malay.example', password);
  await page.getByRole('alert').getByText('Your department has no passwords.').waitFor();
  await page.getByRole('dialog').getByRole('button').click();
  // Who turns back at the provider finds the page as it was kept.
  await page.route(`${provider.issuer}/**`, (route) => route.fulfill({ status: 204 }));
  const button = page.getByRole('button', { name: 'Sign in with City ID' });
  const isBusy = () => button.getAttribute('data-loading');
  await button.click();
  await expect.poll(isBusy).toBe('true');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(isBusy).toBeNull();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('Some departments have no passwords. The message then says how to sign in.').waitFor();
  await page.goBack();
  await button.waitFor();
  await answerSignIn(page, 'menro@malay.example', password);
  await page.waitForURL('**/menro**');
  expect(visit.problems.filter((one) => !one.includes('status of 422'))).toEqual([]);
  await visit.context.close();
  await other.close();
});

test('in a department without passwords the password page says so', async () => {
  const visit = await openVisit(browser, server.origin);
  const { page } = visit;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with City ID' }).click();
  await page.getByLabel('Name').fill('mho');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/health/);
  await page.goto('/health/change-password');
  await page.getByText('Your department has no passwords. Sign in with City ID.').waitFor();
  await expectSound(visit, 'provider-no-password');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
