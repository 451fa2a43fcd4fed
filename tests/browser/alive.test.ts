/** A portal that is edited during use, and pages that survive sign-in and sign-out, in a real browser. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { decisionOn } from './past-the-screens.ts';
import { root, startPortal, type RunningPortal } from './portal.ts';
import { answerSignIn, openVisit, signIn, type Visit } from './visit.ts';

const ownPage = '/establishment/menro/a-clearance/plastic-free/a-checklist';
const officePage = '/menro/menro/checklist/plastic-free/a-clearance/a-checklist';
const waiting = { interval: 250 };

let configuration: string;
let kindFile: string;
let portal: RunningPortal;
let browser: Browser;
let owner: Visit;
let officer: Visit;

beforeAll(async () => {
  configuration = mkdtempSync(join(tmpdir(), 'configuration-'));
  cpSync(join(root, 'config'), configuration, { recursive: true });
  kindFile = join(configuration, 'requirements/menro/plastic-free.yaml');
  browser = await launchChromium();
  portal = await startPortal({ CONFIG_DIR: configuration });
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
  officer = await signIn(browser, portal.address, 'menro@malay.example');
  for (const { page } of [owner, officer]) await markPage(page);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  rmSync(configuration, { recursive: true, force: true });
});

test('a new kind file makes the pages of the business and of the office, without a reload', async () => {
  expect(await decisionOn(owner.page, ownPage)).toMatchObject({ outcome: 'not-found' });
  writeFileSync(kindFile, kind('Plastic-free place'));
  await expect
    .poll(() => decisionOn(owner.page, ownPage), waiting)
    .toMatchObject({ outcome: 'show', title: 'Plastic-free place' });
  expect(await decisionOn(officer.page, officePage)).toMatchObject({
    outcome: 'show',
    title: 'Plastic-free place',
  });
  for (const [{ page }, path] of [
    [owner, ownPage],
    [officer, officePage],
  ] as const) {
    await walkTo(page, path);
    await page.getByRole('heading', { level: 1, name: 'Plastic-free place' }).waitFor();
    expect(await isSamePage(page)).toBe(true);
  }
  // The other side's page is forbidden for them.
  expect(await decisionOn(owner.page, officePage)).toMatchObject({ outcome: 'not-found' });
});

test('an edited title and an edited entry of the navigation show at the next step', async () => {
  const { page } = owner;
  writeFileSync(kindFile, kind('Place without plastic'));
  edit(
    'records/clearance.yaml',
    'list: mine, nav: { group: work,',
    'list: mine, nav: { group: work, label: Offices to see,',
  );
  await expect
    .poll(() => decisionOn(page, ownPage), waiting)
    .toMatchObject({ title: 'Place without plastic' });
  await page.getByRole('link', { name: 'Apply', exact: true }).click();
  await page.getByRole('link', { name: 'Offices to see' }).waitFor();
  await walkTo(page, ownPage);
  await page.getByRole('heading', { level: 1, name: 'Place without plastic' }).waitFor();
  expect(await isSamePage(page)).toBe(true);
});

test('a broken file is refused with its diagnostic while the portal before stays, until it is mended', async () => {
  const { page } = owner;
  writeFileSync(kindFile, 'title: [Never closed\n');
  await expect.poll(() => portal.output(), waiting).toContain('the one before stays');
  expect(portal.output()).toContain('requirements/menro/plastic-free.yaml:');
  expect(await decisionOn(page, ownPage)).toMatchObject({
    outcome: 'show',
    title: 'Place without plastic',
  });
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'My applications' }).waitFor();
  writeFileSync(kindFile, kind('Mended place'));
  await expect.poll(() => decisionOn(page, ownPage), waiting).toMatchObject({ title: 'Mended place' });
  await walkTo(page, ownPage);
  await page.getByRole('heading', { level: 1, name: 'Mended place' }).waitFor();
  for (const { problems } of [owner, officer])
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('a deep link asks for sign-in and then opens', async () => {
  const { page, context, problems } = await openVisit(browser, portal.address);
  await page.goto('/establishment/negative-list?state=requested');
  await page.getByText('Please sign-in first.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await answerSignIn(page, 'establishment@malay.example');
  await page.getByRole('heading', { level: 1, name: 'Negative list' }).waitFor();
  expect(page.url()).toBe(`${portal.address}/establishment/negative-list?state=requested`);
  expect(problems).toEqual([]);
  await context.close();
});

test('signing out in one tab signs out the other', async () => {
  const { page, context } = await signIn(browser, portal.address, 'menro@malay.example');
  const other = await context.newPage();
  await other.goto('/menro');
  await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await other.evaluate(() => localStorage.getItem('portal.token'))).toBeNull();
  await context.close();
});

test('in production an edited configuration waits for the next start', async () => {
  const production = await startPortal({
    CONFIG_DIR: configuration,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
  });
  try {
    const before = await titleOf(production);
    edit('portal.yaml', `title: ${before}`, 'title: Another portal');
    // The other portal on the same folder has noticed it, so this one had enough time too.
    await expect.poll(() => titleOf(portal), waiting).toBe('Another portal');
    expect(await titleOf(production)).toBe(before);
  } finally {
    await production.stop();
  }
});

function kind(title: string): string {
  return `title: ${title}\nchecklist:\n  - { id: plan, title: Plan, evidence: file }\n`;
}

function edit(file: string, before: string, after: string): void {
  const path = join(configuration, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

async function titleOf({ address }: RunningPortal): Promise<string> {
  const answer = await fetch(`${address}/api/v1/portal`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  const { title } = (await answer.json()) as { title: string };
  return title;
}

/** Navigates like a link, inside the page. */
async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** A reloaded page has lost the mark. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { isMarked: true }));
}

function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isMarked' in window);
}
