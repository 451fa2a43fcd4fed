/**
 * Documents in a real browser: anybody verifies one on a phone; its owner prints it on one sheet and saves it as PDF.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { root } from '../architecture/sources.ts';
import { issueDocument, type Issued } from '../server/issued-document.ts';
import { openPortalServer, PASSWORD, type PortalServer } from '../server/portal-server.ts';
import { linesBesideCode } from '../../engine/portal/documents/printed-code.ts';
import { launchChromium } from './chromium.ts';
import { answerSignIn, expectSound, isPrepared, openVisit, takePicture, type Visit } from './visit.ts';

let browser: Browser;
let portal: PortalServer;
let owner: Visit;
let anybody: Visit;
let permit: Issued;
let address: string;

beforeAll(async () => {
  browser = await launchChromium();
  await ensureBuilt({ root, say: () => {}, signal: new AbortController().signal });
  portal = await openPortalServer();
  permit = await issueDocument(portal.application, {
    type: 'application',
    state: 'released',
    owner: 'establishment',
    document: 'mayors-permit',
    data: {
      tax_year: 2026,
      application_type: 'new',
      business_name: 'Niño Beach Resort',
      trade_name: 'Niño',
      owner_first_name: 'Ana',
      owner_last_name: 'Reyes',
      organization_type: 'single_proprietorship',
      registration_body: 'DTI',
      registration_no: '0012345',
      tin: '123-456-789-00000',
      biz_barangay: 'balabag',
      lines: [{ line: 'resort' }],
      business_area_sqm: 420,
      employees_total: 12,
      employees_resident: 8,
      payment_mode: 'annually',
    },
  });
  anybody = await openVisit(browser, portal.origin);
  owner = await signInHere('establishment@malay.example');
  await owner.page.goto(`/verify/${permit.code}`);
  // It may travel together with others.
  const sheet = owner.page.waitForResponse((answer) =>
    decodeURIComponent(answer.url()).includes(`documents/${permit.code}/sheet`),
  );
  await owner.page.reload();
  address = new URL(/"address":"([^"]+)"/.exec(await (await sheet).text())?.[1] ?? '').href;
});

afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

async function signInHere(username: string): Promise<Visit> {
  const visit = await openVisit(browser, portal.origin);
  await visit.page.goto('/');
  await answerSignIn(visit.page, username, PASSWORD);
  await visit.page.waitForURL((url) => url.pathname !== '/');
  return visit;
}

async function verdictOn(page: Page): Promise<string> {
  return (await page.locator('#verdict').innerText()).trim();
}

function pagesOf(pdf: Buffer): number {
  return (pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

test('anybody who scans the code reads that the permit is genuine and valid, and no more', async () => {
  const { page, problems } = anybody;
  await page.goto(address.replace(/^https?:\/\/[^/]+/, ''));
  expect(await verdictOn(page)).toBe('Valid');
  await page.getByText('Niño Beach Resort').waitFor();
  await page.getByText(permit.number ?? '').waitFor();
  const compared = page.getByLabel('Compare with the paper');
  await compared.getByText('Barangay Balabag, Malay, Aklan 5608').waitFor();
  await compared.getByText('A•• R••••').waitFor();
  await page.getByText('Tell the Business Permits and Licensing Office').waitFor();
  expect(await page.getByText('Reyes').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await expectSound(anybody, 'verify-valid');
  expect(problems).toEqual([]);
});

test('somebody without a camera finds the page from the sign-in page, and types the code or pastes the address', async () => {
  const { page, problems } = anybody;
  await page.goto('/');
  await page.getByRole('link', { name: 'Check a document' }).waitFor();
  await expectSound(anybody, 'welcome');
  await page.getByRole('button', { name: 'Continue an application' }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
  await page.getByRole('link', { name: 'Check a document' }).click();
  await page.getByText('such as abcd 2345 efgh 6789').waitFor();
  await page.getByRole('button', { name: 'Check the document' }).click();
  const shape = page.getByText('It has 16 letters and digits').last();
  await shape.waitFor();
  await page.getByLabel('Code on the document').fill('hello');
  await page.getByRole('button', { name: 'Check the document' }).click();
  await shape.waitFor();
  expect(await page.locator('#verdict').count()).toBe(0);
  // As the paper shows it: in groups, here in capital letters.
  const [printed = ''] = linesBesideCode('', address);
  await page.getByLabel('Code on the document').fill(printed.toUpperCase());
  await page.getByRole('button', { name: 'Check the document' }).click();
  expect(await verdictOn(page)).toBe('Valid');
  await page.getByText('Compare every line with the paper').waitFor();
  await page.getByLabel('Code on the document').fill(address);
  await page.getByRole('button', { name: 'Check the document' }).click();
  await page.getByText('Compare every line with the paper').waitFor({ state: 'detached' });
  expect(await verdictOn(page)).toBe('Valid');
  await expectSound(anybody, 'verify-typed');
  expect(problems).toEqual([]);
});

test('a forged, an unknown, a revoked and an expired one are told apart', async () => {
  const { page } = anybody;
  const path = `/verify/${permit.code}`;
  await page.goto(`${path}#m1.${'a'.repeat(60)}.${'b'.repeat(86)}`);
  await page.reload();
  expect(await verdictOn(page)).toBe('Not genuine');
  await expectSound(anybody, 'verify-forged');
  await page.goto('/verify/aaaabbbbccccdddd');
  expect(await verdictOn(page)).toBe('Unknown');
  await page.getByRole('link', { name: 'Check another document' }).click();
  await page.getByLabel('Code on the document').waitFor();
  await setState('revoked');
  await page.goto(path);
  expect(await verdictOn(page)).toBe('Revoked');
  await setState('valid');
  await portal.database.query(`UPDATE documents SET valid_until = '2020-12-31' WHERE code = $1`, [
    permit.code,
  ]);
  await page.reload();
  expect(await verdictOn(page)).toBe('Expired on 31 December 2020');
  await portal.database.query('UPDATE documents SET valid_until = $2 WHERE code = $1', [
    permit.code,
    permit.validUntil,
  ]);
});

async function setState(state: string): Promise<void> {
  await portal.database.query('UPDATE documents SET state = $2 WHERE code = $1', [permit.code, state]);
}

test('its owner sees the sheet, prints it on exactly one page of A4 and saves it as PDF', async () => {
  const { page, problems } = owner;
  await page.goto(`/verify/${permit.code}`);
  await page.getByRole('heading', { name: "Mayor's permit", level: 1 }).waitFor();
  // A page about the document, and no check of it.
  expect(await page.locator('#verdict').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).count()).toBe(0);
  await expectSound(owner, 'sheet');
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(printed)).toBe(1);
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(printed.toString('latin1'));
  expect([Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))]).toEqual([595, 842]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await takePicture(page, 'sheet-print');
  await page.emulateMedia({ media: 'screen' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${permit.number}.pdf`);
  expect(pagesOf(await readFile(await file.path()))).toBe(1);
  expect(problems).toEqual([]);
});

test('a card prints its front and its back', async () => {
  const card = await issueDocument(portal.application, {
    type: 'working-permit',
    state: 'issued',
    office: 'peso',
    owner: 'applicant',
    document: 'working-permit',
    data: {
      name: 'Ben Cruz',
      birth_date: '1994-03-12',
      nationality: 'PH',
      occupation: 'Receptionist',
      employer: 'Reyes Beach Resort',
      employer_address: 'Sitio Bolabog, Balabag',
    },
  });
  const worker = await signInHere('applicant@malay.example');
  await worker.page.goto(`/verify/${card.code}`);
  await worker.page.getByText('Sitio Bolabog').waitFor();
  await expectSound(worker, 'card');
  expect(pagesOf(await worker.page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(2);
  expect(worker.problems).toEqual([]);
});

test('anybody sees the temporary permit of a business by the address of its preview', async () => {
  const parent = { id: permit.record.id };
  const issued = await issueDocument(portal.application, {
    type: 'temporary-permit',
    state: 'active',
    owner: 'establishment',
    parent,
    document: 'temporary-permit',
    data: { undertaking: [{ what: 'Rebuild the rear exit', office: 'Fire station', cure_by: '2026-12-15' }] },
  });
  await anybody.page.goto(`/temporary-permit/preview/${issued.record.slug}`);
  await anybody.page.getByText('Rebuild the rear exit').waitFor();
  await expectSound(anybody, 'temporary-permit');
  expect(anybody.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('somebody who checked a code before checks others without a connection, with the list of that moment', async () => {
  const visit = await openVisit(browser, portal.origin);
  const { page, context } = visit;
  const path = address.replace(/^https?:\/\/[^/]+/, '');
  await page.goto(path);
  expect(await verdictOn(page)).toBe('Valid');
  await isPrepared(page);
  await context.setOffline(true);
  await page.reload();
  expect(await verdictOn(page)).toBe('Valid');
  await page.getByText('Checked without a connection, with the list of revoked documents of').waitFor();
  await page.getByText('Niño Beach Resort').waitFor();
  await expectSound(visit, 'verify-offline');
  const end = path.at(-1) === 'A' ? 'B' : 'A';
  await page.goto(`${path.slice(0, -4)}${end.repeat(4)}`);
  await page.reload();
  expect(await verdictOn(page)).toBe('Not genuine');
  expect(await page.getByText('Niño Beach Resort').count()).toBe(0);
  await context.setOffline(false);
  const { database } = portal.application;
  await database.query(`UPDATE documents SET state = 'revoked' WHERE code = $1`, [permit.code]);
  try {
    // Other tests may have revoked some, too.
    const before = await revokedOnDevice(page);
    await page.goto('/verify');
    await expect.poll(() => revokedOnDevice(page)).toBeGreaterThan(before);
    await context.setOffline(true);
    await page.goto(path);
    await page.reload();
    expect(await verdictOn(page)).toBe('Revoked');
  } finally {
    await database.query(`UPDATE documents SET state = 'valid' WHERE code = $1`, [permit.code]);
    await context.close();
  }
});

/** How many documents the list that the device keeps calls revoked. */
async function revokedOnDevice(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const kept = await caches.match('/api/v1/documents/revocations', { ignoreVary: true });
    return ((await kept?.json()) as { revoked: string[] } | undefined)?.revoked.length ?? 0;
  });
}
