/** The administrator reads the configuration in force: every part is sound in both widths, and the keyboard reaches it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { expectSound, signIn, type Visit } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  visit = await signIn(browser, portal.address, 'admin@malay.example');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const parts: readonly (readonly [link: string, shows: string])[] = [
  ['Offices', 'Open without an account'],
  ['Requirements', 'Tourism compliance'],
  ['Permissions', 'Administrator'],
  ['Service charter', 'Citizen’s Charter'],
  ['Translations', 'Every text has a translation.'],
  ['Versions', 'Version 1'],
];

test.each(parts)('the part %s is sound', async (link, shows) => {
  const { page } = visit;
  await page.goto('/admin/workbench');
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await expectSound(visit, `workbench-${link}`);
  expect(visit.problems).toEqual([]);
});

test('a workflow is drawn, zoomed and scrolled with the keyboard, and said in lists', async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=workflows&type=clearance');
  const diagram = page.getByRole('img', { name: 'Diagram of Clearance' });
  await diagram.getByText('Record the inspection').first().waitFor();
  await expectSound(visit, 'workbench-workflow');
  const width = async () => (await diagram.boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  const frame = page.getByRole('region', { name: 'Diagram of Clearance' });
  await frame.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.getByRole('heading', { name: 'Time limits' }).waitFor();
  await page.getByLabel('Record type').selectOption({ label: 'Health card' });
  await page.getByRole('img', { name: 'Diagram of Health card' }).waitFor();
  expect(new URL(page.url()).searchParams.get('type')).toBe('health-card');
});

test('only a page with a diagram loads what lays it out', async () => {
  const { page } = visit;
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(request.url()));
  await page.goto('/admin/workbench?part=charter');
  await page.getByRole('heading', { name: 'Complaints' }).waitFor();
  expect(loaded.filter((url) => url.includes('diagram-layout'))).toEqual([]);
});

test('the charter prints without the frame of the portal, each service on a new sheet', async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=charter');
  await page.getByRole('heading', { name: 'Working permit' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  const broken = page.locator('#service-working-permit');
  expect(await broken.evaluate((part) => getComputedStyle(part).breakBefore)).toBe('page');
  await page.emulateMedia({ media: null });
});

const seen = 'establishment@malay.example';
const waiting = 'portal.outbox.';

/** A step of this account that waits on the device since somebody had no connection, and an unsent draft. */
async function leaveUnsent({ page }: Visit, username: string): Promise<string> {
  const [row] = await portal.application.database.query<{ slug: string }>(
    'SELECT slug FROM accounts WHERE username = $1',
    [username],
  );
  const slug = row?.slug ?? '';
  const entry = {
    key: 'unsent',
    at: Date.now(),
    since: Date.now(),
    call: {
      endpoint: 'POST /records/:type/:slug/:transition',
      input: { params: { type: 'application', slug: 'one', transition: 'withdraw' }, body: { input: {} } },
    },
    summary: { title: 'Withdraw', subject: 'Application', number: null, path: null, said: null },
    actor: { key: ' ', title: '' },
    isRefused: false,
    problem: null,
  };
  await page.evaluate(
    ([name, kept, draft]) => {
      localStorage.setItem(name ?? '', kept ?? '');
      localStorage.setItem(draft ?? '', '{"tax_year":1999}');
    },
    [`${waiting}${slug}.unsent`, JSON.stringify(entry), `portal.draft.${slug}.application..new`],
  );
  return slug;
}

test('the administrator sees the portal as an establishment, changes nothing, and the person reads who it was', async () => {
  const admin = await signIn(browser, portal.address, 'admin@malay.example');
  const { page, context } = admin;
  const slug = await leaveUnsent(admin, seen);
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify(
        Object.entries(localStorage)
          .filter(([key]) => /^portal\.(outbox|draft)/.test(key))
          .sort(),
      ),
    );
  const before = await kept();
  await page.goto('/admin/workbench?part=see-as');
  await page.getByLabel('Name or e-mail address').fill('establishment@');
  const person = page.getByRole('radio', { name: /^Establishment/ });
  await person.click();
  await page.getByRole('button', { name: 'Open the portal as this person' }).click();
  await page.getByText('Enter the reason, in at least 10 letters.').waitFor();
  // A tab that was open before, and a browser of its own.
  const early = await context.newPage();
  await early.goto('/admin/workbench');
  await early.getByRole('link', { name: 'Versions', exact: true }).waitFor();
  await page.getByLabel('Reason').fill('Helpdesk ticket 4711');
  await expectSound(admin, 'see-as-form');
  await page.getByRole('button', { name: 'Open the portal as this person' }).click();

  const line = page.getByRole('region', { name: 'See as' });
  await line.getByText('You see the portal as Establishment').waitFor();
  await page.waitForURL('**/establishment/application');
  await expectSound(admin, 'see-as-home');
  // Another tab sees the same, and no service worker has kept the page of the administrator.
  const tab = await context.newPage();
  await tab.goto('/admin/workbench');
  await tab.waitForURL('**/establishment/application');
  const lineOfTab = tab.getByRole('region', { name: 'See as' });
  await lineOfTab.waitFor();
  const lineOfEarly = early.getByRole('region', { name: 'See as' });
  await lineOfEarly.waitFor();
  expect(await early.getByRole('link', { name: 'Versions', exact: true }).count()).toBe(0);
  await visit.page.goto('/admin/workbench');
  await visit.page.getByRole('link', { name: 'Versions', exact: true }).waitFor();
  expect(await visit.page.getByRole('region', { name: 'See as' }).count()).toBe(0);

  await page.goto('/establishment/application/apply');
  await page.getByRole('button', { name: 'Continue' }).click();
  const name = page.getByRole('main').getByRole('textbox').first();
  await name.waitFor();
  expect(await name.inputValue()).not.toBe('1999');
  await name.fill('2025');
  await page.getByText('You can only read, and not what is private to this person.').first().waitFor();
  await expectSound(admin, 'see-as-refused');
  expect((await kept()).replaceAll(/\["portal\.draft\.ONLOOKER[^\]]*\],?/g, '')).toBe(before);

  await line.getByRole('button', { name: 'Back to myself' }).click();
  await page.waitForURL('**/admin');
  await line.waitFor({ state: 'detached' });
  await lineOfTab.waitFor({ state: 'detached' });
  await lineOfEarly.waitFor({ state: 'detached' });
  expect(await kept()).toBe(before);
  expect(admin.problems.filter((one) => !/ 40[13] | 422 /.test(one))).toEqual([]);
  const [drafts] = await portal.application.database.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM records r JOIN accounts a ON a.id = r.owner WHERE a.slug = $1',
    [slug],
  );
  expect(drafts?.count).toBe(0);

  const owner = await signIn(browser, portal.address, seen);
  await owner.page.goto('/establishment/sessions');
  await owner.page.getByText('Helpdesk ticket 4711').waitFor();
  await expectSound(owner, 'see-as-told');
  expect(owner.problems).toEqual([]);
});
