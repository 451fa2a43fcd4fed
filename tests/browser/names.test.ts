/** A name is shown exactly as typed, on every page and in every file, whatever it looks like. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportFormat, WireExport } from '../../engine/contract/exports.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import type { WireNotifications } from '../../engine/contract/notifications.ts';
import type { WireReport } from '../../engine/contract/reports.ts';
import { exportedFile, runExport } from '../server/exported.ts';
import { openBrowser, readPortal, type Browser as Caller } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, root, servePortal } from './portal.ts';
import { expectSound, openVisit, signIn, takePicture, type Visit } from './visit.ts';

/** Each looks like a key, a date, a date-time, an engine keyword, a number, a department key or a choice key. */
const names = [
  'sari-sari',
  'de-la-cruz',
  'de_la_cruz',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
  '2026-01',
  'true',
  'mho',
  'registered',
  '12.50',
];

/** A page for each would take long; the lists contain them all. */
const onPages = ['sari-sari', '2026-01-02', 'true', 'mho'];

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let desk: Caller;
let shops: WireRecord[];
let visit: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal(await readPortal(join(root, 'tests/fixtures/shop-registry')));
  desk = openBrowser(portal.address);
  await desk.signIn('mho@shops.example', password);
  shops = [];
  for (const [index, name] of names.entries()) shops.push(await register(name, index));
  visit = await signIn(browser, portal.address, 'mho@shops.example');
  ({ page } = visit);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

async function send<T>(path: string, body: object, version?: number): Promise<T> {
  const headers = {
    'idempotency-key': randomUUID(),
    ...(version !== undefined && { 'if-match': String(version) }),
  };
  const answer = await desk.send('POST', `records/${path}`, { body, headers });
  const read: unknown = await answer.json();
  expect([answer.ok, read]).toEqual([true, expect.anything()]);
  return read as T;
}

async function register(name: string, index: number): Promise<WireRecord> {
  const data = {
    name,
    trade: 'sari-sari',
    size: 'mho',
    // As text 900 comes after 10000.
    capital: index === 0 ? '10000.00' : '900.00',
    opened_on: '2026-01-02',
    is_open: true,
    tags: ['de-la-cruz', name],
  };
  const made = await send<WireRecord>('shop', { data });
  const input = { remark: name, seen_on: '2026-02-03' };
  const seen = await send<WireRecord>(`shop/${made.slug}/visit`, { input }, made.version);
  // The first has two.
  for (let count = index === 0 ? 2 : 1; count > 0; count -= 1)
    await send('branch', { data: { place: name, site: '14.595, 120.98', ward: 'north' }, parent: made.slug });
  return send<WireRecord>(`shop/${made.slug}/register`, { input: {} }, seen.version);
}

function shopOf(name: string): WireRecord | undefined {
  return shops.find(({ data }) => data['name'] === name);
}

/** The cells of each row except its number. */
async function rows(): Promise<string[][]> {
  await page.getByRole('row').nth(names.length).waitFor();
  const found = await page.locator('tbody tr').all();
  return Promise.all(found.map(textsOf));
}

/** The texts of the cells. A date is short, and says the whole date to who points at it. */
function textsOf(row: Locator): Promise<string[]> {
  return row
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('time')?.title ?? cell.textContent ?? ''));
}

const byName = (cells: readonly (readonly string[])[], column: number) =>
  cells.map((row) => row[column]).toSorted();

test('a list shows each name as it was typed, and titles in place of keys', async () => {
  await page.goto('/desk');
  const cells = await rows();
  expect(byName(cells, 1)).toEqual(names.toSorted());
  const [, , ...others] = cells.find(([, name]) => name === 'mho') ?? [];
  expect(others).toEqual([
    'Neighbourhood store',
    'Small',
    '₱900.00',
    '2 January 2026',
    'Yes',
    'de-la-cruz, mho',
    'mho',
    '1',
    'Health desk',
    '3 February 2026',
    'On the register',
  ]);
  // Amounts are sorted as numbers.
  expect(cells.at(-1)?.[4]).toBe('₱10,000.00');
  expect(visit.problems).toEqual([]);
});

test('a search marks the words that it found, as they were typed', async () => {
  await page.goto('/desk?q=SARI');
  await page.getByRole('row').nth(1).waitFor();
  const marked = page.locator('tbody mark');
  await marked.first().waitFor();
  expect(new Set(await marked.allTextContents())).toEqual(new Set(['sari']));
  await takePicture(page, 'list-found');
});

test('what a list shows of the record above is as plain', async () => {
  await page.goto('/desk/branches');
  const cells = await rows();
  expect([...new Set(byName(cells, 0))]).toEqual(names.toSorted());
  for (const [place, name, ...others] of cells) {
    expect([name, ...others]).toEqual([
      place,
      'Neighbourhood store',
      'On the register',
      'Health desk',
      '2 January 2026',
      'Brewing',
      'South ward',
      '14.595° N, 120.98° E',
    ]);
  }
});

