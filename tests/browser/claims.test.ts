/** Two officers share the clearances of their office: claim from the row and in bulk, take over, assign, and see each other. */
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { launchChromium } from './chromium.ts';
import { password, servePortal } from './portal.ts';
import { expectSound, moveTo, signIn, takePicture } from './visit.ts';

type Served = Awaited<ReturnType<typeof servePortal>>;

let portal: Served;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  const { database } = portal.application;
  await createAccount(database, {
    department: 'mho',
    username: 'ben@malay.example',
    name: 'Ben Cruz',
    password,
    flags: { username_change: true },
  });
  for (const [index, name] of ['Bar by the Sea', 'Palm Inn', 'Reef Divers'].entries()) {
    const application = randomUUID();
    const text = `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, data)
      SELECT $1, $2, $3, $4, $5, $6, id, $7, $8, $9, $10 FROM accounts WHERE username = 'establishment@malay.example'`;
    const data = JSON.stringify({ business_name: name });
    const number = `A-${index + 1}`;
    const row = [
      application,
      'application',
      `business-${index}`,
      number,
      'under-evaluation',
      null,
      null,
      null,
      [],
    ];
    await database.query(text, [...row, data]);
    const kind = 'negative-list/sanitary';
    const part = [
      randomUUID(),
      'clearance',
      `clearance-${index}`,
      null,
      'received',
      kind,
      'mho',
      application,
    ];
    await database.query(text, [...part, [application], '{}']);
    const words = 'UPDATE records SET search = array_to_tsvector($2) WHERE slug = $1';
    await database.query(words, [`clearance-${index}`, name.toLowerCase().split(' ')]);
  }
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('officers claim from the list, take over and assign on the page of the record', async () => {
  const ben = await signIn(browser, portal.address, 'ben@malay.example');
  await ben.page.goto('/health/appointment-request');
  const share = (name: RegExp) => ben.page.getByRole('radio', { name });
  await share(/^All \(3\)/).waitFor({ state: 'attached' });
  await share(/^Unassigned \(3\)/).waitFor({ state: 'attached' });
  await ben.page
    .getByRole('button', { name: /^Claim / })
    .first()
    .click();
  await share(/^Mine \(1\)/).waitFor({ state: 'attached' });
  await expectSound(ben, 'claims-list');
  await ben.page.getByText(/^Unassigned \(2\)/).click();
  await ben.page.waitForURL('**assigned=nobody');
  await ben.page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await ben.page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Claim' })
    .click();
  await ben.page.getByText('2 of 2 done.').waitFor();
  await ben.page.getByRole('button', { name: 'Back to the list' }).click();
  await share(/^Unassigned \(0\)/).waitFor({ state: 'attached' });

  const chief = await signIn(browser, portal.address, 'mho@malay.example');
  await chief.page.goto('/health/appointment-request');
  await chief.page
    .getByRole('row', { name: /Palm Inn.*Ben Cruz/ })
    .getByRole('link')
    .first()
    .click();
  const panel = chief.page.getByRole('region', { name: 'Who works on it' });
  await ben.page.getByText(/^All \(3\)/).click();
  await ben.page
    .getByRole('row', { name: /Palm Inn/ })
    .getByRole('link')
    .first()
    .click();
  await chief.page.getByText('Looking at this now: Ben Cruz').waitFor();
  await ben.page.getByText('Looking at this now: Municipal Health Office').waitFor();
  await panel.getByText('Ben Cruz works on this.').waitFor();
  await panel.getByRole('button', { name: 'Take over' }).click();
  await panel.getByText('You work on this.').waitFor();
  await ben.page.getByText('Municipal Health Office works on this.').waitFor();
  await expectSound(chief, 'claims-record');
  await panel.getByRole('button', { name: 'Assign' }).click();
  const dialog = chief.page.getByRole('dialog', { name: 'Assign' });
  await dialog.getByLabel('Assign to').selectOption({ label: 'Ben Cruz (2 records)' });
  await expectSound(chief, 'claims-assign');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await panel.getByText('Ben Cruz works on this.').waitFor();
  await panel.getByRole('button', { name: 'Release' }).click();
  await panel.getByText('Nobody works on this yet.').waitFor();
  await takePicture(chief.page, 'claims-released');
  await moveTo(ben.page, '/health/appointment-request');
  await chief.page.getByText('Looking at this now').waitFor({ state: 'detached' });
  expect(await chief.page.getByText('Taken over from Ben Cruz').count()).toBe(1);
});

