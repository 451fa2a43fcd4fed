/** One to-do list in a browser: three screens draw it, and its number in the navigation moves by itself. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { expectSound, moveTo, signIn, type Visit } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let owner: Visit;

const business = { business_name: 'Reyes Beach Resort', application_type: 'new', tax_year: 2026 };

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  const application = await insert({ type: 'application', state: 'in-clearance', data: business });
  const clearance = (kind: string, state: string) =>
    insert({ type: 'clearance', kind: `negative-list/${kind}`, office: kind, state, above: [application] });
  const tourism = await clearance('pmto', 'received');
  const fire = await clearance('bfp', 'with-findings');
  await clearance('menro', 'requested');
  await clearance('swmo', 'issued');
  await insert({ type: 'assessment', office: 'mto', state: 'paid', above: [application] });
  await insert({
    type: 'checklist',
    kind: 'tourism/accommodation',
    office: 'pmto',
    state: 'returned',
    above: [tourism, application],
  });
  const finding = { finding: 'No fire extinguisher in the kitchen.' };
  await insert({
    type: 'finding',
    office: 'bfp',
    state: 'listed',
    data: finding,
    above: [fire, application],
  });
  owner = await signIn(browser, portal.address, 'establishment@malay.example');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

interface Row {
  readonly type: string;
  readonly state: string;
  readonly kind?: string;
  readonly office?: string;
  readonly data?: object;
  /** Ids, nearest first. */
  readonly above?: readonly string[];
}

async function insert({ type, state, kind, office, data = {}, above = [] }: Row): Promise<string> {
  const id = randomUUID();
  const text = `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data)
    SELECT $1, $2, $3, $4, $5, id, $6, $7, $8, $9 FROM accounts WHERE username = 'establishment@malay.example'`;
  const slug = `${type}-${office ?? 'one'}`;
  const values = [id, type, slug, state, kind ?? null, office ?? null, above[0] ?? null, above];
  await portal.application.database.query(text, [...values, JSON.stringify(data)]);
  return id;
}

/** The names in the to-do list of the page, in its order. */
async function toDoOn(page: Page, path: string): Promise<readonly string[]> {
  // The list of the page before is still there for a moment.
  await page.evaluate((next) => {
    if (location.pathname === next) return;
    for (const list of document.querySelectorAll('[data-to-do]')) list.setAttribute('data-before', '');
  }, path);
  await moveTo(page, path);
  await page.waitForURL(`**${path}`);
  const list = page.locator('[data-to-do]:not([data-before])');
  await list.locator('[data-row-link]').first().waitFor();
  return list.locator('[data-row-link]').allInnerTexts();
}

