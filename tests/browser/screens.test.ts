/**
 * One page of each kind of screen, as somebody without an account, an owner and an officer: accessible in both widths
 * and schemes, enlarged, without motion and with forced colours. `npm run test:axe` opens every page.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl } from '../axe/crawl.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { launchChromium } from './chromium.ts';
import { servePortal } from './portal.ts';
import { openVisit, signIn, type Visit } from './visit.ts';

let portal: Awaited<ReturnType<typeof servePortal>>;
let browser: Browser;
let visits: Readonly<Record<string, Visit>>;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  const owner = await signIn(browser, portal.address, 'establishment@malay.example');
  const officer = await signIn(browser, portal.address, 'bplo@malay.example');
  const guest = await openVisit(browser, portal.address);
  await guest.page.goto('/');
  await guest.page.getByRole('heading', { level: 1 }).first().waitFor();
  const application = await fileApplication(owner, { ...eatery, registration_date: '2026-02-15' });
  await acceptApplication(officer, application);
  visits = { guest, owner, officer };
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test.each([
  ['guest', null, ['sign-in', 'form', 'start', 'document', 'text']],
  ['owner', 'establishment', ['to-do', 'list', 'checklist', 'form', 'record', 'account', 'messages']],
  ['officer', 'bplo', ['dashboard', 'list', 'record', 'form', 'report', 'account', 'messages']],
] as const)('each kind of screen of the %s is sound in every view', async (who, department, screens) => {
  const visit = visits[who];
  if (visit === undefined) throw new Error(`Nobody is called ${who}.`);
  const { opened } = await crawl(visit.page, {
    portal: portal.application.portal(),
    department,
    problems: visit.problems,
    isSample: true,
  });
  expect(opened.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(opened.map(({ screen }) => screen)).toEqual(expect.arrayContaining([...screens]));
});