test('a list looks as its reader chose, here and wherever the address is opened', async () => {
  const chief = await signIn(browser, portal.address, 'mho@malay.example');
  const { page } = chief;
  await page.goto('/health/appointment-request');
  const heading = page.getByRole('columnheader', { name: 'Business' });
  await heading.waitFor();
  await page.getByRole('button', { name: 'Layout' }).click();
  const view = page.getByRole('dialog', { name: 'Layout' });
  await view.getByRole('checkbox', { name: 'Compact rows' }).click();
  await view.getByRole('checkbox', { name: 'Business' }).click();
  await heading.waitFor({ state: 'detached' });
  await expectSound(chief, 'list-view');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('density')).toBe('compact');
  await page.goto('/health/appointment-request');
  await page.waitForURL((url) => url.searchParams.get('columns') === searchParams.get('columns'));
  await page.getByRole('table').waitFor();
  await heading.waitFor({ state: 'detached' });
  await takePicture(page, 'list-compact');
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Printed on .* by Municipal Health Office$/).waitFor();
  await takePicture(page, 'list-printed');
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Select the row').waitFor();
  await expectSound(chief, 'list-keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole('button', { name: /^Claim / })
    .first()
    .click();
  await page.getByText('You', { exact: true }).first().waitFor();
  await expectSound(chief, 'list-cards');
  expect(chief.problems).toEqual([]);
});

test('rows selected under several filters are claimed together, and one that is refused stays selected', async () => {
  const visit = await signIn(browser, portal.address, 'ben@malay.example');
  const { page } = visit;
  await portal.application.database.query('UPDATE records SET assignee = NULL');
  await page.goto('/health/appointment-request?q=palm');
  const all = page.getByRole('checkbox', { name: 'Select all rows' });
  const search = page.getByRole('searchbox', { name: 'Search this list' });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await all.check();
  await search.fill('reef');
  await page.getByRole('link', { name: 'A-3' }).waitFor();
  // A key counts while the focus is on a checkbox, too.
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .focus();
  await page.keyboard.press('x');
  await bar.getByText('2 selected').waitFor();
  await search.fill('bar');
  await page.getByRole('link', { name: 'A-1' }).waitFor();
  await all.check();
  await bar.getByText('3 selected').waitFor();
  await all.uncheck();
  await bar.getByText('2 selected').waitFor();
  await portal.application.database.query(
    `UPDATE records SET version = version + 1 WHERE slug = 'clearance-2'`,
  );
  await bar.getByRole('button', { name: 'Claim' }).click();
  await page.getByText('1 of 2 done.').waitFor();
  await page.getByText('Somebody else changed this. Check it first.').waitFor();
  await expectSound(visit, 'bulk-refused');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await bar.getByText('1 selected').waitFor();
  await search.fill('');
  const selected = page.getByRole('row', { name: /Reef Divers/ }).getByRole('checkbox');
  await expect.poll(() => selected.isChecked()).toBe(true);
  await bar.getByRole('button', { name: 'Claim' }).click();
  await page.getByText('1 of 1 done.').waitFor();
  expect(visit.problems).toEqual([expect.stringContaining('409')]);
});

test('a list opens in the view that its reader saved, and an office shares its views', async () => {
  const chief = await signIn(browser, portal.address, 'mho@malay.example');
  const { page } = chief;
  const rows = page.getByRole('row');
  await page.goto('/health/appointment-request?q=palm');
  await expect.poll(() => rows.count()).toBe(2);
  const views = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await views.getByLabel('Name of the view').fill('Palm trees');
  await views.getByLabel('For everybody in my office').check();
  await expectSound(chief, 'list-views-save');
  await views.getByRole('button', { name: 'Save as a view' }).click();
  const asDefault = views.getByLabel('Open the list with this view');
  await asDefault.click();
  await expect.poll(() => asDefault.isChecked()).toBe(true);
  await expectSound(chief, 'list-views');
  await page.goto('/health/appointment-request');
  await page.getByRole('button', { name: 'Palm trees' }).waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Palm trees, changed' }).waitFor();
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect.poll(() => rows.count()).toBe(4);
  expect(await page.getByRole('searchbox', { name: 'Search this list' }).inputValue()).toBe('');

  const ben = await signIn(browser, portal.address, 'ben@malay.example');
  await ben.page.setViewportSize({ width: 360, height: 740 });
  await ben.page.goto('/health/appointment-request');
  await ben.page.getByRole('button', { name: 'Saved views' }).click();
  await ben.page.getByRole('button', { name: 'Palm trees' }).click();
  await ben.page.getByText('1 found').waitFor();
  await ben.page.keyboard.press('Control+k');
  await ben.page
    .getByRole('combobox', { name: 'Find pages, records, actions and settings' })
    .fill('view palm');
  await ben.page.getByRole('option', { name: 'View: Palm trees' }).waitFor();
  for (const { problems } of [chief, ben]) expect(problems).toEqual([]);
});

