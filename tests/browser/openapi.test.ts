/** The pages that describe the API, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { servePortal, type ServedPortal } from './portal.ts';
import { expectSound, openVisit } from './visit.ts';

let browser: Browser;
let portal: ServedPortal;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('everybody finds an operation in the list, reads its page, and goes back', async () => {
  const visit = await openVisit(browser, portal.address);
  const { page, problems } = visit;
  const answer = await page.goto('/api/v1/openapi.html');
  expect(answer?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+';/,
  );
  await expectSound(visit, 'api');
  await page.getByRole('link', { name: 'Business permit application' }).click();
  await page.getByRole('link', { name: 'POST /api/v1/records/application', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'POST /api/v1/records/application' }).waitFor();
  for (const title of ['Parameters', 'Body', 'Answers', 'Record']) {
    await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  }
  await expectSound(visit, 'api-operation');
  await page.getByRole('link', { name: 'All operations' }).click();
  await page.getByRole('heading', { level: 1, name: 'API' }).waitFor();
  expect(problems).toEqual([]);
});
