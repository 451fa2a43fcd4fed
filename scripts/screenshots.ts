/**
 * Takes screenshots of a running portal at phone and desktop size:
 * `node scripts/screenshots.ts http://localhost:3000 FOLDER ACCOUNT PATH…` (ACCOUNT `-`: signed out; uses
 * DEMO_PASSWORD;
 * LOCALE is the language of the browser).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../tests/browser/chromium.ts';

const [base, folder, account, ...paths] = process.argv.slice(2);
if (base === undefined || folder === undefined || account === undefined || paths.length === 0) {
  console.error('Use: node scripts/screenshots.ts ADDRESS FOLDER ACCOUNT|- PATH…');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
for (const width of [1440, 360]) await photograph(browser, { base, folder, account, paths, width });
await browser.close();

interface Session {
  readonly base: string;
  readonly folder: string;
  readonly account: string;
  readonly paths: readonly string[];
  readonly width: number;
}

async function photograph(chromium: Browser, session: Session): Promise<void> {
  const { base: address, width } = session;
  const isPhone = width < 800;
  const context = await chromium.newContext({
    viewport: { width, height: isPhone ? 740 : 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
    locale: process.env.LOCALE ?? 'en',
    colorScheme: process.env.DARK === undefined ? 'light' : 'dark',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(width, message.text());
  });
  page.on('pageerror', (error) => console.error(width, error.message));
  if (session.account !== '-') await signIn(page, address, session.account);
  for (const path of session.paths) {
    await page.goto(address + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is loading has a shape of its own.
    await page.waitForFunction(() => document.querySelector('[data-shape]') === null);
    const name = `${session.account}${path.replaceAll(/[^\w-]+/g, '_')}-${width}.png`;
    await page.screenshot({ path: join(session.folder, name), fullPage: process.env.WHOLE !== undefined });
    console.log(name, '·', await page.title());
  }
  await context.close();
}

async function signIn(page: Page, address: string, username: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('E-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(process.env.DEMO_PASSWORD ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/');
}