test('the licensing office filters applications by their clearances', async () => {
  const office = await signIn(browser, portal.address, 'bplo@malay.example');
  const { page } = office;
  await page.goto('/bplo/business-application');
  await page.getByRole('combobox', { name: 'Status (Clearance)' }).selectOption('received');
  await page.waitForURL((url) => url.searchParams.get('clearance.state') === 'received');
  await page.getByRole('combobox', { name: 'Office (Clearance)' }).selectOption('mho');
  await page.waitForURL((url) => url.searchParams.get('clearance.office') === 'mho');
  await page.getByRole('row', { name: /Palm Inn/ }).waitFor();
  await expectSound(office, 'list-by-clearance');
  await page.getByRole('combobox', { name: 'Office (Clearance)' }).selectOption('bfp');
  await page.getByText('No results').waitFor();
  expect(await page.getByRole('row', { name: /Palm Inn/ }).count()).toBe(0);
  expect(office.problems).toEqual([]);
});

test('a person switches between two departments, every tab follows, and nothing of the first one stays', async () => {
  const { database } = portal.application;
  const [row] = await database.query<{ slug: string }>(
    "SELECT slug FROM accounts WHERE username = 'ben@malay.example'",
  );
  const admin = await signIn(browser, portal.address, 'admin@malay.example');
  await admin.page.goto(`/admin/edit-user/${row?.slug}`);
  await admin.page.getByRole('button', { name: 'Add a department or unit' }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Add a department or unit' });
  const other = 'Business Permits and Licensing Office';
  await dialog.getByLabel('Department').selectOption({ label: other });
  await expectSound(admin, 'membership-add');
  const ben = await signIn(browser, portal.address, 'ben@malay.example');
  const menu = ben.page.getByRole('button', { name: /^Change where or for whom you act/ });
  expect(await menu.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add a department or unit' }).click();
  await admin.page.getByText('The person can now act there too.').waitFor();
  await expectSound(admin, 'memberships');

  // The switch appears without a reload, and the other tab follows it.
  await menu.waitFor();
  const tab = await ben.context.newPage();
  await tab.goto('/health/appointment-request');
  await tab.getByRole('row', { name: /Palm Inn/ }).waitFor();
  await ben.page.bringToFront();
  await menu.click();
  await ben.page.getByRole('menuitem', { name: other }).waitFor();
  await expectSound(ben, 'membership-switch');
  await ben.page.getByRole('menuitem', { name: other }).click();
  await ben.page.waitForURL((url) => url.pathname.startsWith('/bplo'));
  await ben.page.getByRole('banner').getByText(other).waitFor();
  await expectSound(ben, 'membership-switched');
  const elsewhere = ben.page.getByText('The page that you opened belongs to Municipal Health Office.');
  expect(await elsewhere.count()).toBe(0);
  await ben.page.goto('/mho/messages');
  await elsewhere.waitFor();
  await expectSound(ben, 'page-of-another-membership');
  await tab.bringToFront();
  await tab.waitForURL((url) => !url.pathname.startsWith('/health'));
  expect(await tab.getByText('Palm Inn').count()).toBe(0);

  // The other office changes the person's place there. What holds in both is not theirs, and the page says why.
  const head = await signIn(browser, portal.address, 'bplo@malay.example');
  await head.page.goto(`/bplo/user/edit-user/${row?.slug}`);
  await head.page.getByText('This account also works in Municipal Health Office.').waitFor();
  expect(await head.page.getByRole('button', { name: 'Suspend the account' }).count()).toBe(0);
  expect(await head.page.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  await expectSound(head, 'membership-of-an-office');
  await head.page.getByRole('button', { name: `Change ${other}` }).click();
  await head.page.getByRole('dialog', { name: other }).getByLabel('Position').fill('Inspector');
  await expectSound(head, 'membership-change');
  await head.page.getByRole('button', { name: 'Save changes' }).click();
  await head.page.getByText(`${other} · Inspector`).waitFor();
  await admin.page.reload();

  // A membership that ends leads back to the one that is left.
  await admin.page.getByRole('button', { name: `End ${other}` }).click();
  await admin.page.getByText('The person no longer acts there.').waitFor();
  await tab.getByRole('banner').getByText('Municipal Health Office').waitFor();
  for (const { problems } of [admin, ben, head]) expect(problems).toEqual([]);
});
