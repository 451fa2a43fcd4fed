/**
 * A user of the portal: a separate browser that records every error, signs in, checks accessibility, takes
 * screenshots.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, type TestContext } from 'vitest';
import { overflow, violations } from '../axe/faults.ts';
import { openBrowser } from '../server/portal-server.ts';
import { password } from './portal.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page and its console, and violations of its security policy, so far. */
  readonly problems: string[];
}

type Prepare = (visit: Visit) => Promise<void>;

/** For a test that answers in the place of the server: a service worker would hide requests from it. */
export const withoutWorker: Prepare = async ({ context }) => {
  await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
};

/** Opens a separate browser, signed out; `prepare` runs before its first page. */
export function openVisit(browser: Browser, address: string, prepare?: Prepare): Promise<Visit> {
  return open(browser, { viewport: desktop, baseURL: address }, prepare);
}

async function open(browser: Browser, options: BrowserContextOptions, prepare?: Prepare): Promise<Visit> {
  // Nothing waits for an animation, and no frame is drawn for one.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`The policy ${violatedDirective} refused ${blockedURI}.`),
    ),
  );
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  const visit = { context, page, problems };
  visits.add(visit);
  context.on('close', () => visits.delete(visit));
  await prepare?.(visit);
  return visit;
}

const visits = new Set<Visit>();

/**
 * What the pages show when a test fails: often the reason, and nobody can look at them later. Benchmarks open pages,
 * too, outside of the test runner.
 */
if (process.env['VITEST'] !== undefined) afterEach(tellPages);

async function tellPages({ task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail') return;
  for (const { context, problems } of visits) {
    for (const page of context.pages()) {
      const shown = await page.locator('body').innerText({ timeout: 2000 }).catch(String);
      console.error(
        `${page.url()} when "${task.name}" failed:\n${shown.slice(0, 3000)}\n${problems.join('\n')}`,
      );
    }
  }
}

/** Opens a browser of a returning user; ends on the account's home page. */
export async function signIn(
  browser: Browser,
  address: string,
  username: string,
  prepare?: Prepare,
): Promise<Visit> {
  const localStorage = [{ name: 'portal.token', value: await tokenOf(address, username) }];
  const storageState = { cookies: [], origins: [{ origin: address, localStorage }] };
  const visit = await open(browser, { viewport: desktop, baseURL: address, storageState }, prepare);
  await arrive(visit);
  return visit;
}

/** Another user takes over the browser; the first user's stored data is removed. */
export async function signInAgain(visit: Visit, address: string, username: string): Promise<Visit> {
  const token = await tokenOf(address, username);
  // The first user's page would still read its records, with the token of the second.
  await visit.page.goto('/healthz');
  await visit.page.evaluate((one) => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('portal.token', one);
  }, token);
  await arrive(visit);
  return visit;
}

async function tokenOf(address: string, username: string): Promise<string> {
  const session = openBrowser(address);
  const answer = await session.signIn(username, password);
  expect(answer.ok, `${username} signs in: ${answer.status}`).toBe(true);
  return session.token ?? '';
}

async function arrive({ page }: Visit): Promise<void> {
  await page.goto('/');
  await page.waitForURL((url) => url.pathname !== '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** The worker has the page and its files: it opens without a connection. */
export async function isPrepared(page: Page): Promise<void> {
  const hasEdition = () =>
    page.evaluate(async () => (await caches.match('/assets/shell.edition')) !== undefined);
  await expect.poll(hasEdition, { timeout: 30_000 }).toBe(true);
}

/** As if the person turned to another tab, or came back to this one. */
export async function showTab(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      if (document.visibilityState === state) return;
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

/** Like a link of the portal: navigates without a reload. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Fills in the visible sign-in form, and submits it. */
export async function answerSignIn(page: Page, username: string, word = password): Promise<void> {
  await page.getByLabel('E-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Expects no accessibility violation on the page, wide and on a phone; takes a screenshot if `SHOTS` names a folder.
 */
export async function expectSound({ page }: Visit, name: string): Promise<void> {
  for (const [width, size] of [
    [360, phone],
    [1440, desktop],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.fonts.ready);
    // A page changes its layout a moment after a resize.
    const patient = { message: `${name} at ${width}` };
    await expect.poll(() => overflow(page), patient).toBeLessThanOrEqual(0);
    await expect.poll(() => violations(page), patient).toEqual([]);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Saves a screenshot of the whole page if `SHOTS` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (SHOTS === undefined || SHOTS === '') return;
  await page.evaluate(() => scrollTo(0, 0));
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true, animations: 'disabled' });
}
