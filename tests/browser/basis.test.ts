/** An office sees the legal basis of each item and answer; applicants only see why an item is required. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRecord } from '../server/issued-document.ts';
import { openPortalServer, type PortalServer } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password } from './portal.ts';
import { expectSound, signIn } from './visit.ts';

const kind = 'tourism/accommodation';

let portal: PortalServer;
let browser: Browser;
let paths: { readonly office: string; readonly owner: string };

beforeAll(async () => {
  browser = await launchChromium();
  portal = await openPortalServer(undefined, { DEMO_PASSWORD: password });
  const { application, database } = portal;
  const { kinds, recordTypes } = application.portal();
  const [data = {}] = kinds[kind]?.examples ?? [];
  const owner = 'establishment';
  const [answers = {}] = recordTypes['application']?.examples ?? [];
  const above = await insertRecord(application, {
    type: 'application',
    state: 'in-clearance',
    data: answers,
    owner,
  });
  const clearance = await insertRecord(application, {
    type: 'clearance',
    state: 'requested',
    data: {},
    owner,
    office: 'pmto',
    parent: above,
    kind: 'negative-list/pmto',
  });
  const checklist = await insertRecord(application, {
    type: 'checklist',
    state: 'filed',
    data,
    owner,
    office: 'pmto',
    kind,
    parent: clearance,
  });
  await database.query('UPDATE records SET form = $2, ancestors = $3 WHERE id = $1', [
    checklist.id,
    kinds[kind]?.form,
    [clearance.id, above.id],
  ]);
  paths = {
    office: `/pmto/tourism/checklist/accommodation/${clearance.slug}/${checklist.slug}`,
    owner: `/establishment/tourism-compliance-certificate/accommodation/${clearance.slug}/${checklist.slug}`,
  };
});

afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

test('the office reads it at the head, beside the answers and in the items', async () => {
  const visit = await signIn(browser, portal.origin, 'pmto@malay.example');
  const { page } = visit;
  await page.goto(paths.office);
  const main = page.getByRole('main');
  await main
    .getByText(/^Assumption, to be confirmed: /)
    .first()
    .waitFor();
  await main
    .locator('dl')
    .getByText(/^(Law|Published practice|Assumption)/)
    .first()
    .waitFor();
  await main
    .locator('[data-item-panel]')
    .getByText(/^(Law|Published practice|Assumption)/)
    .first()
    .waitFor();
  expect(await main.getByText('Why it is asked').count()).toBe(0);
  await expectSound(visit, 'basis-office');
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});

test('applicants see why an item is required if the law says so', async () => {
  const visit = await signIn(browser, portal.origin, 'establishment@malay.example');
  const { page } = visit;
  await page.goto(paths.owner);
  const main = page.getByRole('main');
  await main.locator('[data-item] summary').first().click();
  await main
    .getByText(/^Why we ask for this: /)
    .first()
    .waitFor();
  expect(await main.getByText(/to be confirmed|^Published practice|^Law:/).count()).toBe(0);
  // Practice elsewhere is no reason for an applicant here.
  expect(await main.getByText(/General practice of town halls/).count()).toBe(0);
  await expectSound(visit, 'basis-owner');
  await visit.context.close();
});

test('the owner asks why an item is asked for, and reads which of their answers decides', async () => {
  const visit = await signIn(browser, portal.origin, 'establishment@malay.example');
  const { page } = visit;
  await page.goto(paths.owner);
  const item = page.locator('li[data-item]').first();
  await item.locator('summary').first().click();
  await item.getByText('Why is this asked?').click();
  await item
    .getByText(/(is required|asks for it) because|in every case\./)
    .first()
    .waitFor();
  await item
    .getByText(/^you answered “/)
    .first()
    .waitFor();
  await expectSound(visit, 'why-item');
  expect(visit.problems).toEqual([]);
});

test('who reads a start page asks the same, with the answers of the address', async () => {
  const visit = await signIn(browser, portal.origin, 'establishment@malay.example');
  const { page } = visit;
  await page.goto('/before/business-permit?lines.line=restaurant&business_place=fixed&is_rented=true');
  const paper = page.getByRole('listitem').filter({ hasText: 'Why is this asked?' }).first();
  await paper.getByText('Why is this asked?').click();
  await paper
    .getByText(/(is required|asks for it) because|in every case\./)
    .first()
    .waitFor();
  await expectSound(visit, 'why-start');
  expect(visit.problems).toEqual([]);
});