test('the page of an application, its negative list and the list of everything agree, and so does the count', async () => {
  const { page } = owner;
  const count = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Home' })
    .locator('[data-count]');
  const all = await toDoOn(page, '/establishment/waiting');
  expect(all).toHaveLength(3);
  expect(all).toContain('Add the paper: No fire extinguisher in the kitchen.');
  await expectSound(owner, 'to-do');
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-row-link'))).toBe(true);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Next row').waitFor();
  expect(await keys.getByText('Search this list').count()).toBe(0);
  await expectSound(owner, 'to-do-keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 360, height: 740 });
  // Each title has the width of the phone, so it needs two lines at most.
  const heights = async () =>
    Promise.all(
      (await page.locator('[data-row-link]').all()).map(async (row) => (await row.boundingBox())?.height),
    );
  await expect.poll(async () => Math.max(...(await heights()).map((height) => height ?? 0))).toBeLessThan(60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('Reyes Beach Resort').first().waitFor();
  expect(await toDoOn(page, '/establishment/application/application-one')).toEqual(all);
  await page.getByText('3 things wait for you. See the list below.').waitFor();
  // Each type has its own heading, so that its groups count only its records.
  for (const name of ['Assessment', 'Clearances'])
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 3, name: 'Done (1)' }).count()).toBe(2);
  await expectSound(owner, 'to-do-application');
  await page.getByRole('button', { name: 'Other steps' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw application' }).click();
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw application' });
  // Tourism, fire and environment end; the issued one of solid waste stays.
  await withdrawing.getByText('Clearances: 3').waitFor();
  await withdrawing.getByText('Clearance: 1').waitFor();
  const status = await page.getByRole('region', { name: 'Status' }).boundingBox();
  const panel = await withdrawing.boundingBox();
  expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await withdrawing.getByRole('button', { name: 'Back' }).click();
  await withdrawing.waitFor({ state: 'detached' });
  expect(await toDoOn(page, '/establishment/application')).toEqual(all);
  const home = page.getByRole('main');
  await home.getByRole('heading', { name: 'With the offices (1)' }).waitFor();
  await home.getByRole('link', { name: 'Reyes Beach Resort', exact: true }).waitFor();
  await expectSound(owner, 'to-do-home');
  expect(await toDoOn(page, '/establishment/negative-list')).toEqual(all);
  await expectSound(owner, 'to-do-negative-list');
  expect(await toDoOn(page, '/establishment/negative-list/application-one')).toEqual(all);
  const order = await page
    .locator('main :is([aria-label="Status"], [data-to-do], details)')
    .evaluateAll((parts) =>
      parts.map((one) =>
        one.tagName === 'DETAILS' ? 'fold' : one.hasAttribute('data-to-do') ? 'to-do' : 'status',
      ),
    );
  expect(order).toEqual(['status', 'to-do', 'fold']);
  expect(await count.innerText()).toBe('3');

  const officer = await signIn(browser, portal.address, 'menro@malay.example');
  await officer.page.goto('/menro/application/clearance-menro');
  await officer.page.getByRole('button', { name: 'Waive', exact: true }).click();
  const dialog = officer.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The plan of last year is still valid.');
  let reads = 0;
  page.on(
    'request',
    (request) =>
      (reads += Number(
        request.url().includes('navigation%2Fcounts') || request.url().endsWith('/navigation/counts'),
      )),
  );
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await expect.poll(() => count.innerText()).toBe('2');
  await expect.poll(() => page.locator('[data-to-do] [data-row-link]').count()).toBe(2);
  // One for each change, not one for each count.
  expect(reads).toBeLessThan(4);
  // The page of before shows until the new answer is there.
  await expect
    .poll(() => toDoOn(page, '/establishment/waiting'))
    .toEqual(all.filter((name) => !name.endsWith('Environment compliance')));
  await officer.page.goto('/menro/approval');
  await officer.page.getByText('There is nothing to approve.').waitFor();
  expect(await officer.page.getByText('Unassigned (0)').count()).toBe(0);
  expect(owner.problems).toEqual([]);
});

test('who has begun nothing reads what to prepare, and not that nothing is to do', async () => {
  const visit = await signIn(browser, portal.address, 'freelancer@malay.example');
  const { page, problems } = visit;
  const home = page.getByRole('main');
  await home.getByRole('link', { name: 'What do you need for it?' }).waitFor();
  expect(await home.getByText('Nothing is due.').count()).toBe(0);
  await expectSound(visit, 'to-do-new');
  await home.getByRole('link', { name: 'What do you need for it?' }).click();
  await page.getByRole('heading', { level: 1, name: 'What you need for a freelancer permit' }).waitFor();
  expect(problems).toEqual([]);
});

test('an office reads what the parts of an application are, and not how to apply', async () => {
  const visit = await signIn(browser, portal.address, 'bplo@malay.example');
  const { page, problems } = visit;
  await page.goto('/bplo/business-application/application-one');
  // The application and its parts have one owner.
  await page.getByRole('listitem').filter({ hasText: 'Paid' }).getByText('Assessment').waitFor();
  expect(
    await page.getByRole('listitem').filter({ hasText: 'Paid' }).getByText('Establishment').count(),
  ).toBe(0);
  await page.goto('/bplo/to-receive');
  await page.getByText('There are no applications to receive.').waitFor();
  expect(await page.getByRole('link', { name: 'What do you need for it?' }).count()).toBe(0);
  expect(problems).toEqual([]);
});
