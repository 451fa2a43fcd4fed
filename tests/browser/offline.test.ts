/** The portal without a connection: it opens with what the person loaded before, and nobody else ever sees that. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { call } from './same-session.ts';
import { expectSound, isPrepared, signIn, signInAgain, type Visit, withoutWorker } from './visit.ts';

const away = 'No connection. You see what was loaded before';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;
let application: WireRecord;
let path: string;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
  application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  path = `/establishment/application/${application.slug}`;
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('without a connection an own record and the list with it open again, and say how old they are', async () => {
  const { page, context, problems } = owner;
  await page.goto('/establishment');
  await page
    .getByRole('link', { name: /Reyes Beach Eatery/ })
    .first()
    .waitFor();
  await page.goto(path);
  await numberOf(page).waitFor();
  await isPrepared(page);
  await context.setOffline(true);
  await page.reload();
  await numberOf(page).waitFor();
  await page.getByText(`${away}: `).waitFor();
  await expectSound(owner, 'offline-record');
  await page.goto('/establishment');
  await page
    .getByRole('link', { name: /Reyes Beach Eatery/ })
    .first()
    .waitFor();
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a list that was never opened says once that it is not here, and offers no search', async () => {
  const { page } = owner;
  await page.goto('/establishment/payment');
  await page.getByText('This could not be loaded').waitFor();
  expect(await page.getByText(away).count()).toBe(0);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Layout' }).count()).toBe(0);
  await expectSound(owner, 'offline-list');
});

test('a form that could not be loaded is there as soon as the connection is back', async () => {
  const { page, context } = owner;
  await context.setOffline(false);
  await page.goto('/establishment');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const body = { data: { business_name: 'Reyes Laundry' } };
  const draft = await call<WireRecord>(page, ['POST', 'records/application'], { body });
  await context.setOffline(true);
  await page.goto(`/establishment/application/apply?record=${draft.slug}`);
  await page.getByText('This could not be loaded').first().waitFor();
  await context.setOffline(false);
  await page.getByText('Sections of this form').waitFor();
  expect(await page.getByText('This could not be loaded').count()).toBe(0);
  await context.setOffline(true);
});

test('a part of a page whose code could not be loaded leaves the rest of it as it is', async () => {
  const visit = await signIn(browser, portal.address, 'establishment@malay.example', withoutWorker);
  const { page } = visit;
  const search = '**/assets/palette-*.js';
  await page.route(search, (route) => route.abort('internetdisconnected'));
  await page.goto(path);
  await numberOf(page).waitFor();
  await page.keyboard.press('Control+k');
  const notice = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await notice.waitFor();
  await numberOf(page).waitFor();
  await expectSound(visit, 'offline-part');
  await page.unroute(search);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await notice.waitFor({ state: 'detached' });
  await numberOf(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await notice.count()).toBe(0);
  await visit.context.close();
});

test('with the connection it all is read again, and signing out erases it', async () => {
  const { page, context } = owner;
  await page.goto(path);
  await page.getByText(`${away}: `).waitFor();
  await context.setOffline(false);
  await page.getByText(away).waitFor({ state: 'detached', timeout: 30_000 });
  await numberOf(page).waitFor();
  // The kept page has no token against forged requests: the browser asks for one before it writes.
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => keptPaths(page)).toEqual([]);
});

test('nothing personal is left on the device: only what everybody may read', async () => {
  const { page } = owner;
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const requests = await cache.keys();
        return Promise.all(
          requests.map(async (request) => ({
            path: new URL(request.url).pathname,
            text: await (await cache.match(request))?.text(),
          })),
        );
      }),
    );
    return all.flat();
  });
  expect(cached.length).toBeGreaterThan(3);
  expect(cached.map((one) => one.path).filter((one) => !isOpenToAll(one))).toEqual([]);
  const words = [
    '<meta name="csrf-token"',
    'Reyes Beach Eatery',
    application.slug,
    'establishment@malay.example',
  ];
  const found = cached.flatMap(({ path: at, text = '' }) =>
    words.filter((word) => text.includes(word)).map((word) => `${word} at ${at}`),
  );
  expect(found).toEqual([]);
});

test('another account on the same device finds nothing of the first, with and without a connection', async () => {
  const first = await signIn(browser, portal.address, 'establishment@malay.example');
  await first.page.goto(path);
  await numberOf(first.page).waitFor();
  await isPrepared(first.page);
  expect(await keptPaths(first.page)).toContainEqual(`records/application/${application.slug}`);
  // The first did not sign out: their browser was taken over.
  const second = await signInAgain(first, portal.address, 'freelancer@malay.example');
  await expect
    .poll(() => keptPaths(second.page))
    .not.toContainEqual(expect.stringContaining(application.slug));
  await second.context.setOffline(true);
  await second.page.goto(path);
  await second.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await second.page.getByText(String(application.number)).count()).toBe(0);
  await second.context.close();
});

test('a session that ended elsewhere leaves nothing on the device', async () => {
  const visit = await signIn(browser, portal.address, 'establishment@malay.example');
  await visit.page.goto(path);
  await numberOf(visit.page).waitFor();
  await expect.poll(() => keptPaths(visit.page)).not.toEqual([]);
  await portal.application.database.query('DELETE FROM sessions');
  await visit.page.reload();
  await visit.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => keptPaths(visit.page)).toEqual([]);
  await visit.context.close();
});

test('an office keeps nothing about other people', async () => {
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  await office.page.goto(`/bplo/unifiied-form/${application.slug}`);
  await numberOf(office.page).waitFor();
  await isPrepared(office.page);
  const kept = await keptPaths(office.page);
  expect(kept).toContain('user');
  expect(kept.filter((one) => /^(records|to-do|navigation|notifications|threads)\b/.test(one))).toEqual([]);
  await office.context.close();
});

test('a draft that was begun in this visit opens as it was last saved', async () => {
  const { page, context } = await signIn(browser, portal.address, 'freelancer@malay.example');
  await page.goto('/freelancer/permit/application');
  await isPrepared(page);
  const year = page.getByLabel('Year', { exact: true });
  await year.fill('2031');
  await page.waitForURL((url) => url.searchParams.has('record'));
  await page.getByText(/^Saved just now/).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByText(`${away}: `).waitFor();
  await expect.poll(() => year.inputValue()).toBe('2031');
  await context.close();
});

/** The number of the application, which its page shows below the title. */
function numberOf(page: Page): Locator {
  return page.getByRole('main').getByText(String(application.number), { exact: true }).first();
}

/** Paths of the API whose answers this device keeps. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('portal-answers');
        // There is no such database: nothing has been kept since it was deleted.
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction?.abort();
          resolve([]);
        });
        opening.addEventListener('error', () => reject(opening.error ?? new Error('It does not open.')));
        opening.addEventListener('success', () => {
          const { result } = opening;
          const asked = result.transaction('kept').objectStore('kept').getAllKeys();
          asked.addEventListener('success', () => {
            result.close();
            resolve(asked.result.map(String));
          });
        });
      }),
  );
}

function isOpenToAll(address: string): boolean {
  return /^\/assets\/(pictures\/)?[^/]+$|\/v1\/portal$|\/locales\/\w+$|\/forms\/[\w-]+\/validator\.js$/.test(
    address,
  );
}
