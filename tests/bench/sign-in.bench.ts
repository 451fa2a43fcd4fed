/** The first page: transferred bytes and largest contentful paint, in Chromium with a four times slower processor. */
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { bytesOf, mostSignInBytes, recordLoadedFiles } from '../browser/loaded-files.ts';
import { startPortal } from '../browser/portal.ts';
import { median, type Comparison } from './measure.ts';

const kilobytes = mostSignInBytes / 1000;
const milliseconds = 800;

declare global {
  interface Window {
    largestPaint: number;
  }
}

export async function run(): Promise<Comparison[]> {
  const portal = await startPortal();
  const browser = await launchChromium();
  try {
    const visits = [];
    for (let visit = 0; visit < 7; visit++) visits.push(await visitOnce(browser, portal.address));
    const bytes = median(visits.map((one) => one.bytes)) / 1000;
    const paint = median(visits.map((one) => one.paint));
    return [
      {
        name: 'sign-in page, all bytes',
        unit: 'kB',
        ours: bytes,
        floor: null,
        ratio: null,
        goal: `at most ${kilobytes} kB`,
        isMet: bytes <= kilobytes,
      },
      {
        name: 'sign-in page, largest paint at CPU ÷ 4',
        unit: 'ms',
        ours: paint,
        floor: null,
        ratio: null,
        goal: `at most ${milliseconds} ms`,
        isMet: paint <= milliseconds,
      },
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function visitOnce(browser: Browser, address: string): Promise<{ bytes: number; paint: number }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const loaded = await recordLoadedFiles(session);
  await page.addInitScript(() => {
    window.largestPaint = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.largestPaint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate(() => window.largestPaint);
  const bytes = bytesOf(loaded());
  await context.close();
  return { bytes, paint };
}
