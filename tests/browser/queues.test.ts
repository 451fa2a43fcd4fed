/** An officer works in a list that is longer than a page: search, filters and print. */
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { signIn, takePicture } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  for (let index = 0; index < 30; index += 1) {
    const data = { business_name: `Business ${index}`, application_type: index % 2 ? 'new' : 'renewal' };
    const application = await insert('application', 'under-evaluation', index, { data });
    await insert('clearance', 'received', index, { above: [application] });
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
    `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, data)
     SELECT $1, $2, $3, $4, $5, $6, id, $7, $8, $9, $10 FROM accounts WHERE username = 'establishment@malay.example'`,
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
  expect(new URL(page.url()).searchParams.get('application_type')).toBe('new');
  expect(problems).toEqual([]);
});

test('a printed list says whose records it shows and that others follow, and nothing covers its rows', async () => {
  const { page, problems } = await signIn(browser, portal.address, 'mho@malay.example');
  await page.goto('/health/appointment-request?assigned=nobody');
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('25 selected').waitFor();
  await page.emulateMedia({ media: 'print' });
  await takePicture(page, 'queue-printed');
  await bar.waitFor({ state: 'hidden' });
  await page.getByText('Unassigned', { exact: true }).waitFor();
  const more = page.getByText('Only the first 25 rows are printed.');
  await more.waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(31);
  expect(await more.count()).toBe(0);
  expect(problems).toEqual([]);
});
