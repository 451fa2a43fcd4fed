/** An officer works in a list that is longer than a page: search, filters and print. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { showTab, signIn, takePicture } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
const most = 160;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  for (let index = 0; index < most; index += 1) {
    const data = { business_name: `Business ${index}`, application_type: index % 2 ? 'new' : 'renewal' };
    const application = await insert('application', 'under-evaluation', index, { data });
    await insert('clearance', index % 4 ? 'received' : 'overdue', index, { above: [application] });
  }
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

async function insert(
  type: string,
  state: string,
  index: number,
  { data = {}, above = [] }: { readonly data?: object; readonly above?: readonly string[] },
): Promise<string> {
  const id = randomUUID();
  const isTop = above.length === 0;
  await portal.application.database.query(
    `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, data, search)
     SELECT $1, $2, $3, $4, $5, $6, id, $7, $8, $9, $10, array_to_tsvector($11) FROM accounts WHERE username = 'establishment@malay.example'`,
    [
      id,
      type,
      `${type}-${index}`,
      isTop ? `A-${index}` : null,
      state,
      isTop ? null : 'negative-list/sanitary',
      isTop ? null : 'mho',
      above[0] ?? null,
      above,
      JSON.stringify(data),
      ['business', String(index)],
    ],
  );
  return id;
}

test('a filter that is chosen right after typing stays', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'bplo@malay.example');
  await page.goto('/bplo/business-application');
  const purpose = page.getByRole('combobox', { name: 'Purpose' });
  await purpose.waitFor();
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('business');
  await purpose.selectOption('new');
  await page.waitForURL((url) => url.searchParams.get('q') === 'business');
  await expect.poll(() => new URL(page.url()).searchParams.get('application_type')).toBe('new');
  // Half of the 160 businesses are new ones. The choice itself does not narrow its own counts.
  await purpose.hover();
  await page.getByRole('option', { name: 'New (80)' }).waitFor({ state: 'attached' });
  await page.getByRole('option', { name: 'Renewal (80)' }).waitFor({ state: 'attached' });
  await page.getByText('80 found').waitFor();
  await takePicture(page, 'queue-filtered');
  await page.getByRole('button', { name: 'Remove the filter Purpose: New' }).click();
  await page.waitForURL((url) => !url.searchParams.has('application_type'));
  expect(problems).toEqual([]);
});

test('chips show how many rows each status has, and narrow the list with one press', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health/appointment-request');
  const chips = page.getByRole('group', { name: 'Status' });
  const received = chips.getByRole('button', { name: 'Appointment to be set 120', exact: true });
  const overdue = chips.getByRole('button', { name: 'Overdue 40', exact: true });
  await received.waitFor();
  expect(await chips.getByRole('button').count()).toBe(2);
  expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0);
  await overdue.press('Enter');
  await page.getByText('40 found').waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('overdue');
  expect(await overdue.getAttribute('aria-pressed')).toBe('true');
  // What is chosen in the chips does not narrow their own counts.
  expect(await received.getAttribute('aria-pressed')).toBe('false');
  await takePicture(page, 'queue-chips');
  await page.emulateMedia({ media: 'print' });
  await received.waitFor({ state: 'hidden' });
  expect(await overdue.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  // Businesses 7, and 70 to 79, of which two are overdue.
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('7');
  await chips.getByRole('button', { name: 'Appointment to be set 9', exact: true }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await takePicture(page, 'queue-chips-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await chips.getByRole('button', { name: 'Overdue 2', exact: true }).click();
  await page.getByText('11 found').waitFor();
  await page.waitForURL((url) => !url.searchParams.has('state'));
  expect(problems).toEqual([]);
});

test('a dashboard has the rows of the lists, whole names, and each overdue record in one list', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health');
  const table = page.getByRole('table', { name: 'Appointments to be set' });
  await table
    .getByText(/^Business \d+$/)
    .first()
    .waitFor();
  expect(
    await page.getByRole('heading', { level: 2, name: /^Appointments to be set/ }).innerText(),
  ).toContain('(160)');
  expect(await page.getByRole('heading', { level: 2, name: /^Clearances for approval/ }).count()).toBe(0);
  const heights = await table.getByRole('row').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  for (const height of heights) expect(height).toBeLessThanOrEqual(37);
  const cut = await table
    .getByRole('cell')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
  expect(problems).toEqual([]);
});

test('a printed list says whose records it shows and that others follow, and nothing covers its rows', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health/appointment-request?assigned=nobody');
  // The first rows are there sooner, and the next follow before somebody scrolls to them.
  await page.getByText('160 found').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(4000);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('125 selected').waitFor();
  const table = page.getByRole('table');
  const rows = page.getByRole('row');
  const links = table.locator('[data-row-link]');
  // Only those near the window are in the page.
  expect(await rows.count()).toBeLessThan(80);
  expect(await table.getAttribute('aria-rowcount')).toBe('161');
  const heights = await rows.evaluateAll((some) => some.slice(1, 5).map((row) => row.clientHeight));
  for (const height of heights) expect(height).toBeLessThanOrEqual(37);
  await page.emulateMedia({ media: 'print' });
  await takePicture(page, 'queue-printed');
  await bar.waitFor({ state: 'hidden' });
  await page.getByText('Unassigned', { exact: true }).waitFor();
  const more = page.getByText('Only the first 125 rows are printed.');
  await more.waitFor();
  await expect.poll(() => rows.count()).toBe(126);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => rows.count()).toBeLessThan(80);

  // The head stays while the rows pass, and a key goes on from the row that has the focus.
  await links.first().focus();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
  await expect.poll(() => focusedRow(page)).toBe('42');
  const head = await page.getByRole('columnheader').last().boundingBox();
  expect(head?.y).toBe(56);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => more.count()).toBe(0);
  await page.mouse.wheel(0, 20_000);
  await page.locator('tr[aria-rowindex="161"]').waitFor();
  // The focused row is far above the window, and still there.
  expect(await focusedRow(page)).toBe('42');
  await page.keyboard.press('j');
  expect(await focusedRow(page)).toBe('43');

  // Back returns to the place in the list.
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/health/appointment-request');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  expect(problems).toEqual([]);
});

test('the head of a table that scrolls to the side covers none of its rows', async () => {
  const { context, page } = await signIn(browser, portal.address, 'bplo@malay.example');
  await page.setViewportSize({ width: 840, height: 700 });
  await page.goto('/bplo/business-application');
  await page.locator('[data-scrolls]').waitFor();
  /** Pixels of the first row below the head. */
  const covered = () =>
    page.evaluate(() => {
      const [head, row] = ['thead th', 'tbody tr:not([aria-hidden])'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      );
      return (head?.bottom ?? Infinity) - (row?.top ?? 0);
    });
  await expect.poll(covered).toBeLessThanOrEqual(1);
  await context.close();
});