test('a page of a record shows it in its facts, its history and below', async () => {
  for (const name of onPages) {
    await page.goto(`/desk/shops/${shopOf(name)?.slug}`);
    // Several have the configured plural, one has its title.
    const below = name === names[0] ? 'Outlets in town' : 'Branch';
    await page.getByRole('heading', { level: 2, name: below, exact: true }).waitFor();
    const fact = page
      .locator('dt', { hasText: 'Name of the shop' })
      .first()
      .locator('xpath=following-sibling::dd[1]');
    expect(await fact.textContent()).toBe(name);
    await page.getByRole('link', { name, exact: true }).first().waitFor();
    await page.locator('blockquote').getByText(name, { exact: true }).first().waitFor();
  }
});

test('everybody reads it so: in the public list, on the page of the record, and where a certificate is verified', async () => {
  const visitor = await openVisit(browser, portal.address);
  const open = visitor.page;
  await open.goto('/shops');
  await open.getByRole('row').nth(names.length).waitFor();
  const cells = await open.locator('tbody tr').all();
  const texts = await Promise.all(cells.map(textsOf));
  expect(byName(texts, 0)).toEqual(names.toSorted());
  for (const [, ...others] of texts)
    expect(others).toEqual(['Neighbourhood store', 'Small', '2 January 2026', 'Health desk']);
  for (const name of onPages) {
    await open.goto(`/shops/${shopOf(name)?.slug}`);
    await open
      .getByRole('definition')
      .filter({ hasText: new RegExp(`^${escaped(name)}$`) })
      .first()
      .waitFor();
    const [certificate] = shopOf(name)?.documents ?? [];
    await open.goto(`/certificates/${certificate?.code}`);
    const result = open.getByRole('region', { name: /valid/i });
    await result.getByRole('definition').getByText(name, { exact: true }).waitFor();
    // Also as a label, in a column of choices that it does not belong to.
    const sheet = open.locator('[data-sheet]');
    await expect.poll(() => sheet.getByText(name, { exact: true }).count()).toBe(2);
    await sheet.getByText('Neighbourhood store').waitFor();
  }
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

const day = (date: string) => new Date(`${date}T00:00:00Z`);

/** The file as the desk downloads it. */
const shopsAs = (format: ExportFormat) =>
  exportedFile(
    portal.application,
    { send: (method, path, body) => desk.send(method, path, method === 'GET' ? {} : { body: body ?? {} }) },
    { path: 'records/shop/exports?list=all', format },
  );

test('the file for a spreadsheet has it so, with titles for keys', async () => {
  const lines = (await shopsAs('csv')).toString().trim().split('\r\n').slice(1);
  const cells = lines.map((line) => line.split(/,(?! )/));
  expect(byName(cells, 1)).toEqual(names.toSorted());
  expect(cells.find(([, name]) => name === 'mho')?.slice(2)).toEqual([
    'Neighbourhood store',
    'Small',
    '900.00',
    '2026-01-02',
    'Yes',
    '"de-la-cruz, mho"',
    'mho',
    '1',
    'Health desk',
    '2026-02-03',
    'On the register',
  ]);
  const [, ...sheet] = await readSheet(await shopsAs('xlsx'));
  expect(sheet.map((row) => row[1]).toSorted()).toEqual(names.toSorted());
  expect(sheet.find((row) => row[1] === 'mho')?.slice(2)).toEqual([
    'Neighbourhood store',
    'Small',
    900,
    day('2026-01-02'),
    'Yes',
    'de-la-cruz, mho',
    'mho',
    1,
    'Health desk',
    day('2026-02-03'),
    'On the register',
  ]);
});

test('a report says its columns are text, and shows them so', async () => {
  const report = (await (await desk.send('GET', 'reports/names')).json()) as WireReport;
  expect(report.groups.map(({ title, type }) => [title, type])).toEqual([
    ['Name of the shop', 'text'],
    ['Trade', 'lookup'],
    ['Is it open?', 'boolean'],
  ]);
  expect(report.measures.map(({ type }) => type)).toEqual(['number', 'money']);
  await page.goto('/desk/report');
  await page.getByRole('row').nth(names.length).waitFor();
  const found = await page.locator('tbody tr').all();
  const cells = await Promise.all(found.map((row) => row.locator('td').allTextContents()));
  expect(byName(cells, 0)).toEqual(names.toSorted());
  for (const [, ...others] of cells) expect(others.slice(0, 2)).toEqual(['Neighbourhood store', 'Yes']);
});

test('a reader draws the report, groups it anew, and exports it so', async () => {
  await page.goto('/desk/report');
  await page
    .locator('.recharts-bar-rectangle')
    .nth(names.length - 1)
    .waitFor();
  // Each bar has its name beside it.
  const named = page.locator('.recharts-yAxis .recharts-cartesian-axis-tick');
  expect(await named.count()).toBe(names.length);
  await page.getByLabel('Group by').selectOption({ label: 'Trade' });
  await page.getByRole('row').nth(3).waitFor({ state: 'detached' });
  expect(await page.locator('tbody td').first().textContent()).toBe('Neighbourhood store');
  expect(new URL(page.url()).searchParams.get('names.groups')).toBe('2');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  const files = page.getByRole('list', { name: 'Your files' });
  await files.getByText('Waiting …').waitFor();
  const [file] = (await (await desk.send('GET', 'exports')).json()) as readonly WireExport[];
  expect(file?.of).toBe('reports/names');
  await runExport(portal.application, file?.id ?? '');
  const loading = page.waitForEvent('download');
  await files.getByRole('button', { name: /^Download/ }).click();
  const lines = readFileSync(await (await loading).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Neighbourhood store', 'All']);
  await expectSound(visit, 'report-exported');
  await files.getByRole('button', { name: /^Delete/ }).click();
  await files.waitFor({ state: 'detached' });
  expect(visit.problems).toEqual([]);
});

test('a notice and its mail write it so', async () => {
  const { items } = (await (await desk.send('GET', 'notifications?limit=100')).json()) as WireNotifications;
  const said = items.map(({ subject, text }) => [subject, text.trim()]);
  const written = names.map((name) => [
    `Registered: ${name}`,
    `${name} is a Neighbourhood store and is now on the register as ${name}. Its state is On the register.`,
  ]);
  expect(said.toSorted()).toEqual(written.toSorted());
});

test('a place is chosen on the map or without it, and its district follows', async () => {
  await page.goto(`/desk/shops/${shopOf('mho')?.slug}/branches/new`);
  await page.getByLabel('Place', { exact: true }).fill('Corner');
  const site = page.locator('[data-question="site"]');
  const [place, ward] = [site.getByRole('status'), page.locator('[data-question="ward"] output')];
  // Without the map: a district, then the arrow keys.
  await site.getByLabel('Put the marker in').selectOption({ label: 'North ward' });
  await expect.poll(() => place.textContent()).toContain('In North ward: 14.605° N, 120.98° E');
  await expect.poll(() => ward.textContent()).toBe('North ward');
  const marker = site.getByRole('button', { name: 'Marker. The arrow keys move it.' });
  await marker.focus();
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => ward.textContent()).toBe('South ward');
  expect(await marker.evaluate((element) => element === document.activeElement)).toBe(true);
  // With a finger or a pointer.
  const map = site.getByRole('application');
  await map.click({ position: { x: 200, y: 30 } });
  await expect.poll(() => place.textContent()).toContain('In North ward');
  // From the device.
  await visit.context.grantPermissions(['geolocation']);
  await visit.context.setGeolocation({ latitude: 14.592, longitude: 120.985 });
  await site.getByRole('button', { name: 'Use my position' }).click();
  await expect.poll(() => place.textContent()).toBe('In South ward: 14.592° N, 120.985° E');
  // As map apps write coordinates; outside of the wards the form says what to do.
  const typed = site.getByRole('textbox');
  await typed.fill('14.7 N, 120.98 E');
  await typed.blur();
  await expect.poll(() => place.textContent()).toBe('Outside of the districts: 14.7° N, 120.98° E');
  await expect.poll(() => ward.textContent()).toBe('–');
  // An area takes corners; it may lie anywhere.
  const yard = page.locator('[data-question="yard"]');
  for (const [x, y] of [
    [100, 100],
    [200, 100],
    [150, 200],
  ] as const)
    await yard.getByRole('application').click({ position: { x, y } });
  await expect.poll(async () => (await yard.getByRole('textbox').inputValue()).split('\n').length).toBe(3);
  await expectSound(visit, 'place-asked');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Choose a place inside the boundaries on the map.').first().waitFor();
  await typed.fill('geo:14.605,120.975');
  await typed.blur();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'See the status' }).click();
  await page.locator('dd', { hasText: '14.605° N, 120.975° E' }).locator('svg').waitFor();
  const link = page.getByRole('link', { name: 'Open in a maps app' }).first();
  expect(await link.getAttribute('href')).toBe('geo:14.605,120.975');
  await expectSound(visit, 'place-shown');
  expect(visit.problems).toEqual([]);
});

test.each(names)('a search for %s finds it', async (name) => {
  const answer = await desk.send('GET', `records/shop?list=all&q=${encodeURIComponent(name)}`);
  const { items } = (await answer.json()) as { items: WireRecord[] };
  expect(items.map(({ data }) => data['name'])).toContain(name);
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
