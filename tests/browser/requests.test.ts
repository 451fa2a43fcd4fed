/** How many requests the first load of a page costs: over a slow connection each of them is a wait. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { decide } from '../../engine/portal/routing/decide.ts';
import { addressOf, visitorOf } from '../../engine/portal/routing/visitors.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { pageOf } from './every-kind.ts';
import { bytesOf, recordLoadedFiles, untilCalm } from './loaded-files.ts';
import { servePortal } from './portal.ts';
import { fileByExample, recordsBelow } from './same-session.ts';
import { signIn, type Visit } from './visit.ts';

/** Requests of a page that nothing of the portal was loaded for before. */
const most = 12;

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;
let office: Visit;
let application: WireRecord;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
  office = await signIn(browser, portal.address, 'bplo@malay.example');
  application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  await acceptApplication(office, application);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('an office opens the papers of a business, the first of them shown, with at most 12 requests', async () => {
  const reviewer = await signIn(browser, portal.address, 'pmto@malay.example');
  const clearances = await recordsBelow(owner.page, 'clearance', application);
  const tourism = clearances.find(({ office: of }) => of === 'pmto') as WireRecord;
  const [checklist] = await recordsBelow(owner.page, 'checklist', tourism);
  const sent = await fileByExample(owner.page, checklist as WireRecord);
  const path = pageOf(portal.application.portal(), 'pmto', sent);
  const { paths } = await loadOf(path, await reviewer.context.storageState(), '[data-drawn=true]');
  await reviewer.context.close();
  // The paper, and the reader of PDFs with its worker.
  expect(paths.filter((one) => /\/content$|\/pdf/.test(one))).toHaveLength(3);
  expect(paths.slice(most)).toEqual([]);
});

test.each([
  ['somebody without an account', null, null],
  ['an owner', 'establishment', () => owner],
  ['an officer', 'bplo', () => office],
] as const)('%s opens each kind of screen with at most 12 requests', async (_who, department, visitOf) => {
  const visit = visitOf?.();
  const storageState = visit === undefined ? undefined : await visit.context.storageState();
  const pages = new Map([...pagesOf(department), ...(visit === owner ? await pageBelow(owner) : [])]);
  await visit?.page.close();
  const counts: Record<string, number> = {};
  for (const [screen, path] of pages) {
    counts[`${screen} ${path}`] = (await loadOf(path, storageState)).paths.length;
  }
  expect(Object.keys(counts).length).toBeGreaterThan(3);
  expect(Object.entries(counts).filter(([, count]) => count > most)).toEqual([]);
});

test.each([
  ['/establishment', 325_000],
  ['/establishment/application/apply', 405_000],
])('an owner opens %s with at most %i bytes', async (path, mostBytes) => {
  const { bytes } = await loadOf(path, await owner.context.storageState());
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
});

test('the first reads go out while the scripts are on their way, and only once', async () => {
  const context = await browser.newContext({
    baseURL: portal.address,
    storageState: await owner.context.storageState(),
  });
  const page = await context.newPage();
  const { apiPrefix } = portal.application;
  const first = ['portal', 'user'].map((path) => `${apiPrefix}/${path}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/assets/main-*.js', async (route) => {
    await expect.poll(() => asked).toEqual(expect.arrayContaining(first));
    await route.continue();
  });
  await page.goto('/establishment');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(asked.filter((path) => first.includes(path)).toSorted()).toEqual(first);
  await context.close();
});

test.each([
  ['/establishment', () => owner],
  ['/establishment/application/apply', () => owner],
  ['/establishment/payment', () => owner],
  ['/privacy', () => owner],
  ['/bplo', () => office],
] as const)('what %s reads as soon as it is drawn travels together', async (path, visitOf) => {
  const context = await browser.newContext({
    baseURL: portal.address,
    storageState: await visitOf().context.storageState(),
  });
  const page = await context.newPage();
  const { apiPrefix } = portal.application;
  const reads: (readonly string[])[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfPage = pathname.startsWith(apiPrefix) && !/(portal|user|live|\.js)$/.test(pathname);
    const paths = searchParams.getAll('paths');
    if (isOfPage) reads.push(paths.length > 0 ? paths : [pathname]);
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilCalm(page, () => reads.length);
  await context.close();
  // Reports may take long, and nobody waits for them.
  const awaited = reads.filter((paths) => !paths.every((one) => one.includes('reports/')));
  expect(awaited).toEqual([expect.arrayContaining(['photo'])]);
});

test('who hears of another configuration does not ask for it on the way to the next page', async () => {
  const context = await browser.newContext({
    baseURL: portal.address,
    storageState: await owner.context.storageState(),
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const followed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'));
  await page.goto('/establishment');
  await followed;
  await page.locator('nav a[href="/privacy"]').first().click();
  await page.waitForURL('**/privacy');
  const before = portal.application.portal();
  const renamed = 'Who may use it';
  const routes = before.routes.map((one) =>
    one.path === '/accessibility' ? { ...one, title: renamed } : one,
  );
  await portal.application.replacePortal({ ...before, hash: 'another', routes });
  const heading = page.getByRole('heading', { level: 1 });
  await expect
    .poll(async () => {
      await page.locator('nav a[href="/privacy"]').first().click();
      await page.locator('nav a[href="/accessibility"]').first().click();
      return heading.textContent();
    })
    .toBe(renamed);
  expect(asked.filter((path) => path.endsWith('/portal/hash'))).toEqual([]);
  await portal.application.replacePortal(before);
  await context.close();
});

/** One page of each kind of screen: without a parameter, or of the application. */
function pagesOf(department: string | null): ReadonlyMap<string, string> {
  const running = portal.application.portal();
  const visitor = department === null ? signedOut : visitorOf(running, department);
  if (visitor === null) throw new Error('There is no such department.');
  const scope = { portal: running, visitor };
  const pages = new Map<string, string>();
  for (const route of running.routes) {
    const isOfApplication = route.of.some(({ type }) => type === 'application');
    const path = addressOf(route, department ?? '').replace(
      'some-slug',
      isOfApplication ? application.slug : 'some-slug',
    );
    if (pages.has(route.screen) || route.screen === 'sign-out' || path.includes('some-')) continue;
    const decision = decide(scope, path);
    if (decision.outcome === 'show' && decision.route === route) pages.set(route.screen, path);
  }
  return pages;
}

/** A record with a form that waits for the owner: the first page that their home names. */
async function pageBelow({ page }: Visit): Promise<[string, string][]> {
  await page.goto('/establishment');
  const link = page.getByRole('link', { name: /^(Add the papers?|Send)/ }).first();
  return [['part', (await link.getAttribute('href')) ?? '']];
}

async function loadOf(
  path: string,
  state: BrowserContextOptions['storageState'],
  shows = 'h1',
): Promise<{ readonly paths: readonly string[]; readonly bytes: number }> {
  const context = await browser.newContext({
    baseURL: portal.address,
    ...(state !== undefined && { storageState: state }),
  });
  const page = await context.newPage();
  const loaded = await recordLoadedFiles(await context.newCDPSession(page));
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Others hear some seconds later who is there: it loads nothing.
    if (!pathname.includes('/presences/')) paths.push(pathname);
  });
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await untilCalm(page, () => paths.length);
  await context.close();
  return { paths, bytes: bytesOf(loaded()) };
}