test('a list comes back by itself when the network does', async () => {
  const { page, context } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health/appointment-request');
  await page.getByText('160 clearances').waitFor();
  await context.setOffline(true);
  await page.getByText('No connection. You see what was loaded before.').waitFor();
  await portal.application.database.query("DELETE FROM records WHERE slug = 'clearance-7'");
  expect(await page.getByText('160 clearances').count()).toBe(1);
  await takePicture(page, 'queue-offline');
  await context.setOffline(false);
  await page.getByText('159 clearances').waitFor();
  await page.getByText('No connection. You see what was loaded before.').waitFor({ state: 'detached' });
});

test('who returns to the tab sees at once what changed meanwhile, as often as they return', async () => {
  const { page } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health/appointment-request');
  for (const index of [8, 9, 10]) {
    const before = await page.getByText(/^\d+ clearances$/).innerText();
    await showTab(page, false);
    await portal.application.database.query('DELETE FROM records WHERE slug = $1', [`clearance-${index}`]);
    await showTab(page, true);
    const fewer = page.getByText(`${Number.parseInt(before, 10) - 1} clearances`, { exact: true });
    await expect.poll(() => fewer.count()).toBe(1);
  }
});

test('on a phone, cards are sorted and selected for a step with several', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/health/appointment-request');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByText('2 selected').waitFor();
  await takePicture(page, 'queue-cards-selected');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('region', { name: 'Selected rows' }).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
  await page.getByRole('button', { name: 'Smallest or earliest first' }).click();
  await page.waitForURL((url) => url.searchParams.get('sort')?.startsWith('-') === true);
  expect(problems).toEqual([]);
});

/** The place in the table of the row with the focus. */
function focusedRow(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? null);
}
