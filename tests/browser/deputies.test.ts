/** An officer names a deputy, who acts for them: the page, the switch, the line above each page, and both names in the history. */
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { launchChromium } from './chromium.ts';
import { password, servePortal } from './portal.ts';
import { expectSound, signIn } from './visit.ts';

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
    flags: { username_change: true, approve: false },
  });
  const text = `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, data)
    SELECT $1, $2, $3, $4, $5, $6, id, $7, $8, $9, $10 FROM accounts WHERE username = 'establishment@malay.example'`;
  const application = randomUUID();
  const data = JSON.stringify({ business_name: 'Palm Inn' });
  const above = ['application', 'business', 'A-1', 'under-evaluation', null, null, null, []];
  await database.query(text, [application, ...above, data]);
  const kind = 'negative-list/sanitary';
  const row = ['clearance', 'palm-inn', null, 'received', kind, 'mho', application, [application]];
  await database.query(text, [randomUUID(), ...row, '{}']);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('a deputy acts for an officer, and the history names both', async () => {
  const chief = await signIn(browser, portal.address, 'mho@malay.example');
  const { page } = chief;
  await page.goto('/health/deputies');
  await page.getByLabel('Deputy').selectOption('Ben Cruz');
  await page.getByRole('checkbox', { name: 'All steps that may be delegated' }).click();
  await page.getByRole('checkbox', { name: 'Clearance: Waive' }).click();
  await expectSound(chief, 'deputies-form');
  await page.getByRole('button', { name: 'Name the deputy' }).click();
  await page.getByText('Enter the reason.').waitFor();
  await page.getByLabel('Reason').fill('Leave');
  await page.getByRole('button', { name: 'Name the deputy' }).click();
  const given = page.getByRole('region', { name: 'Your deputies' });
  await given.getByText('In force').waitFor();
  await given.getByText('Passes on: May approve for the office').waitFor();
  await expectSound(chief, 'deputies-named');

  const ben = await signIn(browser, portal.address, 'ben@malay.example');
  const officer = 'Municipal Health Office';
  const acting = ben.page.getByText(`You act for ${officer}`);
  expect(await acting.count()).toBe(0);
  const menu = ben.page.getByRole('button', { name: /^Change where or for whom you act/ });
  await menu.click();
  await ben.page.getByText('You stand in for').waitFor();
  const choice = ben.page.getByRole('menuitem', { name: `${officer}, until` });
  await choice.waitFor();
  await expectSound(ben, 'deputies-switch');
  await choice.click();
  await acting.waitFor();
  await ben.page.goto('/health/deputies');
  await ben.page.getByText('You cannot do this while you act for somebody else.').waitFor();
  await expectSound(ben, 'deputies-acting');
  await ben.page.goto('/health/appointment-request');
  await ben.page
    .getByRole('row', { name: /Palm Inn/ })
    .getByRole('link')
    .first()
    .click();
  await ben.page.getByRole('button', { name: 'Waive', exact: true }).click();
  const dialog = ben.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The permit of last year is still valid.');
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await ben.page.getByText(`by Ben Cruz for ${officer}`).waitFor();
  await expectSound(ben, 'deputies-history');
  await ben.page.getByRole('button', { name: 'Act for yourself again' }).click();
  await acting.waitFor({ state: 'detached' });

  // The officer ends it, so the deputy has nobody to act for. Their page follows without a reload.
  await given.getByRole('button', { name: 'End' }).click();
  await given.getByText('Ended early').waitFor();
  await menu.waitFor({ state: 'detached' });
  // The missing reason was refused.
  expect([...chief.problems, ...ben.problems].filter((one) => !one.includes('422'))).toEqual([]);
});
